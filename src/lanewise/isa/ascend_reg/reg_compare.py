"""Comparing registers into a mask register, and choosing lanes by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend.compare import MODES, compare_lanes
from lanewise.isa.ascend_reg.reg_arithmetic import NARROW, WIDE
from lanewise.isa.calls import call
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register compare"


def compare(w: RegisterWalk) -> None:
    """params: mode. The lowest bit of each lane that takes part and for which the relation holds."""
    w.put_lane_bits(0, compare_lanes(w.env, w.params[0], w.lanes(1), w.lanes(2)) & w.active(3, 1), 1)


def compares(w: RegisterWalk) -> None:
    """params: mode."""
    x = w.lanes(1)
    (scalar,) = w.env.scalars
    w.put_lane_bits(0, compare_lanes(w.env, w.params[0], x, np.full(x.shape, scalar, x.dtype)) & w.active(2, 1), 1)


def select(w: RegisterWalk) -> None:
    w.put(0, np.where(w.active(3, 0), w.lanes(1), w.lanes(2)))


_TYPES = f"{NARROW} {WIDE}".split()
_COMPARED: dict[str, Any] = {
    "modes": MODES, "parameters": {"mode": "EQ"}, "policies": ("compare_nan", "mask_register_rest"), "timing": "simple",
}

INSTRUCTIONS = (
    Instruction("reg_compare", FAMILY, REGISTER_WALK("dst:mask src0:reg src1:reg mask:mask"),
                ("Reg::Compare",), "lane i of dst = src0[i] relates to src1[i]; 0 outside mask", compare,
                tuple(Row(ON_950, ("", t, t, ""), PLAIN) for t in _TYPES), **_COMPARED,
                calls=(call("<T~U, mode:CMPMODE=CMPMODE::EQ>(dst, src0:U, src1:U, mask) -> mode"),),
                c=tuple(call(f"asc_{mode.lower()}<T>(dst, src0:T, src1:T, mask) -> AscendC::CMPMODE::{mode}")
                        for mode in MODES)),
    Instruction("reg_compares", FAMILY, REGISTER_WALK("dst:mask src:reg mask:mask $scalar"),
                ("Reg::Compares",), "lane i of dst = src[i] relates to scalar; 0 outside mask", compares,
                tuple(Row(ON_950, ("", t, ""), PLAIN, scalar=t) for t in _TYPES), old=("Reg::CompareScalar",),
                **_COMPARED,
                calls=(call("<T~U, mode:CMPMODE=CMPMODE::EQ>(dst, src:U, scalarValue:S, mask) -> mode"),),
                c=tuple(call(f"asc_{mode.lower()}_scalar<T>(dst, src:T, value:plain T, mask) "
                             f"-> AscendC::CMPMODE::{mode}") for mode in MODES)),
    Instruction("reg_select", FAMILY, REGISTER_WALK("dst:reg src0:reg src1:reg mask:mask"), ("Reg::Select",),
                "dst = src0 where mask is set, else src1", select,
                tuple(Row(ON_950, (t, t, t, ""), PLAIN) for t in ("bool", *_TYPES)), timing="simple",
                calls=(call("<T~U>(dst:U, src0:U, src1:U, mask)"),),
                c=(call("asc_select<T>(dst:T, src0:T, src1:T, mask)", bits="yes"),)),
)
