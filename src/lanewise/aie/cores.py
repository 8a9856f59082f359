"""A core: its chip, the modes that stick to it, the status bits that only the program clears, its registers."""

from __future__ import annotations

from contextvars import ContextVar, Token
from functools import cached_property
from typing import Any

from lanewise.chips import chip as chip_files
from lanewise.chips.chip import Chip
from lanewise.errors import LanewiseError
from lanewise.numerics import accumulator

STATUS = ("accumulator_overflow", "srs_saturated", "ups_overflow")


class Core:
    """Rounding and saturation stay as they were left, from one `with` to the next; at reset they are floor and none."""

    def __init__(self, chip: str | Chip, rounding: str = "floor", saturation: str = "none") -> None:
        self.chip = chip_files.chip(chip, "aie")
        self.rounding = rounding
        self.saturation = saturation
        self.status: set[str] = set()
        self._outer: list[Token[Core | None]] = []

    @property
    def family(self) -> str:
        return self.chip.name

    @property
    def rounding(self) -> str:
        return self._rounding

    @rounding.setter
    def rounding(self, name: str) -> None:
        self._rounding = check_rounding(name, self.chip)

    @property
    def saturation(self) -> str:
        return self._saturation

    @saturation.setter
    def saturation(self, name: str) -> None:
        self._saturation = check_saturation(name)

    def policy(self, name: str) -> str:
        return str(self.chip.policies[name].value)

    def note(self, what: str, happened: bool) -> None:
        """Sets a sticky status bit."""
        if happened:
            self.status.add(what)

    @cached_property
    def registers(self) -> Any:
        from lanewise.aie.registerfile import Registers

        return Registers(self.chip)

    def __enter__(self) -> Core:
        self._outer.append(_current.set(self))
        return self

    def __exit__(self, *_: Any) -> None:
        _current.reset(self._outer.pop())

    def __repr__(self) -> str:
        return f"<core of {self.chip.name}: rounding {self.rounding}, saturation {self.saturation}>"


_current: ContextVar[Core | None] = ContextVar("lanewise_aie_core", default=None)


def core(chip: str | Chip, rounding: str = "floor", saturation: str = "none") -> Core:
    """A core to compute on: `with aie.core("aie", rounding="conv_even", saturation="saturate"): ...`."""
    return Core(chip, rounding, saturation)


def current_core(what: str = "this") -> Core:
    """The core that the program is running on."""
    found = _current.get()
    if found is None:
        raise LanewiseError("AIE-001", what=what)
    return found


def core_or_none() -> Core | None:
    return _current.get()


def codes(chip: Chip) -> dict[str, int]:
    """The rounding modes of a chip with the numbers that set_rnd takes."""
    table = accumulator.AIE_ROUNDING_CODES if chip.name == "aie" else accumulator.AIE_ML_ROUNDING_CODES
    return dict(table)


def check_rounding(name: str, chip: Chip | None) -> str:
    """A rounding mode, by a name that the chip knows; without a chip any of the ten."""
    known = accumulator.ROUNDINGS if chip is None else tuple(codes(chip))
    if name not in accumulator.ROUNDINGS:
        raise LanewiseError("AIE-002", asked=name, what="rounding mode", known=", ".join(known))
    if chip is not None and name not in known:
        raise LanewiseError("AIE-003", what=f"rounding mode {name}", chip=chip.name, known=", ".join(known))
    return name


def check_saturation(name: str) -> str:
    if name == "truncate":  # an older name
        name = "saturate"
    if name not in accumulator.SATURATIONS:
        raise LanewiseError("AIE-002", asked=name, what="saturation mode", known=", ".join(accumulator.SATURATIONS))
    return name


def check_shift(op: str, shift: int, low: int, high: int, chip: Chip | None) -> int:
    if not low <= shift <= high:
        raise LanewiseError("AIE-005", op=op, shift=shift, chip=chip.name if chip else "every chip", low=low, high=high)
    return int(shift)
