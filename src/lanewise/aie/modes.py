"""Setting and reading the modes of the current core, by name and by the numbers of its family."""

from __future__ import annotations

from lanewise.aie.cores import codes, current_core
from lanewise.errors import LanewiseError
from lanewise.numerics.accumulator import SATURATION_CODES


def set_rounding(mode: str) -> None:
    current_core("set_rounding").rounding = mode


def get_rounding() -> str:
    return current_core("get_rounding").rounding


def swap_rounding(mode: str) -> str:
    """Sets a mode and gives the one it replaces."""
    before = get_rounding()
    set_rounding(mode)
    return before


def set_saturation(mode: str) -> None:
    current_core("set_saturation").saturation = mode


def get_saturation() -> str:
    return current_core("get_saturation").saturation


def swap_saturation(mode: str) -> str:
    before = get_saturation()
    set_saturation(mode)
    return before


def set_rnd(code: int) -> None:
    """The rounding mode by its number, which differs between families."""
    core = current_core("set_rnd")
    known = {number: name for name, number in codes(core.chip).items()}
    if code not in known:
        modes = ", ".join(f"{number} {name}" for number, name in known.items())
        raise LanewiseError("AIE-003", what=f"rounding mode {code}", chip=core.chip.name, known=modes)
    core.rounding = known[code]


def get_rnd() -> int:
    core = current_core("get_rnd")
    return codes(core.chip)[core.rounding]


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
