"""Element-wise arithmetic: one source, two sources, or a source and a scalar."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import A2, A3, C310B, C310P, C910, EVERY, NOT_910, OLDER, ON_950
from lanewise.isa.calls import TWO_RESULTS
from lanewise.isa.env import Array, Env, bits, join, part_step, split
from lanewise.isa.form import BINARY, UNARY, VECTOR_SCALAR
from lanewise.isa.record import COUNT, Flag, Instruction, Overload, rows
from lanewise.numerics import exact
from lanewise.numerics.rounding import fit_integers

FAMILY = "arithmetic"
FLOAT_POLICIES = ("float_rounding", "float_saturation", "nan_result")
ARITHMETIC_POLICIES = (*FLOAT_POLICIES, "integer_overflow")
FUNCTION_POLICIES = ("function_accuracy", "function_subnormals", "float_saturation", "nan_result")


def by_side(function: Any) -> Any:
    """A meaning with a scalar, which may stand on either side."""

    def meaning(e: Env, a: Array, s: Array) -> Array:
        return function(e, s, a) if e.has(Flag.SCALAR_LEFT) else function(e, a, s)

    return meaning


# --- meanings -------------------------------------------------------------------------------------------------------


def add(e: Env, a: Array, b: Array) -> Array:
    with np.errstate(invalid="ignore"):
        if e.to.kind == "c":
            (ar, ai), (br, bi) = split(a, e.to), split(b, e.to)
            return join(ar + br, ai + bi, e.to)
        return e.round(e.exact(a) + e.exact(b))


def sub(e: Env, a: Array, b: Array) -> Array:
    with np.errstate(invalid="ignore"):
        if e.to.kind == "c":
            (ar, ai), (br, bi) = split(a, e.to), split(b, e.to)
            return join(ar - br, ai - bi, e.to)
        return e.round(e.exact(a) - e.exact(b))


def mul(e: Env, a: Array, b: Array) -> Array:
    with np.errstate(invalid="ignore", over="ignore"):
        if e.to.kind == "c":
            (ar, ai), (br, bi) = split(a, e.to), split(b, e.to)
            rr, ii, ri, ir = (part_step(x, e.to) for x in (ar * br, ai * bi, ar * bi, ai * br))
            return join(rr - ii, ri + ir, e.to)
        return e.round(e.exact(a) * e.exact(b))


def div(e: Env, a: Array, b: Array) -> Array:
    with np.errstate(all="ignore"):
        if e.to.kind == "c":
            return _div_complex(e, a, b)
        if e.to.is_integer:
            return _div_integer(e, a, b)
        x, y = e.flush(e.exact(a)), e.flush(e.exact(b))
        quotient = e.round(e.flush(_rounded(e, x / y)))
        if e.policy["div_nan"] == "all_ones" and e.to.name == "float":
            return np.where(np.isnan(quotient), np.uint32(0x7FFFFFFF), bits(quotient)).view(np.float32)
        return quotient


def _rounded(e: Env, x: Array) -> Array:
    """Rounded to the type before flushing, so that a value that rounds up to normal is kept."""
    return e.exact(e.round(x)) if e.flushes() else x


def _div_integer(e: Env, a: Array, b: Array) -> Array:
    x, y = e.exact(a), e.exact(b)
    safe = np.where(y == 0, 1, y)
    magnitude = np.abs(x) // np.abs(safe)
    quotient = np.where((x < 0) == (safe < 0), magnitude, -magnitude)
    return fit_integers(np.where(y == 0, -1, quotient), e.to, False)


def _div_complex(e: Env, a: Array, b: Array) -> Array:
    """Smith's method: scale by the larger part of the divisor; a zero divisor divides part by part."""
    (ar, ai), (br, bi) = split(a, e.to), split(b, e.to)

    def r(x: Array) -> Array:
        return part_step(x, e.to)

    wide = np.abs(br) >= np.abs(bi)
    big, small = np.where(wide, br, bi), np.where(wide, bi, br)
    ratio = r(small / big)
    scale = r(big + r(small * ratio))
    ar_ratio, ai_ratio = r(ar * ratio), r(ai * ratio)
    real = r(np.where(wide, ar + ai_ratio, ar_ratio + ai))
    imag = r(np.where(wide, ai - ar_ratio, ai_ratio - ar))
    zero = (br == 0) & (bi == 0)
    real = np.where(zero, r(ar / np.abs(br)), r(real / scale))
    imag = np.where(zero, r(ai / np.abs(bi)), r(imag / scale))
    return join(real, imag, e.to)


def maximum(e: Env, a: Array, b: Array) -> Array:
    return _min_or_max(e, a, b, largest=True)


def minimum(e: Env, a: Array, b: Array) -> Array:
    return _min_or_max(e, a, b, largest=False)


def _min_or_max(e: Env, a: Array, b: Array, largest: bool) -> Array:
    if e.to.is_integer:
        return np.maximum(a, b) if largest else np.minimum(a, b)
    x, y = e.exact(a), e.exact(b)
    with np.errstate(invalid="ignore"):
        pick = np.where((x >= y) if largest else (x <= y), bits(a), bits(b))
    both_zero = (x == 0) & (y == 0)
    zero = (bits(a) & bits(b)) if largest else (bits(a) | bits(b))
    out = np.where(both_zero, zero, pick)
    nan = np.isnan(x) | np.isnan(y)
    return np.where(nan, e.to.quiet_nan, out).astype(bits(a).dtype).view(e.to.numpy)


def absolute(e: Env, a: Array) -> Array:
    source = e.types[1]
    if source.kind == "c":
        re, im = split(a, source)
        with np.errstate(over="ignore", invalid="ignore"):
            total = part_step(re * re, source) + part_step(im * im, source)
            return e.round(np.sqrt(part_step(total, source)))
    if e.to.is_integer:
        return fit_integers(np.abs(e.exact(a)), e.to, False)
    return (bits(a) & ((1 << (e.to.bits - 1)) - 1)).view(e.to.numpy)


def negate(e: Env, a: Array) -> Array:
    if e.to.is_integer:
        return fit_integers(-e.exact(a), e.to, False)
    return (bits(a) ^ np.array(1 << (e.to.bits - 1), bits(a).dtype)).view(e.to.numpy)


def relu(e: Env, a: Array) -> Array:
    return maximum(e, a, np.zeros(a.shape, e.to.numpy))


def leaky_relu(e: Env, a: Array, slope: Array) -> Array:
    negative = np.signbit(e.exact(a))
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = e.round(e.exact(a) * e.exact(slope))
    kept = e.round(e.exact(a))
    return np.where(negative, scaled, kept)


def reciprocal(e: Env, a: Array) -> Array:
    return div(e, np.ones(a.shape, e.to.numpy), a)


def sqrt(e: Env, a: Array) -> Array:
    with np.errstate(invalid="ignore"):
        x = e.flush(e.exact(a))
        return e.round(e.flush(_rounded(e, _above_limit(e, x, np.sqrt(x), 0.0))))


def rsqrt(e: Env, a: Array) -> Array:
    assert e.to.layout is not None
    with np.errstate(all="ignore"):
        x = e.flush(e.exact(a))
        return e.round(e.flush(_rounded(e, _above_limit(e, x, exact.rsqrt(x, e.to.layout), np.inf))))


def _above_limit(e: Env, x: Array, y: Array, value: float) -> Array:
    """The 0-ulp algorithms give up above 2**126."""
    if not e.has(Flag.EXACT) or e.to.name != "float":
        return y
    return np.where(np.isfinite(x) & (x > 2.0**126), value, y)


def exponential(e: Env, a: Array) -> Array:
    assert e.to.layout is not None
    x = e.flush(e.exact(a))
    return e.round(e.flush(_rounded(e, exact.exp(x, e.to.layout))))


def logarithm(e: Env, a: Array) -> Array:
    assert e.to.layout is not None
    x = e.flush(e.exact(a))
    return e.round(e.flush(_rounded(e, exact.ln(x, e.to.layout))))


def multiply_long(e: Env, a: Array, b: Array) -> tuple[Array, Array]:
    product = e.exact(a) * e.exact(b)
    return fit_integers(product, e.to, False), fit_integers(product >> 32, e.to, False)


# --- records --------------------------------------------------------------------------------------------------------

_INT_FLOAT = "int16 half int32 float"
_WIDE = "int64 uint64"
_COMPLEX = "complex32 complex64"
_SHARED = {NOT_910: _INT_FLOAT, (C910,): "half int32 float"}
_SHARED_SCALAR = {NOT_910: _INT_FLOAT, (C910,): "half float"}
_FUNCTION = {EVERY: "half float"}


def _binary(
    name: str, vendor: str, summary: str, meaning: Any, table: Any, count_only: str, **more: Any
) -> Instruction:
    return Instruction(
        name, FAMILY, BINARY, (vendor,), summary, meaning, rows(table, {ON_950: count_only}, 3), **more
    )


def _scalar(
    name: str, vendor: str, summary: str, meaning: Any, table: Any, count_only: str, **more: Any
) -> Instruction:
    return Instruction(
        name,
        FAMILY,
        VECTOR_SCALAR,
        (vendor,),
        summary,
        by_side(meaning),
        rows(table, {ON_950: count_only}, 2),
        flexible=ON_950,
        count_reads_mask=True,
        **more,
    )


def _function(name: str, vendor: str, summary: str, meaning: Any, timing: str, **more: Any) -> Instruction:
    return Instruction(
        name, FAMILY, UNARY, (vendor,), summary, meaning, rows(_FUNCTION, operands=2),
        policies=FUNCTION_POLICIES, saturates=True, algorithms=ON_950, timing=timing, **more,
    )


_COUNT_8_64 = f"int8 uint8 {_WIDE} {_COMPLEX}"
_ALL_950 = f"int8 uint8 int16 uint16 half bfloat16 int32 uint32 float {_WIDE}"

INSTRUCTIONS = (
    _binary("add", "Add", "dst = src0 + src1", add, {ON_950: f"{_ALL_950} {_COMPLEX}", **_SHARED}, _COUNT_8_64,
            operator="+", saturates=True, accumulates=True, policies=ARITHMETIC_POLICIES, timing="add", c="add"),
    _binary("sub", "Sub", "dst = src0 - src1", sub, {ON_950: f"{_ALL_950} {_COMPLEX}", **_SHARED}, _COUNT_8_64,
            operator="-", saturates=True, accumulates=True, policies=ARITHMETIC_POLICIES, timing="add", c="sub"),
    _binary("mul", "Mul", "dst = src0 * src1", mul,
            {ON_950: f"int16 uint16 half bfloat16 int32 uint32 float {_WIDE} {_COMPLEX}", **_SHARED},
            f"{_WIDE} {_COMPLEX}", operator="*", saturates=True, accumulates=True,
            policies=(*ARITHMETIC_POLICIES, "complex_arithmetic"), timing="mul", c="mul"),
    _binary("div", "Div", "dst = src0 / src1", div,
            {ON_950: f"int16 uint16 half int32 uint32 float {_WIDE} {_COMPLEX}", OLDER: "half float"},
            f"{_WIDE} {_COMPLEX}", operator="/", saturates=True, algorithms=ON_950,
            policies=(*FUNCTION_POLICIES, "div_nan", "integer_divide_by_zero", "complex_arithmetic"), timing="div",
            c="div"),
    _binary("max", "Max", "dst = the larger of src0 and src1", maximum, {ON_950: _ALL_950, **_SHARED},
            f"int8 uint8 {_WIDE}", accumulates=True, policies=("max_min_special", "nan_result"), timing="max",
            c="max"),
    _binary("min", "Min", "dst = the smaller of src0 and src1", minimum, {ON_950: _ALL_950, **_SHARED},
            f"int8 uint8 {_WIDE}", accumulates=True, policies=("max_min_special", "nan_result"), timing="max",
            c="min"),
    Instruction("abs", FAMILY, UNARY, ("Abs",), "dst = |src|", absolute,
                rows({ON_950: "int8 int16 half int32 float int64 half/complex32 float/complex64",
                      (A2, A3, C310P, C910): "half float", (C310B,): "int16 half float"},
                     {ON_950: f"int8 int64 {_COMPLEX}"}, 2),
                policies=("integer_minimum", "complex_arithmetic"), timing="abs", c="abs"),
    Instruction("neg", FAMILY, UNARY, ("Neg",), "dst = -src", negate,
                rows({ON_950: "int8 int16 half int32 float int64"}, operands=2, overloads=COUNT),
                policies=("integer_minimum",), timing="neg"),
    Instruction("relu", FAMILY, UNARY, ("Relu",), "dst = max(0, src)", relu,
                rows({ON_950: "half int32 float int64", NOT_910: "half int32 float", (C910,): "half"},
                     {ON_950: "int64"}, 2),
                policies=("max_min_special", "nan_result"), timing="relu", c="relu"),
    Instruction("prelu", FAMILY, BINARY, ("Prelu",), "dst = src0 where src0 >= 0, else src0 * src1", leaky_relu,
                rows({ON_950: "half float"}, operands=3, overloads=COUNT),
                saturates=True, policies=(*FLOAT_POLICIES, "relu_zero"), timing="prelu"),
    Instruction("leaky_relu", FAMILY, VECTOR_SCALAR, ("LeakyRelu",), "dst = src where src >= 0, else scalar * src",
                leaky_relu, rows({(*ON_950, *NOT_910): "half float"}, operands=2), saturates=True,
                count_reads_mask=True, policies=(*FLOAT_POLICIES, "relu_zero"), timing="leaky-relu", c="leakyrelu"),
    _function("exp", "Exp", "dst = e ** src", exponential, "exp", c="exp"),
    _function("ln", "Ln", "dst = natural logarithm of src", logarithm, "ln", c="log"),
    _function("sqrt", "Sqrt", "dst = square root of src", sqrt, "sqrt", c="sqrt"),
    _function("rsqrt", "Rsqrt", "dst = 1 / square root of src", rsqrt, "rsqrt", c="rsqrt"),
    Instruction("reciprocal", FAMILY, UNARY, ("Reciprocal",), "dst = 1 / src", reciprocal,
                rows({ON_950: f"half float {_WIDE}", OLDER: "half float"}, {ON_950: _WIDE}, 2),
                policies=(*FUNCTION_POLICIES, "div_nan", "integer_divide_by_zero"), saturates=True, algorithms=ON_950,
                timing="reciprocal", c="rcp"),
    _scalar("adds", "Adds", "dst = src + scalar", add,
            {ON_950: f"int8 uint8 int16 half bfloat16 int32 float {_WIDE} {_COMPLEX}", **_SHARED_SCALAR},
            _COUNT_8_64, saturates=True, policies=ARITHMETIC_POLICIES, timing="adds", c="add_scalar"),
    _scalar("subs", "Subs", "dst = src - scalar, or scalar - src", sub,
            {ON_950: f"int16 half bfloat16 int32 float {_WIDE} {_COMPLEX}"}, f"{_WIDE} {_COMPLEX}",
            saturates=True, policies=ARITHMETIC_POLICIES, timing="adds"),
    _scalar("muls", "Muls", "dst = src * scalar", mul,
            {ON_950: f"int16 half bfloat16 int32 float {_WIDE} {_COMPLEX}", **_SHARED_SCALAR},
            f"{_WIDE} {_COMPLEX}", saturates=True, policies=(*ARITHMETIC_POLICIES, "complex_arithmetic"),
            timing="muls", c="mul_scalar"),
    _scalar("divs", "Divs", "dst = src / scalar, or scalar / src", div,
            {ON_950: f"half float {_WIDE} {_COMPLEX}"}, f"{_WIDE} {_COMPLEX}", saturates=True,
            policies=(*FUNCTION_POLICIES, "div_nan", "integer_divide_by_zero", "complex_arithmetic"), timing="divs"),
    _scalar("maxs", "Maxs", "dst = the larger of src and scalar", maximum,
            {ON_950: f"int8 uint8 int16 half bfloat16 int32 float {_WIDE}", NOT_910: _INT_FLOAT},
            f"int8 uint8 {_WIDE}", policies=("max_min_special", "nan_result"), timing="maxs", c="max_scalar"),
    _scalar("mins", "Mins", "dst = the smaller of src and scalar", minimum,
            {ON_950: f"int8 uint8 int16 half bfloat16 int32 float {_WIDE}", NOT_910: _INT_FLOAT},
            f"int8 uint8 {_WIDE}", policies=("max_min_special", "nan_result"), timing="maxs", c="min_scalar"),
    Instruction("mull", FAMILY, BINARY("dst0 dst1 src0 src1", strides=None), ("Mull",),
                "dst0 = low 32 bits, dst1 = high 32 bits of src0 * src1", multiply_long,
                rows({ON_950: "int32 uint32"}, operands=4, overloads=(Overload.COUNT,)), timing="mull",
                calls=TWO_RESULTS),
)
