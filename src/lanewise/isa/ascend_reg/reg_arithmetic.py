"""Arithmetic on registers, lane by lane under a mask."""

from __future__ import annotations

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import ARITHMETIC_POLICIES
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import REG_BINARY

FAMILY = "register arithmetic"


def typed(names: str, typed_operands: int, untyped: int = 1) -> tuple[Row, ...]:
    """One row for each element type: the same for all vector registers, none for mask registers behind them."""
    return tuple(Row(ON_950, (name,) * typed_operands + ("",) * untyped, PLAIN) for name in names.split())


INSTRUCTIONS = (
    Instruction("reg_add", FAMILY, REG_BINARY, ("Reg::Add",), "dst = src0 + src1", arithmetic.add,
                typed("int8 uint8 int16 uint16 int32 uint32 half bfloat16 float int64 uint64", 3), lane="add",
                policies=ARITHMETIC_POLICIES, saturates=True, timing="reg"),
)
