"""Roots, inverses and angles: the nearest number, where hardware approximates (policies elementary and angles)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.aie import arithmetic, floats
from lanewise.aie.accums import Accum
from lanewise.aie.cores import Core, current_core
from lanewise.aie.lanes import Array
from lanewise.aie.vectors import Vector, as_vectors, refuse
from lanewise.isa.aie.types import LANE_TYPES, LaneType, check_type, lane_type

_FLOAT = LANE_TYPES["float"]
_FULL_TURN, _ONE = 2.0**32, 32768.0


def _given(op: str, x: Any) -> Vector:
    """A vector of floats; a plain number is one lane."""
    v = x.to_vector("float") if isinstance(x, Accum) else x
    if not isinstance(v, Vector):
        v = Vector(np.array([v], np.float32), _FLOAT)
    if not v.type.is_float or v.type.is_complex:
        raise refuse(op, f"it takes floats, not {v.type}")
    return v


def _by_double(core: Core, data: Array, function: Callable[[Array], Array]) -> Array:
    with np.errstate(all="ignore"):
        exact = function(floats.settled(core, data.astype(np.float32)).astype(np.float64))
        return floats.settled(core, exact.astype(np.float32))


def _each(op: str, x: Any, type: str | LaneType | None, function: Callable[[Array], Array]) -> Any:
    core, v = current_core(op), _given(op, x)
    to = v.type if type is None else check_type(lane_type(type), core.family)
    results = Vector(_by_double(core, v.data, function), _FLOAT)
    out = results if to is _FLOAT else arithmetic.to_float(results, to)
    return out if isinstance(x, (Vector, Accum)) else out.get(0)


def inv(x: Any, type: str | LaneType | None = None) -> Any:
    """1 / x of a vector, a float accumulator or a number; `type` is that of the result."""
    return _each("inv", x, type, lambda d: 1.0 / d)


def sqrt(x: Any, type: str | LaneType | None = None) -> Any:
    return _each("sqrt", x, type, np.sqrt)


def invsqrt(x: Any, type: str | LaneType | None = None) -> Any:
    """1 / sqrt(x)."""
    return _each("invsqrt", x, type, lambda d: 1.0 / np.sqrt(d))


def tanh(x: Any, type: str | LaneType | None = None) -> Any:
    return _each("tanh", x, type, np.tanh)


def exp2(x: Any, type: str | LaneType | None = None) -> Any:
    """2 to the power of x."""
    return _each("exp2", x, type, np.exp2)


def _angle(op: str, x: Any, function: Callable[[Array], Array]) -> Any:
    """Of floats in radians; of integers, 2**32 to a turn, with 15 fractional bits (policy angles)."""
    by_unit = current_core(op).policy("angles") == "unit"
    whole = x.type.name == "int32" if isinstance(x, Vector) else isinstance(x, (int, np.integer))
    if not whole and by_unit:
        return _each(op, x, None, lambda d: _fixed_angle(_phase(d), by_unit, function) / _ONE)
    if not whole:
        return _each(op, x, None, function)
    phase = x.data.astype(np.int64) if isinstance(x, Vector) else np.array([int(x)])
    out = Vector(_fixed_angle(phase, by_unit, function).astype(np.int16), LANE_TYPES["int16"])
    return out if isinstance(x, Vector) else out.get(0)


def _phase(radians: Array) -> Array:
    """2**32 to a turn, cut off. What is no number has no phase."""
    turns = radians / (2 * np.pi)
    turns = np.where(np.abs(turns) < 2.0**53, turns, 0.0)
    return np.floor((turns - np.floor(turns)) * _FULL_TURN).astype(np.int64)


def _fixed_angle(phase: Array, by_unit: bool, function: Callable[[Array], Array]) -> Array:
    """With 15 fractional bits. A unit looks at the upper 20 bits of the phase."""
    taken = phase & ~np.int64(0xFFF) if by_unit else phase
    return np.minimum(np.rint(function(taken.astype(np.float64) * (2 * np.pi / _FULL_TURN)) * _ONE), _ONE - 1)


def sin(x: Any) -> Any:
    """Of floats in radians, or of int32 phases that turn once in 2**32, as int16 with 15 fractional bits."""
    return _angle("sin", x, np.sin)


def cos(x: Any) -> Any:
    return _angle("cos", x, np.cos)


def sincos(x: Any) -> tuple[Any, Any]:
    return sin(x), cos(x)


def sincos_complex(x: Any) -> Any:
    """cos + i sin: cint16 of phases, cfloat of floats."""
    s, c = sincos(x)
    if not isinstance(x, Vector):
        return c, s
    return Vector(np.stack([c.data, s.data], -1), LANE_TYPES["cint16" if s.type.name == "int16" else "cfloat"])


def div(a: Any, b: Any) -> Vector:
    """a times the inverse of b, which is rounded to the lane's type first."""
    x, y = as_vectors("div", a, b)
    if not x.type.is_float:
        raise refuse("div", f"it takes floats, not {x.type}")
    core = current_core("div")
    quotient = floats.multiply(core, x.data.astype(np.float32), inv(y).data.astype(np.float32))
    return arithmetic.to_float(Vector(quotient, _FLOAT), x.type) if x.type is not _FLOAT else Vector(quotient, _FLOAT)
