"""Arrays of lanes: the engine's loops where it is there, else the definition one value at a time.

Accumulator lanes lie in int32, int64 or 16-byte words, sign extended, exactly as in the memory of a core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from lanewise.isa.aie.types import LaneType
from lanewise.machine.engine import native
from lanewise.numerics import accumulator

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
    wrapped = _each(lambda v: accumulator.wrap(int(v), bits), objects)
    if bits <= 64:
        return wrapped.astype(storage(bits))
    lanes = np.empty(objects.shape, WIDE)
    lanes["low"] = _each(lambda v: v & (2**64 - 1), wrapped).astype(np.uint64)
    lanes["high"] = _each(lambda v: v >> 64, wrapped).astype(np.int64)
    return lanes


def _each(function: Callable[[Any], Any], values: Array) -> Array:
    if values.size == 0:
        return values.astype(object)
    return np.asarray(np.frompyfunc(function, 1, 1)(values), dtype=object)


def _engine() -> Any:
    return getattr(native(required=True), "aie", None)


def _words(lanes: Array) -> Array:
    """The same memory, as the engine takes it."""
    return lanes.view(np.uint64) if lanes.dtype == WIDE else lanes


def srs(lanes: Array, shift: int, rounding: str, saturation: str, to: LaneType) -> tuple[Array, bool]:
    """Results of type `to`, and whether one was clamped."""
    lanes = np.ascontiguousarray(lanes)
    engine = _engine()
    if engine is None:
        exact = _each(lambda a: accumulator.shift_round(a, shift, rounding), integers(lanes))
        fitted = _each(lambda t: accumulator.fit(t, to.bits, to.kind == "i", saturation), exact)
        return fitted.astype(to.dtype), saturation != "none" and bool((fitted != exact).any())
    results = np.empty(lanes.shape, to.dtype)
    modes = accumulator.ROUNDINGS.index(rounding), accumulator.SATURATIONS.index(saturation)
    return results, engine.srs(_words(lanes), results, shift, *modes, to.bits, lanes.dtype == WIDE)


def ups(values: Array, shift: int, bits: int) -> tuple[Array, bool]:
    """Accumulator lanes of `bits` bits, and whether one lost bits at its top."""
    values = np.ascontiguousarray(values)
    engine = _engine()
    if engine is None:
        exact = values.astype(object) << shift
        lanes = from_integers(exact, bits)
        return lanes, bool((integers(lanes) != exact).any())
    lanes = np.empty(values.shape, storage(bits))
    return lanes, engine.ups(values, _words(lanes), shift, bits)


def to_bfloat16(values: Array, rounding: str) -> Array:
    values = np.ascontiguousarray(values, np.float32)
    engine = _engine()
    if engine is None:
        bits = _each(lambda b: accumulator.bfloat16_bits(b, rounding), values.view(np.uint32).astype(object))
        return bits.astype(np.uint16).view(BFLOAT16)
    results = np.empty(values.shape, np.uint16)
    engine.to_bfloat16(values, results, accumulator.ROUNDINGS.index(rounding))
    return results.view(BFLOAT16)


def _fold(lanes: Array, bits: int, component: Any, sums: Array) -> bool:
    """Adds exact sums to lanes, without the engine."""
    exact = integers(lanes[component]) + sums
    lanes[component] = from_integers(exact, bits)
    return bool((integers(lanes[component]) != exact).any())


def _places(lanes: Array, parts: Sequence[Any]) -> list[tuple[Any, int, int]]:
    """For every component: its index, the first lane of it, and the distance to the next."""
    if len(parts) == 1:
        return [((...,), 0, 1)]
    return [((..., 0), 0, 2), ((..., 1), 1, 2)]


def mac(lanes: Array, bits: int, parts: Sequence[Sequence[Product]]) -> bool:
    """lanes += the sum of products, for each component. True when a sum left the lane. Factors are int64."""
    overflow = False
    engine = _engine()
    for (component, first, step), products in zip(_places(lanes, parts), parts, strict=True):
        if engine is None:
            sums = sum((-1 if minus else 1) * (a.astype(object) * b.astype(object)) for a, b, minus in products)
            overflow |= _fold(lanes, bits, component, np.asarray(sums, dtype=object))
        else:
            overflow |= engine.mac(_words(lanes), bits, first, step, list(products))
    return overflow


def matmul(lanes: Array, bits: int, parts: Sequence[Sequence[Product]]) -> bool:
    """lanes[m, n] += the sum of matrix products, for each component."""
    overflow = False
    engine = _engine()
    for (component, first, step), products in zip(_places(lanes, parts), parts, strict=True):
        if engine is None:
            sums = sum((-1 if minus else 1) * (a.astype(object) @ b.astype(object)) for a, b, minus in products)
            overflow |= _fold(lanes, bits, component, np.asarray(sums, dtype=object))
        else:
            (m, k), (_, n) = products[0][0].shape, products[0][1].shape
            flat = [(a.reshape(-1), b.reshape(-1), minus) for a, b, minus in products]
            overflow |= engine.matmul(_words(lanes), bits, first, step, flat, m, k, n)
    return overflow


def slide(
    lanes: Array, bits: int, parts: Sequence[Sequence[Product]], start: int, step_x: int, step_y: int
) -> bool:
    """lanes[l] += the sum over points p of coefficients[p] * data[start + l * step_y + p * step_x]; data wrap around.

    A product is (data, coefficients, minus); data may be strided, coefficients are int64.
    """
    overflow = False
    engine = _engine()
    count = lanes.shape[0]
    for (component, first, step), products in zip(_places(lanes, parts), parts, strict=True):
        if engine is None:
            sums: Any = 0
            for data, coefficients, minus in products:
                points = np.arange(len(coefficients)) * step_x
                index = (start + np.arange(count)[:, None] * step_y + points) % len(data)
                terms = data[index].astype(object) * coefficients.astype(object)
                sums = sums + (-1 if minus else 1) * terms.sum(axis=1)
            overflow |= _fold(lanes, bits, component, np.asarray(sums, dtype=object))
        else:
            overflow |= engine.slide(
                _words(lanes), bits, first, step, list(products), count, start, step_x, step_y
            )
    return overflow
