"""Constants, copies and ramps in registers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lanewise.isa.ascend import fill
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import COMPLEX, NARROW, WIDE, typed, typed_scalars
from lanewise.isa.env import Array, Env
from lanewise.isa.record import PLAIN, Instruction, Row, form_with
from lanewise.isa.registers import BYTES, REG_FILL, REG_UNARY, RegisterWalk, walking
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
        w.put(0, _counted(e, float(first) + steps))


def _counted(e: Env, exact: Array) -> Array:
    """half: ties go up, which is what the page's examples at the ends of the range show."""
    if e.to.name != "half" or e.policy["register_ramp"] == "nearest_even":
        return to_float(exact, e.to)
    quantum = 2.0 ** (np.maximum(np.frexp(exact)[1] - 1, -14) - 10)
    return to_float(np.floor(exact / quantum + 0.5) * quantum, e.to)


INSTRUCTIONS = (
    typed_scalars(
        Instruction("reg_duplicate", FAMILY, REG_FILL, ("Reg::Duplicate",), "dst = scalar in every lane",
                    fill.duplicate, typed(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 1), lane="duplicate", timing="reg",
                    notes=("8-bit and 4-bit floats are taken as raw bytes",
                           "the library ignores MERGING for complex elements"))),
    Instruction("reg_duplicate_lane", FAMILY, walking("reg-broadcast", "dst:reg src:reg mask:mask"),
                ("Reg::Duplicate",), "dst = lane 0 of src in every lane", duplicate_lane,
                typed(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 2), python=("reg_duplicate",), timing="reg"),
    Instruction("reg_move", FAMILY, form_with(REG_UNARY, name="reg-move"), ("Reg::Move",), "dst = src", fill.copy,
                typed(f"{NARROW} {WIDE} {COMPLEX} {STORED}", 2), old=("Reg::Copy",), lane="copy", timing="reg",
                notes=("the masked form always merges",)),
    Instruction("reg_arange", FAMILY, walking("reg-ramp", "dst:reg", ("scalar",)), ("Reg::Arange",),
                "dst = scalar, scalar + 1, ... upwards, or downwards ending at scalar", arange,
                tuple(Row(ON_950, (t,), PLAIN, scalar=t) for t in ("int8", "int16", "int32", "half", "float", "int64")),
                modes=("INCREASE_ORDER", "DECREASE_ORDER"), parameters={"order": "INCREASE_ORDER"},
                policies=("register_ramp",), timing="reg",
                notes=("int64 in one register always counts up",)),
)
