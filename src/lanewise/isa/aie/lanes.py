"""Arrays of lanes. Those of accumulators lie in int32, int64 or 16-byte words, sign extended, as in a core's memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

Array = np.ndarray[Any, Any]
Product = tuple[Array, Array, bool]  # two factors, and whether their product is subtracted

WIDE = np.dtype([("low", "<u8"), ("high", "<i8")])  # an 80-bit lane
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


def storage(bits: int) -> np.dtype[Any]:
    """How a lane of so many bits is kept."""
    return np.dtype(np.int32) if bits <= 32 else np.dtype(np.int64) if bits <= 64 else WIDE


def integers(lanes: Array) -> Array:
    """Lanes as Python integers."""
    if lanes.dtype != WIDE:
        return lanes.astype(object)
    return (lanes["high"].astype(object) << 64) | lanes["low"].astype(object)


def from_integers(values: Any, bits: int) -> Array:
    """Lanes of the low bits of Python integers."""
    objects = np.asarray(values, dtype=object)
    wrapped = _wrapped(objects, bits)
    if bits <= 64:
        return wrapped.astype(storage(bits))
    lanes = np.empty(objects.shape, WIDE)
    lanes["low"] = (wrapped & (2**64 - 1)).astype(np.uint64)
    lanes["high"] = (wrapped >> 64).astype(np.int64)
    return lanes


def _wrapped(objects: Array, bits: int) -> Array:
    """accumulator.wrap of every one at once."""
    low = objects & ((1 << bits) - 1)
    return np.asarray(low - ((low >> (bits - 1)) << bits), dtype=object)


def map_integers(function: Callable[[Any], Any], values: Array) -> Array:
    """A function of Python integers on every element."""
    if values.size == 0:
        return values.astype(object)
    return np.asarray(np.frompyfunc(function, 1, 1)(values), dtype=object)
