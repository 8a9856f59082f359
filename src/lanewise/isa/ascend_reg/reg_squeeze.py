"""Compaction: active lanes moved to the low end, AR that counts their bytes, and the prefix count that undoes it."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_load import moved
from lanewise.isa.calls import by_hand, call
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register compaction"
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32")


def squeeze(w: RegisterWalk) -> None:
    """params: 1 hands the number of bytes to the unaligned store that must follow."""
    kept = w.lanes(1)[w.active(2, 1)]
    if w.params[0]:
        if w.state["squeezed"]:
            w.refuse("REG-002", case="squeeze_again")
        if not w.state["compacting"] and w.state["ar"]:
            w.refuse("REG-003", bytes=int(w.state["ar"]))
        w.state["compacting"] = 1
        w.state["squeezed"] = kept.nbytes + 1
    w.put(0, kept)


def unsqueeze(w: RegisterWalk) -> None:
    """How many lanes below each are active."""
    active = w.active(1, 0).astype(np.int64)
    w.put(0, (np.cumsum(active) - active).astype(w.lanes(0).dtype))


def clear_ar(w: RegisterWalk) -> None:
    w.state["ar"] = w.state["squeezed"] = w.state["compacting"] = 0


def barrier(w: RegisterWalk) -> None:
    """Every instruction has ended before the next one starts: there is nothing to wait for."""


INSTRUCTIONS = (
    Instruction("reg_squeeze", FAMILY, REGISTER_WALK("dst:reg src:reg mask:mask"), ("Reg::Squeeze",),
                "dst = the active lanes of src, packed to the low end", squeeze,
                moved((*INTEGERS, "half", "float"), 2, 1), old=("Reg::GatherMask",), parameters={"store": 0},
                timing="squeeze",
                calls=(call("<T~U, store:GatherMaskMode=GatherMaskMode::NO_STORE_REG>(dst:U, src:U, mask) -> store"),),
                c=tuple(call(f"asc_{name}<T>(dst:T, src:T, mask) -> {counts}", bits="yes")
                        for name, counts in (("squeeze", 0), ("squeeze_with_status", 1), ("squeeze_v2", 1)))),
    Instruction("reg_unsqueeze", FAMILY, REGISTER_WALK("dst:reg mask:mask"), ("Reg::Unsqueeze",),
                "dst[i] = number of active lanes below i", unsqueeze, moved(INTEGERS, 1, 1), old=("Reg::PrefixSum",),
                timing="unsqueeze",
                calls=(call("<T~U>(dst:U, mask)"),), c=(call("asc_unsqueeze<T>(dst:T, mask)"),)),
    Instruction("reg_clear_ar", FAMILY, REGISTER_WALK(""), ("Reg::ClearSpr", "ClearSpr"), "AR = 0", clear_ar,
                (Row(ON_950, (), PLAIN),), python=("reg_clear_spr",), timing="state",
                calls=by_hand("it belongs to two namespaces, beside GetSpr", "<spr:SpecialPurposeReg>()"),
                c=(call("asc_clear_ar_spr()"),)),
    Instruction("reg_barrier", FAMILY, REGISTER_WALK(""), ("Reg::LocalMemBar",),
                "order accesses to UB; values do not change", barrier, (Row(ON_950, (), PLAIN),),
                parameters={"before": 0, "after": 1}, python=("reg_local_mem_bar",), timing="barrier",
                policies=("function_order",),
                calls=(call("<src:MemType, dst:MemType>() -> src, dst"),)),
)
