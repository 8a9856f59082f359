"""Constants, copies and ramps in registers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lanewise.isa.ascend import fill
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import COMPLEX, NARROW, WIDE, typed_rows, typed_scalars
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import REGISTER_WALK, REGISTERS
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import BYTES, REG_UNARY, RegisterWalk
from lanewise.numerics.rounding import to_float

FAMILY = "register fill"
STORED = "bool fp4x2_e2m1 fp4x2_e1m2 int4x2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn"


def duplicate_lane(w: RegisterWalk) -> None:
    """Lane 0 everywhere."""
    x = w.lanes(1)
    w.put_masked(0, np.repeat(x[:1], len(x)), w.active(2, 0))


def arange(w: RegisterWalk) -> None:
    """params: 1 to count down to the scalar, which the library forgets for 64-bit elements in one register."""
    e = w.env
    n = w.count(0)
    (first,) = e.scalars
    steps = np.arange(n)
    one_wide = e.to.size == 8 and n == BYTES // 8
    if w.params[0] and not one_wide:
        steps = steps[::-1]
    if e.to.is_integer:
        w.put(0, replace(e, int_saturate=False).round(int(first) + steps.astype(object)))
    else:
        w.put(0, _count_to_half(e, float(first) + steps))


def _count_to_half(e: Env, exact: Array) -> Array:
    """half: ties go up, which is what the page's examples at the ends of the range show."""
    if e.to.name != "half" or e.policy["register_ramp"] == "nearest_even":
        return to_float(exact, e.to)
    quantum = 2.0 ** (np.maximum(np.frexp(exact)[1] - 1, -14) - 10)
    return to_float(np.floor(exact / quantum + 0.5) * quantum, e.to)


_NUMBER = "!lanewise::VectorRegister<U>"
_EVERY = "lanewise::every_lane"
_MERGES = "lanewise::is_complex<lanewise::element_of<S>> ? 0 : lanewise::merge_flag<mode>"
_LOWEST = 'static_assert(pos == HighLowPart::LOWEST, "only the lowest lane can be repeated")'

INSTRUCTIONS = (
    typed_scalars(
        Instruction(
            "reg_duplicate",
            FAMILY,
            REGISTERS("dst:reg mask:mask $scalar"),
            ("Reg::Duplicate",),
            "dst = scalar in every lane",
            fill.duplicate,
            typed_rows(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 1),
            lane="duplicate",
            call="reg-fill",
            timing="duplicate",
            notes=("8-bit and 4-bit floats are taken as raw bytes", "the library ignores MERGING for complex elements"),
            calls=(
                call("<T~S, U>(dst:S, scalarValue:U)", operands=f"dst, {_EVERY}", when=_NUMBER),
                call("<T~S, merge, U>(dst:S, scalarValue:U, mask)", when=_NUMBER, flags=_MERGES),
            ),
            c=(
                call("asc_duplicate_scalar<T>(dst:T, value:plain T, mask)"),
                call("asc_duplicate_scalar<T>(dst:T, value:plain T)", operands=f"dst, {_EVERY}"),
            ),
        )
    ),
    Instruction(
        "reg_duplicate_lane",
        FAMILY,
        REGISTER_WALK("dst:reg src:reg mask:mask"),
        ("Reg::Duplicate",),
        "dst = lane 0 of src in every lane",
        duplicate_lane,
        typed_rows(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 2),
        python=("reg_duplicate",),
        timing="duplicate",
        calls=(call("<T~S, pos:HighLowPart=HighLowPart::LOWEST, merge>(dst:S, src:S, mask)", check=_LOWEST),),
        c=(call("asc_duplicate<T>(dst:T, src:T, mask)", bits="yes"),),
    ),
    Instruction(
        "reg_move",
        FAMILY,
        REG_UNARY,
        ("Reg::Move",),
        "dst = src",
        fill.copy,
        typed_rows(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 2),
        old=("Reg::Copy",),
        lane="copy",
        call="reg-move",
        timing="simple",
        notes=("the masked form always merges",),
        calls=(
            call(
                "<T~U, mode:MaskMergeMode=MaskMergeMode::MERGING>(dst:U, src:U, mask)",
                flags="lanewise::MERGE",
                check="static_assert(mode != MaskMergeMode::ZEROING, "
                '"a masked copy merges: lanes that the mask leaves out stay")',
            ),
            call("<T~U>(dst:U, src:U)", operands=f"dst, src, {_EVERY}"),
        ),
        c=(call("asc_copy<T>(dst:T, src:T, mask)", bits="yes", flags="lanewise::MERGE"),),
    ),
    Instruction(
        "reg_arange",
        FAMILY,
        REGISTER_WALK("dst:reg $scalar"),
        ("Reg::Arange",),
        "dst = scalar, scalar + 1, ... upwards, or downwards ending at scalar",
        arange,
        tuple(Row(ON_950, (t,), PLAIN, scalar=t) for t in ("int8", "int16", "int32", "half", "float", "int64")),
        modes=("INCREASE_ORDER", "DECREASE_ORDER"),
        parameters={"order": "INCREASE_ORDER"},
        policies=("register_ramp",),
        timing="ramp",
        notes=("int64 in one register always counts up",),
        calls=(call("<T~S, order:IndexOrder=IndexOrder::INCREASE_ORDER>(dst:S, scalarValue:U) -> order"),),
        c=tuple(call(f"asc_arange{name}<T>(dst:T, value:plain T) -> {n}") for n, name in enumerate(("", "_descend"))),
    ),
)
