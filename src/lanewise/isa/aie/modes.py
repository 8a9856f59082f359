"""Setting and reading the modes of the current core, by name and by the numbers of its family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.isa.aie.env import codes, current
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.types import FAMILIES
from lanewise.numerics.accumulator import SATURATION_CODES


def set_rounding(mode: str) -> None:
    current("set_rounding").rounding = mode


def get_rounding() -> str:
    return current("get_rounding").rounding


def swap_rounding(mode: str) -> str:
    """Sets a mode and gives the one it replaces."""
    before = get_rounding()
    set_rounding(mode)
    return before


def set_saturation(mode: str) -> None:
    current("set_saturation").saturation = mode


def get_saturation() -> str:
    return current("get_saturation").saturation


def swap_saturation(mode: str) -> str:
    before = get_saturation()
    set_saturation(mode)
    return before


def set_rnd(code: int) -> None:
    """The rounding mode by its number, which differs between families."""
    core = current("set_rnd")
    known = {number: name for name, number in codes(core.family).items()}
    if code not in known:
        modes = ", ".join(f"{number} {name}" for number, name in known.items())
        raise LanewiseError("AIE-003", what=f"rounding mode {code}", chip=core.family, known=modes)
    core.rounding = known[code]


def get_rnd() -> int:
    core = current("get_rnd")
    return codes(core.family)[core.rounding]


def clr_rnd() -> None:
    set_rounding("floor")


def set_satmode(code: int) -> None:
    """The saturation mode by its number; 2 is no mode of its own and acts as none."""
    names = {number: name for name, number in SATURATION_CODES.items()}
    if code not in range(4):
        raise LanewiseError("AIE-002", asked=code, what="saturation mode", known="0 none, 1 saturate, 3 symmetric")
    set_saturation(names.get(code, "none"))


def get_satmode() -> int:
    return SATURATION_CODES[get_saturation()]


def set_sat() -> None:
    set_saturation("saturate")


def clr_sat() -> None:
    set_saturation("none")


def set_symsat() -> None:
    set_saturation("symmetric")


get_sat = get_satmode


def _mode(name: str, summary: str, meaning: Callable[..., Any], of: str, sets: bool, api: bool = False) -> Operation:
    names = (f"aie::{name}", name) if api and sets else (f"aie::{name}",) if api else (name,)
    return Operation(name, "configuration" if api else "mode", summary, meaning, (Row(FAMILIES, ("-",)),), names,
                     modes=() if sets else (of,), sets=(of,) if sets else (), policies=("rounding_code",))


OPERATIONS = (
    _mode("set_rounding", "Sets the rounding mode, which stays", set_rounding, "rounding", True, True),
    _mode("get_rounding", "The rounding mode", get_rounding, "rounding", False, True),
    _mode("swap_rounding", "Sets a rounding mode and gives the one before", swap_rounding, "rounding", True, True),
    _mode("set_saturation", "Sets the saturation mode, which stays", set_saturation, "saturation", True, True),
    _mode("get_saturation", "The saturation mode", get_saturation, "saturation", False, True),
    _mode("swap_saturation", "Sets a saturation mode and gives the one before", swap_saturation, "saturation", True,
          True),
    _mode("set_rnd", "Sets the rounding mode by the number that the family gives it", set_rnd, "rounding", True),
    _mode("get_rnd", "The number of the rounding mode", get_rnd, "rounding", False),
    _mode("clr_rnd", "Rounding down: floor", clr_rnd, "rounding", True),
    _mode("set_satmode", "Sets the saturation mode by its number", set_satmode, "saturation", True),
    _mode("get_satmode", "The number of the saturation mode", get_satmode, "saturation", False),
    _mode("get_sat", "The number of the saturation mode", get_sat, "saturation", False),
    _mode("set_sat", "Clamping from now on", set_sat, "saturation", True),
    _mode("set_symsat", "Clamping from now on, never to the lowest number", set_symsat, "saturation", True),
    _mode("clr_sat", "Dropping high bits from now on", clr_sat, "saturation", True),
)
