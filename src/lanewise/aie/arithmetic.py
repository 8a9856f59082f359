"""Lane-wise operations of the pre-adder: no shift, no rounding, no saturation; integers wrap at their lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.aie import floats, lanes
from lanewise.aie.accums import Accum, plus
from lanewise.aie.cores import current_core
from lanewise.aie.lanes import Array
from lanewise.aie.masks import Mask
from lanewise.aie.vectors import Vector, as_vectors, refuse
from lanewise.isa.aie.types import LANE_TYPES, LaneType, check_type, lane_type

_CONVERSION_ROUNDING = {4: "symmetric_zero", 8: "symmetric_zero"}


def wrapped(values: Array, type: LaneType) -> Array:
    """int64 values in lanes of an integer type."""
    if type.bits != 4:
        return values.astype(type.dtype)
    low = values & 15
    return (np.where(low >= 8, low - 16, low) if type.kind == "i" else low).astype(type.dtype)


def _result(op: str, type: LaneType, exact: Array) -> Vector:
    """Integers wrap; bfloat16 results are rounded from float by the core's mode."""
    if not type.is_float:
        return Vector(wrapped(exact, type), type)
    core = current_core(op)
    return Vector(lanes.to_bfloat16(exact, core.rounding) if type.bits == 16 else exact, type)


def _wide(v: Vector) -> Array:
    return v.data.astype(np.float32 if v.type.is_float else np.int64)


def _sum(op: str, a: Any, b: Any, minus: bool) -> Any:
    if isinstance(a, Accum):
        return plus(a, b, minus)
    x, y = as_vectors(op, a, b)
    if x.type.is_float:
        core = current_core(op)
        return _result(op, x.type, floats.add(core, _wide(x), -_wide(y) if minus else _wide(y)))
    return _result(op, x.type, _wide(x) - _wide(y) if minus else _wide(x) + _wide(y))


def add(a: Any, b: Any) -> Any:
    """a + b of vectors, numbers and accumulators."""
    return _sum("add", a, b, False)


def sub(a: Any, b: Any) -> Any:
    return _sum("sub", a, b, True)


def _saturating(op: str, a: Any, b: Any, minus: bool) -> Vector:
    x, y = as_vectors(op, a, b)
    if x.type.is_float:
        raise refuse(op, f"it does not take {x.type}")
    core = current_core(op)
    exact = _wide(x) - _wide(y) if minus else _wide(x) + _wide(y)
    results, clamped = lanes.srs(exact, 0, core.rounding, core.saturation, x.type)
    core.note("srs_saturated", clamped)
    return Vector(results, x.type)


def saturating_add(a: Any, b: Any) -> Vector:
    """a + b by way of the accumulator: the saturation mode counts."""
    return _saturating("saturating_add", a, b, False)


def saturating_sub(a: Any, b: Any) -> Vector:
    return _saturating("saturating_sub", a, b, True)


def neg(v: Vector) -> Vector:
    return Vector(-v.data, v.type) if v.type.is_float else _result("neg", v.type, -_wide(v))


def abs(v: Vector) -> Vector:
    return Vector(np.abs(v.data), v.type) if v.type.is_float else _result("abs", v.type, np.abs(_wide(v)))


def conj(v: Vector) -> Vector:
    if not v.type.is_complex:
        return v.copy()
    out = _wide(v)
    out[:, 1] = -out[:, 1]
    return _result("conj", v.type, out)


def real(v: Vector) -> Vector:
    return _component("real", v, 0)


def imag(v: Vector) -> Vector:
    return _component("imag", v, 1)


def _component(op: str, v: Vector, which: int) -> Vector:
    if not v.type.is_complex:
        raise refuse(op, f"{v.type} is not complex")
    return Vector(np.ascontiguousarray(v.data[:, which]), LANE_TYPES[v.type.name[1:]])


# Comparisons


def _ordered(op: str, a: Any, b: Any) -> tuple[Vector, Vector]:
    x, y = as_vectors(op, a, b)
    if x.type.is_complex and op not in ("eq", "neq"):
        raise refuse(op, "complex numbers have no order")
    return x, y


def _compare(op: str, a: Any, b: Any, test: Callable[[Array, Array], Array]) -> Mask:
    x, y = _ordered(op, a, b)
    found = np.asarray(test(_wide(x), _wide(y)))
    if found.ndim == 2:  # both parts of a complex number count
        found = np.asarray(found.any(axis=1) if op == "neq" else found.all(axis=1))
    return Mask(found)


def lt(a: Any, b: Any) -> Mask:
    return _compare("lt", a, b, np.less)


def le(a: Any, b: Any) -> Mask:
    return _compare("le", a, b, np.less_equal)


def gt(a: Any, b: Any) -> Mask:
    return _compare("gt", a, b, np.greater)


def ge(a: Any, b: Any) -> Mask:
    return _compare("ge", a, b, np.greater_equal)


def eq(a: Any, b: Any) -> Mask:
    return _compare("eq", a, b, np.equal)


def neq(a: Any, b: Any) -> Mask:
    return _compare("neq", a, b, np.not_equal)


def equal(a: Vector, b: Any) -> bool:
    return eq(a, b).full()


def not_equal(a: Vector, b: Any) -> bool:
    return not equal(a, b)


def select(a: Any, b: Any, mask: Mask) -> Vector:
    """Lane by lane: b where the mask is set, else a."""
    x, y = as_vectors("select", a, b)
    if mask.size != x.size:
        raise refuse("select", f"a mask of {mask.size} lanes does not choose between {x.size} lanes")
    chosen = mask.bits[:, None] if x.type.is_complex else mask.bits
    return Vector(np.where(chosen, y.data, x.data).astype(x.type.dtype), x.type)


def max(a: Any, b: Any) -> Vector:
    """b where a < b, else a."""
    x, y = _ordered("max", a, b)
    return select(x, y, lt(x, y))


def min(a: Any, b: Any) -> Vector:
    x, y = _ordered("min", a, b)
    return select(x, y, lt(y, x))


def maxdiff(a: Any, b: Any) -> Vector:
    """a - b where that is positive, else 0."""
    x, y = _ordered("maxdiff", a, b)
    if x.type.is_float:
        return max(sub(x, y), 0)
    return _result("maxdiff", x.type, np.maximum(_wide(x) - _wide(y), 0))


def clamp(v: Vector, low: Any, high: Any) -> Vector:
    return min(max(v, low), high)


# Bits


def _integer(op: str, v: Vector) -> Vector:
    if v.type.is_float or v.type.is_complex:
        raise refuse(op, f"it does not take {v.type}")
    return v


def _bitwise(op: str, a: Any, b: Any, function: Callable[[Array, Array], Array]) -> Vector:
    x, y = as_vectors(op, a, b)
    return _result(op, _integer(op, x).type, function(_wide(x), _wide(y)))


def bit_and(a: Any, b: Any) -> Vector:
    return _bitwise("bit_and", a, b, np.bitwise_and)


def bit_or(a: Any, b: Any) -> Vector:
    return _bitwise("bit_or", a, b, np.bitwise_or)


def bit_xor(a: Any, b: Any) -> Vector:
    return _bitwise("bit_xor", a, b, np.bitwise_xor)


def bit_not(v: Vector) -> Vector:
    return _result("bit_not", _integer("bit_not", v).type, ~_wide(v))


def upshift(v: Vector, shift: int) -> Vector:
    return _result("upshift", _integer("upshift", v).type, _wide(v) << shift)


def downshift(v: Vector, shift: int) -> Vector:
    """Arithmetic; no rounding mode counts."""
    return _result("downshift", _integer("downshift", v).type, _wide(v) >> shift)


def logical_downshift(v: Vector, shift: int) -> Vector:
    """Zeros come in at the top."""
    bits = _integer("logical_downshift", v).type.bits
    return _result("logical_downshift", v.type, (_wide(v) & ((1 << bits) - 1)) >> shift)


# Between floats and integers


def to_fixed(v: Vector, type: str | LaneType = "int32", shift: int = 0) -> Vector:
    """round(v * 2**shift), clamped; NaN gives 0. The rounding is a policy of the chip."""
    core = current_core("to_fixed")
    to = check_type(lane_type(type), core.family)
    if not v.type.is_float or to.is_float or v.type.is_complex != to.is_complex:
        raise refuse("to_fixed", f"{v.type} does not become {to}")
    if core.policy("float_to_fixed") == "nearest_even":
        rounding = "conv_even"
    elif to.bits == 16 and v.type.bits == 16:
        rounding = "floor"
    else:
        rounding = _CONVERSION_ROUNDING.get(to.bits, core.rounding)
    exact = np.nan_to_num(v.data.astype(np.float64), nan=0.0, posinf=2.0**80, neginf=-(2.0**80))
    scaled = np.clip(np.ldexp(exact, shift + _FRACTION), -(2.0**62), 2.0**62)
    sticky = np.floor(scaled) != scaled
    fixed = np.floor(scaled).astype(np.int64) | sticky
    native = LANE_TYPES["int32"] if to.bits == 16 and core.family != "aie" else to
    results, _ = lanes.srs(fixed, _FRACTION, rounding, "saturate", native)
    return Vector(results.astype(to.dtype), to)


_FRACTION = 24  # bits below the point that rounding looks at, the lowest standing for all below it


def to_float(v: Vector, type: str | LaneType = "float", shift: int = 0) -> Vector:
    """v / 2**shift."""
    core = current_core("to_float")
    to = check_type(lane_type(type), core.family)
    if not to.is_float or v.type.is_complex != to.is_complex:
        raise refuse("to_float", f"{v.type} does not become {to}")
    exact = np.ldexp(v.data.astype(np.float64), 0 if v.type.is_float else -shift).astype(np.float32)
    return Vector(lanes.to_bfloat16(exact, core.rounding) if to.bits == 16 else exact, to)
