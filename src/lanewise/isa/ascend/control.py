"""Bits of CTRL that programs set themselves: saturation and others, by the chip."""

from __future__ import annotations

from typing import Any

from lanewise.isa.ascend.chips import EVERY, VECTOR_CORE
from lanewise.isa.calls import by_hand
from lanewise.isa.form import STATE
from lanewise.isa.issued import ALL_ONES
from lanewise.isa.record import PLAIN, Instruction, Row

FAMILY = "control"


def set_ctrl_spr(state: Any, params: tuple[int, ...]) -> None:
    """params: which bits, and what they become. The front has looked whether the chip lets programs set them."""
    bits, value = params[0] & ALL_ONES, params[1] & ALL_ONES
    state["ctrl"] = int(state["ctrl"]) & (ALL_ONES ^ bits) | value & bits


INSTRUCTIONS = (
    Instruction("set_ctrl_spr", FAMILY, STATE, ("SetCtrlSpr",), "set bits of CTRL that the chip lets programs set",
                set_ctrl_spr, (Row((*EVERY, VECTOR_CORE), (), PLAIN),), timing="state", pipe="S",
                calls=by_hand("which bits it may set depends on the chip", "<startBit:i8, endBit:i8>(value:i64)")),
)
