"""All lanes to one number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import arithmetic, floats
from lanewise.isa.aie.env import current
from lanewise.isa.aie.record import ORDERED, Operation, lanes
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.isa.aie.vectors import Vector, refuse, zeros


def _fold(v: Vector, step: Callable[[Vector, Vector], Vector]) -> Any:
    """The upper half meets the lower one until one lane is left."""
    if v.size & (v.size - 1):
        raise refuse("reduce", "no_halving", size=v.size)
    while v.size > 1:
        v = step(v.extract(v.size // 2, 0), v.extract(v.size // 2, 1))
    return v.get(0)


def reduce_add(v: Vector) -> Any:
    """Integers wrap at their lane; bfloat16 is summed as float and rounded once."""
    if v.type.name != "bfloat16":
        return _fold(v, arithmetic.add)
    total = _fold(Vector(v.data.astype(np.float32), LANE_TYPES["float"]), arithmetic.add)
    return arithmetic.to_float(Vector(np.array([total], np.float32), LANE_TYPES["float"]), "bfloat16").get(0)


def reduce_max(v: Vector) -> Any:
    """The largest lane; complex ones are ordered by their real parts, then by their imaginary ones."""
    return _last(v) if v.type.is_complex else _fold(v, arithmetic.max)


def reduce_min(v: Vector) -> Any:
    """The smallest lane."""
    return _last(v, first=True) if v.type.is_complex else _fold(v, arithmetic.min)


def _last(v: Vector, first: bool = False) -> Any:
    order = sorted(range(v.size), key=lambda i: (v.data[i, 0], v.data[i, 1]))
    return v.get(order[0 if first else -1])


def reduce_mul(v: Vector) -> Any:
    return _fold(v, _product)


def _product(a: Vector, b: Vector) -> Vector:
    if a.type.is_complex:
        raise refuse("reduce_mul", "type", type=a.type)
    if a.type.is_float:
        wide = floats.multiply(current("reduce_mul"), a.data.astype(np.float32), b.data.astype(np.float32))
        return arithmetic.to_float(Vector(wide, LANE_TYPES["float"]), a.type)
    with np.errstate(over="ignore"):
        return Vector(arithmetic.wrapped(a.data.astype(np.int64) * b.data.astype(np.int64), a.type), a.type)


def reduce_add_v(*vectors: Vector) -> Vector:
    """The sums of several vectors, in the low lanes of one."""
    out = zeros(vectors[0].type, vectors[0].size)
    for lane, v in enumerate(vectors):
        out.set(reduce_add(v), lane)
    return out


_NUMBERS = ORDERED + "cz"
_COMPARED = ORDERED + "c"
OPERATIONS = (
    Operation("reduce_add", "reduction", "The sum of all lanes; integers wrap", reduce_add,
              lanes(_NUMBERS, 1, lambda t: f"{t} number"), ("aie::reduce_add",), "v", "aie::reduce_add({v})",
              ("reduce_order", "reduce_bfloat16", "float_denormals"), ("rounding",), timing="alu"),
    Operation("reduce_add_v", "reduction", "The sums of several vectors, in the low lanes of one", reduce_add_v,
              lanes(_NUMBERS), ("aie::reduce_add_v",), policies=("reduce_order", "reduce_bfloat16"),
              modes=("rounding",), timing="alu"),
    Operation("reduce_max", "reduction", "The largest lane", reduce_max, lanes(_COMPARED, 1, lambda t: f"{t} number"),
              ("aie::reduce_max",), "v", "aie::reduce_max({v})", ("reduce_order", "complex_order"), timing="alu"),
    Operation("reduce_min", "reduction", "The smallest lane", reduce_min, lanes(_COMPARED, 1, lambda t: f"{t} number"),
              ("aie::reduce_min",), "v", "aie::reduce_min({v})", ("reduce_order", "complex_order"), timing="alu"),
    Operation("reduce_mul", "reduction", "The product of all lanes; integers wrap", reduce_mul,
              lanes(ORDERED, 1, lambda t: f"{t} number"), ("aie::reduce_mul",), "v", "aie::reduce_mul({v})",
              ("reduce_order", "float_denormals"), ("rounding",), timing="alu"),
)
