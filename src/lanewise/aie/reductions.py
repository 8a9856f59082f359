"""All lanes to one number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.aie import arithmetic, floats
from lanewise.aie.cores import current_core
from lanewise.aie.vectors import Vector, refuse, zeros
from lanewise.isa.aie.types import LANE_TYPES


def _fold(v: Vector, step: Callable[[Vector, Vector], Vector]) -> Any:
    """The upper half meets the lower one until one lane is left."""
    if v.size & (v.size - 1):
        raise refuse("reduce", f"{v.size} lanes do not halve down to one")
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
    return _fold(v, arithmetic.max)


def reduce_min(v: Vector) -> Any:
    return _fold(v, arithmetic.min)


def reduce_mul(v: Vector) -> Any:
    return _fold(v, _product)


def _product(a: Vector, b: Vector) -> Vector:
    if a.type.is_complex:
        raise refuse("reduce_mul", f"it does not take {a.type}")
    if a.type.is_float:
        wide = floats.multiply(current_core("reduce_mul"), a.data.astype(np.float32), b.data.astype(np.float32))
        return arithmetic.to_float(Vector(wide, LANE_TYPES["float"]), a.type)
    with np.errstate(over="ignore"):
        return Vector(arithmetic.wrapped(a.data.astype(np.int64) * b.data.astype(np.int64), a.type), a.type)


def reduce_add_v(*vectors: Vector) -> Vector:
    """The sums of several vectors, in the low lanes of one."""
    out = zeros(vectors[0].type, vectors[0].size)
    for lane, v in enumerate(vectors):
        out.set(reduce_add(v), lane)
    return out
