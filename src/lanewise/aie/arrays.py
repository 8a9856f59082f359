"""Fixed point on whole arrays: millions of values at the engine's speed, for references of quantised code."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.aie.cores import Core, core_or_none
from lanewise.aie.units import unit
from lanewise.chips.chip import Chip
from lanewise.isa.aie import lanes
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.accums import srs as srs_accum
from lanewise.isa.aie.accums import ups as upshifted
from lanewise.isa.aie.arithmetic import wrapped
from lanewise.isa.aie.env import check_rounding, check_saturation, check_shift
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.types import LaneType, Tag, lane_type, tag
from lanewise.isa.aie.unit import Unit
from lanewise.isa.aie.vectors import Vector, infer, refuse
from lanewise.machine.settings import settings

LEAST_SHIFT, MOST_SHIFT = -4, 63  # what some chip allows
_ups_vector = observed("ups")(upshifted)
_WIDTHS = {16: 32, 24: 32, 40: 48, 56: 64, 72: 80}  # tags that no chip has lanes of


def srs(
    values: Any, shift: int, to: Any = "int16", rounding: str | None = None, saturation: str | None = None,
    chip: str | Chip | None = None,
) -> Any:  # fmt: skip
    """Shift-round-saturate of an array of accumulator values, or of an accumulator.

    An array gives an array of `to`: int8, uint8, int16, uint16, int32, uint32, int64 (int4 and uint4 in bytes). Modes
    that are not named are the current core's, else floor and none. Values may be Python integers of up to 80 bits.
    Naming a chip allows its shifts and modes only.
    """
    if isinstance(values, Accum):
        return srs_accum(values, shift, to)
    core = core_or_none() if chip is None else Core(chip)
    kind = lane_type(to)
    if kind.is_float or kind.is_complex:
        raise refuse("srs", "srs_type", kind=kind)
    mode = check_rounding(rounding, core.family if core else None) if rounding else core.rounding if core else "floor"
    fit = check_saturation(saturation) if saturation else core.saturation if core else "none"
    low = -core.fact("srs_left") if core else LEAST_SHIFT
    high = core.fact("srs_right") if core else MOST_SHIFT
    check_shift("srs", shift, low, high, core.family if core else None)
    results, clamped = _unit(core).srs(_lanes("srs", np.asarray(values)), shift, mode, fit, kind)
    if core:
        core.note("srs_saturated", clamped)
    return results


def _unit(core: Core | None) -> Unit:
    return core.unit if core else unit(settings().engine)


def _lanes(op: str, values: Array) -> Array:
    """Any whole numbers as accumulator lanes."""
    if values.dtype == object:
        return lanes.from_integers(values, 80)
    if values.dtype == lanes.WIDE or values.dtype in (np.int32, np.int64):
        return values
    if values.dtype.kind not in "iu" or values.dtype == np.uint64:
        raise refuse(op, "accumulator_array", dtype=values.dtype)
    return values.astype(np.int64)


def ups(values: Any, shift: int = 0, to: str | Tag | None = None, chip: str | Chip | None = None) -> Any:
    """Upshift of an array, or of a vector. An array gives lanes: int32, int64, or pairs of 64-bit words for 80 bits.

    The tag is the narrow one of the chip, of an array acc48, unless named.

    The lane is as wide as the current core makes it for the tag; without a core, as the tag says.
    """
    if isinstance(values, Vector):
        return _ups_vector(values, shift, to)
    core = core_or_none() if chip is None else Core(chip)
    kind = tag(to or "acc48")
    width = kind.lane_bits(core.family) if core else _WIDTHS.get(kind.bits, kind.bits)
    check_shift("ups", shift, 0, core.fact("ups_left") if core else MOST_SHIFT, core.family if core else None)
    given = np.asarray(values)
    if infer(given.reshape(-1)).is_float or kind.is_float:
        raise refuse("ups", "no_fixed_point", dtype=given.dtype)
    found, lost = _unit(core).ups(given, shift, width)
    if core:
        core.note("ups_overflow", lost)
    return found


def to_bfloat16(values: Any, rounding: str | None = None) -> Array:
    """float32 to bfloat16 with any of the ten rounding modes, where the core's is not meant."""
    core = core_or_none()
    mode = check_rounding(rounding, None) if rounding else core.rounding if core else "floor"
    return _unit(core).to_bfloat16(np.asarray(values, np.float32), mode)


def pack(values: Any, to: str | LaneType | None = None) -> Any:
    """The low bits of an array of integers; of a vector, lanes of half the width."""
    if isinstance(values, Vector):
        return values.pack()
    if to is None:
        raise refuse("pack", "pack_type")
    return wrapped(np.asarray(values), lane_type(to))
