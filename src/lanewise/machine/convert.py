"""Arrays from one element type to another, rounded as the chips round: a bit-exact reference for quantisation."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.machine.border import as_numpy
from lanewise.machine.engine import native
from lanewise.numerics import rounding
from lanewise.numerics.formats import DType, dtype
from lanewise.numerics.rounding import RoundMode

Array = np.ndarray[Any, Any]

_AT_ONCE = 4096  # elements


def convert(
    array: Any, to: Any, mode: RoundMode | str = RoundMode.CAST_RINT, saturate: bool = True, engine: str = "fast",
    source: Any = None, chip: Any = None,
) -> Array:
    """`array` as elements of type `to`, rounded by `mode`: "rint" (to nearest, ties to even), "round" (ties away from
    zero), "floor", "ceil", "trunc", "odd", or a RoundMode. A float array converted to its own type is rounded to whole
    numbers.

    With `saturate`, as chips do unless told otherwise, what is too large becomes the largest number of the type, also
    an infinity, and NaN becomes 0. With `saturate=False` floats keep infinities and NaN, as in numpy and ml_dtypes,
    and integers wrap.

    With `chip` the chip's own Cast computes it, with its defaults; what the chip does not convert is refused.

    Types that numpy does not know are arrays of bytes: name such a `source`. A byte of fp4x2 holds two values, so its
    arrays are half as long.
    """
    values, mode = as_numpy(array), _mode(mode)
    kind, target = dtype(values.dtype if source is None else source), dtype(to)
    if chip is not None:
        return _cast_on_core(chip, values, kind, target, mode)
    if _pairs(kind):
        values = np.stack([values & 15, values >> 4], axis=-1).reshape(*values.shape[:-1], -1)
    out = _convert(values, kind, target, mode, saturate, engine)
    return out[..., 0::2] | out[..., 1::2] << 4 if _pairs(target) else out


def _mode(mode: RoundMode | str) -> RoundMode:
    if not isinstance(mode, str):
        return RoundMode(mode)
    name = mode.upper() if mode.upper().startswith("CAST_") else f"CAST_{mode.upper()}"
    if name not in RoundMode.__members__:
        known = ", ".join(one.removeprefix("CAST_").lower() for one in RoundMode.__members__)
        raise ValueError(f"there is no rounding mode {mode!r}; there are {known}")
    return RoundMode[name]


def _cast_on_core(chip: Any, values: Array, kind: DType, target: DType, mode: RoundMode) -> Array:
    """By Cast of a core, as many elements at a time as its memory holds."""
    from lanewise.isa.catalogue import opcodes
    from lanewise.isa.record import Flag, Overload
    from lanewise.machine.core import core

    flat, out = np.ascontiguousarray(values).reshape(-1), np.empty(values.size, target.numpy)
    for start in range(0, flat.size, _AT_ONCE):
        piece = flat[start : start + _AT_ONCE]
        with core(chip) as one:
            to = one.ub(np.zeros(piece.size, target.numpy))
            how, flags = int(Overload.COUNT), int(Flag.SET_MASK)
            one.issue(opcodes()["cast"], how, flags, (to, one.ub(piece)), (), piece.size, 1, None, (int(mode),))
            out[start : start + _AT_ONCE] = to.numpy()
    return out.reshape(values.shape)


def _pairs(kind: DType) -> bool:
    return kind.packed and kind.name != "int4"


def _convert(values: Array, kind: DType, target: DType, mode: RoundMode, saturate: bool, engine: str) -> Array:
    extension = native(required=engine != "definition")
    if engine == "definition" or extension is None:
        return rounding.convert(values, kind, target, mode, saturate)
    flat = np.ascontiguousarray(values).reshape(-1)
    out = np.empty(flat.shape, target.numpy)
    extension.convert(kind.code, target.code, int(mode), saturate, flat.view(np.uint8), out.view(np.uint8))
    return out.reshape(values.shape)
