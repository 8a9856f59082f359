"""Lane-wise operations of the pre-adder: no shift, no rounding, no saturation; integers wrap at their lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import floats
from lanewise.isa.aie.accums import Accum, plus
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.record import ALL, FIRST, LATER, ORDERED, WHOLE, Operation, table
from lanewise.isa.aie.record import lanes as lanes_of
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, LaneType, check_type, lane_type
from lanewise.isa.aie.vectors import Vector, as_vectors, refuse

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
    core = current(op)
    return Vector(core.unit.to_bfloat16(exact, core.rounding) if type.bits == 16 else exact, type)


def _wide(v: Vector) -> Array:
    return v.data.astype(np.float32 if v.type.is_float else np.int64)


def _sum(op: str, a: Any, b: Any, minus: bool) -> Any:
    if isinstance(a, Accum):
        return plus(a, b, minus)
    x, y = as_vectors(op, a, b)
    if x.type.is_float:
        core = current(op)
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
        raise refuse(op, "type", type=x.type)
    core = current(op)
    exact = _wide(x) - _wide(y) if minus else _wide(x) + _wide(y)
    results, clamped = core.unit.srs(exact, 0, core.rounding, core.saturation, x.type)
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
    return _component(v, 0)


def imag(v: Vector) -> Vector:
    return _component(v, 1)


def _component(v: Vector, which: int) -> Vector:
    if not v.type.is_complex:  # a complex number without an imaginary part
        return Vector(v.data.copy() if which == 0 else np.zeros_like(v.data), v.type)
    return Vector(np.ascontiguousarray(v.data[:, which]), LANE_TYPES[v.type.name[1:]])


# Comparisons


def _common_type(op: str, a: Any, b: Any) -> tuple[Vector, Vector]:
    x, y = as_vectors(op, a, b)
    if x.type.is_complex and op not in ("eq", "neq"):
        raise refuse(op, "complex_order")
    return x, y


def _compare(op: str, a: Any, b: Any, test: Callable[[Array, Array], Array]) -> Mask:
    x, y = _common_type(op, a, b)
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
        raise refuse("select", "mask_size", size=mask.size, lanes=x.size)
    chosen = mask.bits[:, None] if x.type.is_complex else mask.bits
    return Vector(np.where(chosen, y.data, x.data).astype(x.type.dtype), x.type)


def max(a: Any, b: Any) -> Vector:
    """b where a < b, else a."""
    x, y = _common_type("max", a, b)
    return select(x, y, lt(x, y))


def min(a: Any, b: Any) -> Vector:
    x, y = _common_type("min", a, b)
    return select(x, y, lt(y, x))


def max_cmp(a: Any, b: Any) -> tuple[Vector, Mask]:
    """The larger lanes, and where the second was taken."""
    x, y = _common_type("max_cmp", a, b)
    return max(x, y), lt(x, y)


def min_cmp(a: Any, b: Any) -> tuple[Vector, Mask]:
    x, y = _common_type("min_cmp", a, b)
    return min(x, y), gt(x, y)


def maxdiff(a: Any, b: Any) -> Vector:
    """a - b where that is positive, else 0."""
    x, y = _common_type("maxdiff", a, b)
    if x.type.is_float:
        return max(sub(x, y), 0)
    return _result("maxdiff", x.type, np.maximum(_wide(x) - _wide(y), 0))


def clamp(v: Vector, low: Any, high: Any) -> Vector:
    return min(max(v, low), high)


# Bits


def _integer(op: str, v: Vector) -> Vector:
    if v.type.is_float or v.type.is_complex:
        raise refuse(op, "type", type=v.type)
    return v


def _fixed(op: str, v: Vector) -> Vector:
    if v.type.is_float:
        raise refuse(op, "type", type=v.type)
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
    return _result("upshift", _fixed("upshift", v).type, _wide(v) << shift)


def downshift(v: Vector, shift: int) -> Vector:
    """Arithmetic; no rounding mode counts."""
    return _result("downshift", _fixed("downshift", v).type, _wide(v) >> shift)


def logical_downshift(v: Vector, shift: int) -> Vector:
    """Zeros come in at the top."""
    bits = _integer("logical_downshift", v).type.bits
    return _result("logical_downshift", v.type, (_wide(v) & ((1 << bits) - 1)) >> shift)


# Between floats and integers


def to_fixed(v: Vector, type: str | LaneType = "int32", shift: int = 0) -> Vector:
    """round(v * 2**shift), clamped; NaN gives 0. The rounding is a policy of the chip."""
    core = current("to_fixed")
    to = check_type(lane_type(type), core.family)
    if not v.type.is_float or to.is_float or v.type.is_complex != to.is_complex:
        raise refuse("to_fixed", "no_conversion", type=v.type, to=to)
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
    native = LANE_TYPES["int32"] if to.bits == 16 and core.policy("float_to_fixed") == "by_width" else to
    results, _ = core.unit.srs(fixed, _FRACTION, rounding, "saturate", native)
    return Vector(results.astype(to.dtype), to)


_FRACTION = 24  # bits below the point that rounding looks at, the lowest standing for all below it


def to_float(v: Vector, type: str | LaneType = "float", shift: int = 0) -> Vector:
    """v / 2**shift."""
    core = current("to_float")
    to = check_type(lane_type(type), core.family)
    if not to.is_float or v.type.is_complex != to.is_complex:
        raise refuse("to_float", "no_conversion", type=v.type, to=to)
    exact = np.ldexp(v.data.astype(np.float64), 0 if v.type.is_float else -shift).astype(np.float32)
    return Vector(core.unit.to_bfloat16(exact, core.rounding) if to.bits == 16 else exact, to)


_SUM = ("pre_adder_overflow", "float_denormals", "float_nan", "bfloat16_overflow")
_FLOATS = ("float_denormals", "float_nan", "bfloat16_overflow")
_PRE_ADDER = ("pre_adder_overflow",)
_SATURATING = (*lanes_of(WHOLE, 2, chips=LATER), *lanes_of(WHOLE, 2, chips=FIRST, evidence="assumed"))


def _bits_only(name: str) -> str:
    """The type of a lane's parts."""
    return LANE_TYPES[name].name.removeprefix("c")


def _compares(name: str, meaning: Callable[..., Any], sign: str) -> Operation:
    lane = ORDERED if name not in ("eq", "neq") else ORDERED + "cz"
    return Operation(
        name, "comparison", f"mask[i] = a[i] {sign} b[i]", meaning, lanes_of(lane, 2, "mask"), (f"aie::{name}",), "a b",
        f"aie::{name}({{a}}, {{b}})", timing="alu",
    )


OPERATIONS = (
    Operation("add", "arithmetic", "a + b lane by lane; integers wrap, no mode counts. Accumulators add, too", add,
              lanes_of(ALL, 2), ("aie::add", "add"), "a b", "aie::add({a}, {b})", _SUM, ("rounding",),
              ("accumulator_overflow",), timing="alu"),
    Operation("sub", "arithmetic", "a - b lane by lane; integers wrap, no mode counts. Accumulators subtract, too", sub,
              lanes_of(ALL, 2), ("aie::sub", "sub"), "a b", "aie::sub({a}, {b})", _SUM, ("rounding",),
              ("accumulator_overflow",), timing="alu"),
    Operation("saturating_add", "arithmetic", "a + b by way of the accumulator: the saturation mode counts",
              saturating_add, _SATURATING, ("aie::saturating_add",), "a b", "aie::saturating_add({a}, {b})",
              ("unsigned_symmetric",), ("saturation",), ("srs_saturated",), timing="alu"),
    Operation("saturating_sub", "arithmetic", "a - b by way of the accumulator: the saturation mode counts",
              saturating_sub, _SATURATING, ("aie::saturating_sub",), "a b", "aie::saturating_sub({a}, {b})",
              ("unsigned_symmetric",), ("saturation",), ("srs_saturated",), timing="alu"),
    Operation("neg", "arithmetic", "-v; the lowest integer stays as it is", neg, lanes_of(ALL, 1),
              ("aie::neg", "neg"), "v", "aie::neg({v})", _PRE_ADDER, timing="alu"),
    Operation("abs", "arithmetic", "|v|; the lowest integer stays as it is", abs, lanes_of(ORDERED, 1),
              ("aie::abs", "abs"), "v", "aie::abs({v})", _PRE_ADDER, timing="alu"),
    Operation("conj", "arithmetic", "(re, -im)", conj, lanes_of("cz", 1), ("aie::conj", "conj"), "v",
              "aie::conj({v})", _PRE_ADDER, timing="alu"),
    Operation("real", "reshape", "The real parts", real, lanes_of(ALL, 1, _bits_only), ("aie::real", "real"), "v",
              "aie::real({v})", timing="alu"),
    Operation("imag", "reshape", "The imaginary parts", imag, lanes_of(ALL, 1, _bits_only), ("aie::imag", "imag"),
              "v", "aie::imag({v})", timing="alu"),
    _compares("lt", lt, "<"),
    _compares("le", le, "<="),
    _compares("gt", gt, ">"),
    _compares("ge", ge, ">="),
    _compares("eq", eq, "=="),
    _compares("neq", neq, "!="),
    Operation("equal", "comparison", "Whether all lanes are equal", equal, lanes_of(ORDERED, 2, "bool"),
              ("aie::equal",), "a b", "aie::equal({a}, {b})", timing="alu"),
    Operation("not_equal", "comparison", "Whether a lane differs", not_equal, lanes_of(ORDERED, 2, "bool"),
              ("aie::not_equal",), "a b", "aie::not_equal({a}, {b})", timing="alu"),
    Operation("select", "reshape", "b where the mask is set, else a", select, lanes_of(ALL, 2), ("aie::select",),
              "a b mask:mask", "aie::select({a}, {b}, {mask})", timing="alu"),
    Operation("max", "comparison", "b where a < b, else a", max, lanes_of(ORDERED, 2), ("aie::max", "max"), "a b",
              "aie::max({a}, {b})", timing="alu"),
    Operation("min", "comparison", "b where b < a, else a", min, lanes_of(ORDERED, 2), ("aie::min", "min"), "a b",
              "aie::min({a}, {b})", timing="alu"),
    Operation("max_cmp", "comparison", "The larger lanes, and a mask of those that came from b", max_cmp,
              lanes_of(ORDERED, 2), ("aie::max_cmp",), "a b", "aie::max_cmp({a}, {b})", evidence="inferred",
              timing="alu"),
    Operation("min_cmp", "comparison", "The smaller lanes, and a mask of those that came from b", min_cmp,
              lanes_of(ORDERED, 2), ("aie::min_cmp",), "a b", "aie::min_cmp({a}, {b})", evidence="inferred",
              timing="alu"),
    Operation("maxdiff", "comparison", "a - b where that is positive, else 0", maxdiff, lanes_of(ORDERED, 2),
              ("aie::maxdiff",), "a b", "aie::maxdiff({a}, {b})", _SUM, ("rounding",), timing="alu"),
    Operation("clamp", "comparison", "min(max(v, low), high)", clamp, lanes_of(ORDERED, 1), ("aie::clamp",),
              "v low:lane high:lane", "aie::clamp({v}, {low}, {high})", timing="alu"),
    Operation("bit_and", "bit", "a & b", bit_and, lanes_of(WHOLE, 2), ("aie::bit_and", "band"), "a b",
              "aie::bit_and({a}, {b})", timing="alu"),
    Operation("bit_or", "bit", "a | b", bit_or, lanes_of(WHOLE, 2), ("aie::bit_or", "bor"), "a b",
              "aie::bit_or({a}, {b})", timing="alu"),
    Operation("bit_xor", "bit", "a ^ b", bit_xor, lanes_of(WHOLE, 2), ("aie::bit_xor", "bxor"), "a b",
              "aie::bit_xor({a}, {b})", timing="alu"),
    Operation("bit_not", "bit", "~v", bit_not, lanes_of(WHOLE, 1), ("aie::bit_not", "bneg"), "v", "aie::bit_not({v})",
              timing="alu"),
    Operation("upshift", "bit", "v << shift; what leaves the lane is lost", upshift, lanes_of(WHOLE + "c", 1),
              ("aie::upshift",), "v shift:bits", "aie::upshift({v}, {shift})", timing="alu"),
    Operation("downshift", "bit", "v >> shift, arithmetic; no rounding mode counts", downshift,
              lanes_of(WHOLE + "c", 1), ("aie::downshift",), "v shift:bits", "aie::downshift({v}, {shift})",
              timing="alu"),
    Operation("logical_downshift", "bit", "v >> shift; zeros come in at the top", logical_downshift, lanes_of(WHOLE, 1),
              ("aie::logical_downshift",), "v shift:bits", "aie::logical_downshift({v}, {shift})", timing="alu"),
    Operation("to_fixed", "fp conversion", "round(v * 2**shift), clamped; NaN gives 0", to_fixed,
              table({("aie",): "float/int8 float/uint8 float/int16 float/int32 cfloat/cint16 cfloat/cint32",
                     LATER: "bfloat16/int8 bfloat16/uint8 bfloat16/int16 bfloat16/uint16 bfloat16/int32 float/int8 "
                            "float/uint8 float/int16 float/uint16 float/int32"}),
              ("aie::to_fixed", "float2fix", "fix"), "v to:type shift:0..16", "aie::to_fixed<{to}>({v}, {shift})",
              ("float_to_fixed",), ("rounding",), timing="convert"),
    Operation("to_float", "fp conversion", "v / 2**shift", to_float,
              table({FAMILIES: "int32/float int8/float int16/float", ("aie",): "cint16/cfloat cint32/cfloat",
                     LATER: "uint8/float uint16/float int8/bfloat16 int16/bfloat16 int32/bfloat16 float/bfloat16"}),
              ("aie::to_float", "fix2float", "flt"), "v to:type shift:0..16", "aie::to_float<{part}>({v}, {shift})",
              ("bfloat16_overflow", "scalar_bfloat16"), ("rounding",), timing="convert"),
)
