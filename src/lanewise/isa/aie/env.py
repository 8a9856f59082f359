"""What an operation sees besides its operands: the core it runs on, with its modes, its rules and what computes."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, Protocol

from lanewise.errors import LanewiseError
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.types import LaneType, fact
from lanewise.isa.aie.unit import Unit
from lanewise.numerics import accumulator


class Listener(Protocol):
    """Hears of an operation before it runs, and of its result."""

    def __call__(self, name: str, arguments: Sequence[Any]) -> None: ...

    def done(self, arguments: Sequence[Any], result: Any) -> None: ...


class Env(Protocol):
    """A core. Its modes stay as they were left; what it notes stays until the program clears it."""

    rounding: str
    saturation: str
    listener: Listener | None  # hears of every operation; none while one runs

    @property
    def family(self) -> str: ...

    @property
    def unit(self) -> Unit: ...

    @property
    def srs_shifts(self) -> tuple[int, int]: ...  # the first and the last that srs takes

    def fact(self, name: str) -> int: ...

    def has(self, capability: str) -> bool: ...

    def policy(self, name: str) -> str: ...

    def note(self, what: str, happened: bool) -> None: ...

    def saw(self, lanes: Array, shift: int, to: LaneType) -> None: ...

    def multiplied(self, count: int) -> None: ...  # real products, of the operation that runs


running: ContextVar[Env | None] = ContextVar("lanewise_aie_core", default=None)


def current(what: str = "this") -> Env:
    """The core that the program is running on."""
    found = running.get()
    if found is None:
        raise LanewiseError("AIE-001", what=what)
    return found


def current_or_none() -> Env | None:
    return running.get()


def codes(family: str) -> dict[str, int]:
    """The rounding modes of a family with the numbers that set_rnd takes."""
    return dict(accumulator.ROUNDING_CODES[fact(family, "rounding_modes")])


def check_rounding(name: str, family: str | None) -> str:
    """A rounding mode, by a name that the family knows; without a family any of the ten."""
    known = accumulator.ROUNDINGS if family is None else tuple(codes(family))
    if name not in accumulator.ROUNDINGS:
        raise LanewiseError("AIE-002", asked=name, what="rounding mode", known=", ".join(known))
    if family is not None and name not in known:
        raise LanewiseError("AIE-003", what=f"rounding mode {name}", chip=family, known=", ".join(known))
    return name


def check_saturation(name: str) -> str:
    if name == "truncate":  # an older name
        name = "saturate"
    if name not in accumulator.SATURATIONS:
        raise LanewiseError("AIE-002", asked=name, what="saturation mode", known=", ".join(accumulator.SATURATIONS))
    return name


def check_shift(op: str, shift: int, low: int, high: int, family: str | None) -> int:
    if not low <= shift <= high:
        raise LanewiseError("AIE-005", op=op, shift=shift, chip=family or "every chip", low=low, high=high)
    return int(shift)
