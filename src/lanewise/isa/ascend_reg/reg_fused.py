"""Several steps in one register instruction."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic, compound
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES, FLOAT_POLICIES, FUNCTION_POLICIES
from lanewise.isa.ascend.cast import saturates
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import MIDDLE, WIDE, typed_rows, typed_scalars
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import REGISTER_WALK, REGISTERS
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import BYTES, REG_ACCUMULATE, REG_BINARY, RegisterWalk
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert

FAMILY = "register fused"
FLOAT, HALF = DTYPES["float"], DTYPES["half"]


def abs_sub(e: Env, a: Array, b: Array) -> Array:
    if e.to.is_integer:
        return arithmetic.absolute(e, arithmetic.sub(e, a, b))
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
    return Instruction(
        f"reg_{name}",
        FAMILY,
        REG_ACCUMULATE,
        (f"Reg::{vendor}",),
        summary,
        meaning,
        typed_rows(types, 3),
        old=(f"Reg::{old}",),
        saturates=True,
        wraps_wide=True,
        policies=_FUSED,
        timing="multiply-add",
        **more,
    )


INSTRUCTIONS = (
    _accumulate("mul_add_dst", "MulAddDst", "Mula", "dst = src0 * src1 + dst",
                lambda e, d, a, b: compound.multiply_add(e, a, b, d), f"{MIDDLE} half bfloat16 float {WIDE}",
                lane="mul_add_dst"),
    _accumulate("mul_dst_add", "MulDstAdd", "FusedMulDstAdd", "dst = dst * src0 + src1",
                lambda e, d, a, b: compound.multiply_add(e, a, d, b), "half bfloat16 float", lane="fused_mul_add",
                c="madd"),
    typed_scalars(
        Instruction("reg_axpy", FAMILY, REGISTERS("dst+:reg src:reg mask:mask $scalar"), ("Reg::Axpy",),
                    "dst = scalar * src + dst", lambda e, d, a, s: compound.multiply_add(e, s, a, d),
                    typed_rows(f"half float {WIDE}", 2), lane="axpy", saturates=True, wraps_wide=True, policies=_FUSED,
                    timing="multiply-add", c="axpy")),
    Instruction("reg_abs_sub", FAMILY, REG_BINARY, ("Reg::AbsSub",), "dst = |src0 - src1|", abs_sub,
                typed_rows("half float int64", 3), old=("Reg::FusedAbsSub",), lane="abs_sub", saturates=True,
                wraps_wide=True, policies=ARITHMETIC_POLICIES, timing="simple", c="abs_sub"),
    Instruction("reg_exp_sub", FAMILY, REGISTER_WALK("dst:reg src0:reg src1:reg mask:mask"), ("Reg::ExpSub",),
                "dst = e ** (src0 - src1), computed in float; half: of every second lane", exp_sub,
                tuple(Row(ON_950, ("float", t, t, ""), PLAIN) for t in ("half", "float")), old=("Reg::FusedExpSub",),
                policies=FUNCTION_POLICIES, modes=("ZERO", "ONE"), parameters={"layout": "ZERO"},
                timing="exp-sub",
                notes=("half: the mask is read in the source layout, bit 2 * (2i + layout)",),
                calls=(call("<T~S, U~V, layout:RegLayout=RegLayout::ZERO, _merge>(dst:S, src0:V, src1:V, mask) "
                            "-> layout == RegLayout::ONE"),),
                c=tuple(call(f"asc_exp_sub{place}<T>(dst:float, src0:T, src1:T, mask) -> {n}")
                        for n, place in enumerate(("", "_v2")))),
    Instruction("reg_muls_cast", FAMILY, REGISTER_WALK("dst:reg src:reg mask:mask $scalar"),
                ("Reg::MulsCast",), "dst = src * scalar as half, in every second lane", muls_cast,
                (Row(ON_950, ("half", "float", ""), PLAIN, scalar="float"),), old=("Reg::FusedMulsCast",),
                policies=("compound_cast", "cast_saturation", "cast_overflow"), modes=("ZERO", "ONE"),
                parameters={"layout": "ZERO"}, timing="multiply-add",
                notes=("the product is rounded to float before it becomes half: nothing is documented",
                       "the other half lanes become 0"),
                calls=(call("<T0~T3, T1~T4, T2, layout:RegLayout=RegLayout::ZERO>(dst:T3, src:T4, scalarValue:T2, "
                            "mask) -> layout == RegLayout::ONE"),),
                c=tuple(call(f"asc_muls{place}(dst:half, src:float, value:float, mask) -> {n}")
                        for n, place in enumerate(("", "_v2")))),
)
