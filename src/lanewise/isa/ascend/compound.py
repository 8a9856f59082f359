"""Several element-wise steps in one instruction."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES, FLOAT_POLICIES, FUNCTION_POLICIES
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, NOT_910, OLDER, ON_950
from lanewise.isa.env import Array, Env, bits
from lanewise.isa.form import BINARY, VECTOR_SCALAR
from lanewise.isa.record import COUNT, Instruction, rows
from lanewise.numerics.exact import fused_multiply_add
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import round_to_layout

FAMILY = "compound"


def multiply_add(e: Env, a: Array, b: Array, c: Array) -> Array:
    """a*b + c, rounded once where the chip fuses, after each step where it does not."""
    x, y, z = e.exact(a), e.exact(b), e.exact(c)
    with np.errstate(invalid="ignore", over="ignore"):
        if e.to.is_integer:
            return e.round(x * y + z)
        if e.policy["multiply_add"] == "fused":
            return e.round(fused_multiply_add(x, y, z))
        return e.round(e.step(x * y) + z)


def add_relu(e: Env, a: Array, b: Array) -> Array:
    return arithmetic.relu(e, arithmetic.add(e, a, b))


def sub_relu(e: Env, a: Array, b: Array) -> Array:
    return arithmetic.relu(e, arithmetic.sub(e, a, b))


def abs_sub(e: Env, a: Array, b: Array) -> Array:
    difference = arithmetic.sub(e, a, b)
    return (bits(difference) & ((1 << (e.to.bits - 1)) - 1)).view(e.to.numpy)


def exp_sub(e: Env, a: Array, b: Array) -> Array:
    layout = DTYPES["float"].layout
    assert layout is not None
    with np.errstate(invalid="ignore"):
        difference = round_to_layout(e.exact(a) - e.exact(b), layout).astype(np.float32)
    return arithmetic.exponential(e, difference)


_FUSED = ("multiply_add", *FLOAT_POLICIES, "integer_overflow")
_WIDE = {ON_950: "int64 uint64"}
_SUM = {ON_950: "int16 half float int64 uint64", (*A2A3, C310P): "int16 half float", (C310B,): "half float"}

INSTRUCTIONS = (
    Instruction("axpy", FAMILY, VECTOR_SCALAR("dst+ src $scalar"), ("Axpy",), "dst = scalar * src + dst",
                lambda e, d, a, s: multiply_add(e, s, a, d),
                rows({ON_950: "half float float/half/half int64 uint64 bfloat16", OLDER: "half float float/half/half"},
                     _WIDE, 2), saturates=True, policies=_FUSED, timing="multiply-add", c="axpy"),
    Instruction("mul_add_dst", FAMILY, BINARY("dst+ src0 src1"), ("MulAddDst",),
                "dst = src0 * src1 + dst", lambda e, d, a, b: multiply_add(e, a, b, d),
                rows({ON_950: "half float float/half/half int64 uint64",
                      (*A2A3, C310P): "half float float/half/half",
                      (C310B,): "half float int16 uint16 int32 uint32"}, _WIDE, 3),
                saturates=True, policies=_FUSED, timing="multiply-add", c="fma"),
    Instruction("fused_mul_add", FAMILY, BINARY("dst+ src0 src1"), ("FusedMulAdd",),
                "dst = src0 * dst + src1", lambda e, d, a, b: multiply_add(e, a, d, b),
                rows({ON_950: "half bfloat16 float int64 uint64", NOT_910: "half float"}, _WIDE, 3),
                saturates=True, policies=_FUSED, timing="multiply-add", c="mul_add"),
    Instruction("mul_add_relu", FAMILY, BINARY("dst+ src0 src1"), ("MulAddRelu",),
                "dst = max(0, src0 * dst + src1)",
                lambda e, d, a, b: arithmetic.relu(e, multiply_add(e, a, d, b)),
                rows({ON_950: "half float int64 uint64", NOT_910: "half float"}, _WIDE, 3),
                old=("FusedMulAddRelu",), python=("mul_add_relu", "fused_mul_add_relu"), saturates=True,
                policies=(*_FUSED, "max_min_special"), timing="multiply-add", c="mul_add_relu"),
    Instruction("add_relu", FAMILY, BINARY, ("AddRelu",), "dst = max(0, src0 + src1)", add_relu,
                rows(_SUM, _WIDE, 3), saturates=True, accumulates=True,
                policies=(*ARITHMETIC_POLICIES, "max_min_special"), timing="add-relu", c="add_relu"),
    Instruction("sub_relu", FAMILY, BINARY, ("SubRelu",), "dst = max(0, src0 - src1)", sub_relu,
                rows(_SUM, _WIDE, 3), saturates=True, accumulates=True,
                policies=(*ARITHMETIC_POLICIES, "max_min_special"), timing="add-relu", c="sub_relu"),
    Instruction("abs_sub", FAMILY, BINARY, ("AbsSub",), "dst = |src0 - src1|", abs_sub,
                rows({ON_950: "half float"}, operands=3, overloads=COUNT), old=("FusedAbsSub",), saturates=True,
                policies=FLOAT_POLICIES, timing="abs-sub"),
    Instruction("exp_sub", FAMILY, BINARY, ("ExpSub",), "dst = e ** (src0 - src1), computed in float", exp_sub,
                rows({ON_950: "float/half/half float"}, operands=3, overloads=COUNT), old=("FusedExpSub",),
                policies=FUNCTION_POLICIES, timing="exp-sub"),
)
