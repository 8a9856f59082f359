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


def convert(
    array: Any, to: Any, mode: RoundMode = RoundMode.CAST_RINT, saturate: bool = True, engine: str = "fast",
    source: Any = None,
) -> Array:
    """`array` as elements of type `to`. A float array converted to its own type is rounded to whole numbers.

    Types that numpy does not know are arrays of bytes: name such a `source`. A byte of fp4x2 holds two values, so its
    arrays are half as long.
    """
    values = as_numpy(array)
    kind, target = dtype(values.dtype if source is None else source), dtype(to)
    if _pairs(kind):
        values = np.stack([values & 15, values >> 4], axis=-1).reshape(*values.shape[:-1], -1)
    out = _convert(values, kind, target, RoundMode(mode), saturate, engine)
    return out[..., 0::2] | out[..., 1::2] << 4 if _pairs(target) else out


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
