"""Several steps in one register instruction."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic, compound
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES, FLOAT_POLICIES, FUNCTION_POLICIES
from lanewise.isa.ascend.cast import saturates
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import MIDDLE, WIDE, sub, typed, typed_scalars, wrapping
from lanewise.isa.env import Array, Env
from lanewise.isa.record import PLAIN, Instruction, Row, form_with
from lanewise.isa.registers import BYTES, REG_ACCUMULATE, REG_BINARY, REG_SCALAR, RegisterWalk, walking
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert

FAMILY = "register fused"
FLOAT, HALF = DTYPES["float"], DTYPES["half"]

multiply_add = wrapping(compound.multiply_add)


def abs_sub(e: Env, a: Array, b: Array) -> Array:
    if e.to.is_integer:
        return arithmetic.absolute(e, sub(e, a, b))
    return compound.abs_sub(e, a, b)


def exp_sub(w: RegisterWalk) -> None:
    """params: layout. half: lane i takes source lane 2i + layout, and its mask bit."""
    a, b = w.lanes(1), w.lanes(2)
    layout, step = w.params[0], 2 if w.env.types[1] is HALF else 1
    active = w.active(3, 1, 1 if layout else step)
    if step > 1:
        a, b, active = (x[layout::step] for x in (a, b, active))
    results = compound.exp_sub(w.env, a, b)
    w.put(0, np.where(active, results, np.float32(0)))


def muls_cast(w: RegisterWalk) -> None:
    """params: layout. The product in float, then to half with ties away from zero, in every second lane of dst."""
    e = w.env
    (scalar,) = e.scalars
    product = arithmetic.mul(Env([FLOAT] * 3, e.policy), w.lanes(1), np.full(BYTES // 4, scalar, np.float32))
    halves = convert(product, FLOAT, HALF, RoundMode.CAST_ROUND, saturates(e)[0])
    out = np.zeros(BYTES // 2, np.float16)
    out[w.params[0] :: 2] = np.where(w.active(2, 1), halves, np.float16(0))
    w.put(0, out)


_FUSED = ("multiply_add", *FLOAT_POLICIES, "integer_overflow")


def _accumulate(name: str, vendor: str, old: str, summary: str, meaning: Any, types: str, **more: Any) -> Instruction:
    return Instruction(f"reg_{name}", FAMILY, REG_ACCUMULATE, (f"Reg::{vendor}",), summary, meaning, typed(types, 3),
                       old=(f"Reg::{old}",), saturates=True, policies=_FUSED, timing="reg", **more)


INSTRUCTIONS = (
    _accumulate("mul_add_dst", "MulAddDst", "Mula", "dst = src0 * src1 + dst",
                lambda e, d, a, b: multiply_add(e, a, b, d), f"{MIDDLE} half bfloat16 float {WIDE}"),
    _accumulate("mul_dst_add", "MulDstAdd", "FusedMulDstAdd", "dst = dst * src0 + src1",
                lambda e, d, a, b: multiply_add(e, a, d, b), "half bfloat16 float", lane="fused_mul_add"),
    typed_scalars(
        Instruction("reg_axpy", FAMILY, form_with(REG_SCALAR, "dst+:reg src:reg mask:mask"), ("Reg::Axpy",),
                    "dst = scalar * src + dst", lambda e, d, a, s: multiply_add(e, s, a, d),
                    typed(f"half float {WIDE}", 2), saturates=True, policies=_FUSED, timing="reg")),
    Instruction("reg_abs_sub", FAMILY, REG_BINARY, ("Reg::AbsSub",), "dst = |src0 - src1|", abs_sub,
                typed("half float int64", 3), old=("Reg::FusedAbsSub",), saturates=True, policies=ARITHMETIC_POLICIES,
                timing="reg"),
    Instruction("reg_exp_sub", FAMILY, walking("reg-exp-sub", "dst:reg src0:reg src1:reg mask:mask"), ("Reg::ExpSub",),
                "dst = e ** (src0 - src1), computed in float; half: of every second lane", exp_sub,
                tuple(Row(ON_950, ("float", t, t, ""), PLAIN) for t in ("half", "float")), old=("Reg::FusedExpSub",),
                policies=FUNCTION_POLICIES, modes=("ZERO", "ONE"), parameters={"layout": "ZERO"},
                timing="reg",
                notes=("half: the mask is read in the source layout, bit 2 * (2i + layout)",)),
    Instruction("reg_muls_cast", FAMILY, walking("reg-muls-cast", "dst:reg src:reg mask:mask", ("scalar",)),
                ("Reg::MulsCast",), "dst = src * scalar as half, in every second lane", muls_cast,
                (Row(ON_950, ("half", "float", ""), PLAIN, scalar="float"),), old=("Reg::FusedMulsCast",),
                policies=("compound_cast", "cast_saturation", "cast_overflow"), modes=("ZERO", "ONE"),
                parameters={"layout": "ZERO"}, timing="reg",
                notes=("the product is rounded to float before it becomes half: nothing is documented",
                       "the other half lanes become 0")),
)
