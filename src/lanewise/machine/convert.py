"""Arrays from one element type to another, rounded as the chips round: a bit-exact reference for quantisation."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.machine.border import as_numpy
from lanewise.machine.engine import native
from lanewise.numerics import rounding
from lanewise.numerics.formats import dtype
from lanewise.numerics.rounding import RoundMode

Array = np.ndarray[Any, Any]


def convert(
    array: Any, to: Any, mode: RoundMode = RoundMode.CAST_RINT, saturate: bool = True, engine: str = "fast"
) -> Array:
    """`array` as elements of type `to`. A float array converted to its own type is rounded to whole numbers."""
    source = as_numpy(array)
    kind, target = dtype(source.dtype), dtype(to)
    extension = native(required=engine != "definition")
    if engine == "definition" or extension is None:
        return rounding.convert(source, kind, target, RoundMode(mode), saturate)
    flat = np.ascontiguousarray(source).reshape(-1)
    out = np.empty(flat.shape, target.numpy)
    extension.convert(kind.code, target.code, int(mode), saturate, flat.view(np.uint8), out.view(np.uint8))
    return out.reshape(source.shape)
