"""32-bit words with carries, and whole products: what wider integers are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.calls import call
from lanewise.isa.env import Array, bits
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register carry"
ONES = (1 << 32) - 1


def _sum(w: RegisterWalk, invert: bool, carry: Array | int, mask: int) -> None:
    """src0 + src1 (or its complement) + carry: 32 bits to dst, the 33rd to the mask register of carries."""
    a, b = (bits(w.lanes(i)).astype(np.uint64) for i in (2, 3))
    total = a + (b ^ np.uint64(ONES) if invert else b) + np.asarray(carry).astype(np.uint64)
    active = w.active(mask, 1)
    w.put_lane_bits(0, (total >> np.uint64(32)).astype(bool) & active, 1)
    low = (total & np.uint64(ONES)).astype(np.uint32).view(w.env.types[1].numpy)
    w.put(1, np.where(active, low, np.zeros(1, low.dtype)))


def add_carry(w: RegisterWalk) -> None:
    _sum(w, False, 0, 4)


def sub_carry(w: RegisterWalk) -> None:
    """A carry of 1 says that nothing was borrowed."""
    _sum(w, True, 1, 4)


def add_with_carry(w: RegisterWalk) -> None:
    _sum(w, False, w.active(4, 1), 5)


def sub_with_carry(w: RegisterWalk) -> None:
    _sum(w, True, w.active(4, 1), 5)


def mull(w: RegisterWalk) -> None:
    active = w.active(4, 0)
    for operand, part in enumerate(arithmetic.multiply_long(w.env, w.lanes(2), w.lanes(3))):
        w.put(operand, np.where(active, part, np.zeros(1, part.dtype)))


_FIRST = REGISTER_WALK("dst_carry:mask dst:reg src0:reg src1:reg mask:mask")
_NEXT = REGISTER_WALK("dst_carry:mask dst:reg src0:reg src1:reg carry:mask mask:mask")
_TYPES = ("int32", "uint32")
_NOTES = ("carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0",
          "never saturates")


def _carry(name: str, vendor: str, old: str, summary: str, meaning: Any, chained: bool) -> Instruction:
    rows = tuple(Row(ON_950, ("", t, t, t, *("",) * (1 + chained)), PLAIN) for t in _TYPES)
    return Instruction(f"reg_{name}", FAMILY, _NEXT if chained else _FIRST, (f"Reg::{vendor}",), summary, meaning, rows,
                       old=(f"Reg::{old}",), timing="carry", policies=("mask_register_rest",), notes=_NOTES,
                       calls=(call(f"<T~U>(dstCarry, dst:U, src0:U, src1:U{', carry' * chained}, mask)"),),
                       c=(call(f"asc_{name[:3]}{'c' * chained}<T>(dstCarry, dst:T, src0:T, src1:T"
                               f"{', carry' * chained}, mask)"),))


INSTRUCTIONS = (
    _carry("add_carry", "Add", "AddCarryOut", "carry and dst = src0 + src1", add_carry, False),
    _carry("sub_carry", "Sub", "SubCarryOut", "carry and dst = src0 + ~src1 + 1: a carry of 1 means no borrow",
           sub_carry, False),
    _carry("add_c", "AddC", "AddCarryOuts", "carry and dst = src0 + src1 + carry", add_with_carry, True),
    _carry("sub_c", "SubC", "SubCarryOuts", "carry and dst = src0 + ~src1 + carry", sub_with_carry, True),
    Instruction("reg_mull", FAMILY, REGISTER_WALK("dst0:reg dst1:reg src0:reg src1:reg mask:mask"),
                ("Reg::Mull",), "dst0 = low 32 bits, dst1 = high 32 bits of src0 * src1", mull,
                tuple(Row(ON_950, (t, t, t, t, ""), PLAIN) for t in _TYPES), timing="mull",
                calls=(call("<T~U>(dst0:U, dst1:U, src0:U, src1:U, mask)"),),
                c=(call("asc_mull<T>(dst0:T, dst1:T, src0:T, src1:T, mask)"),)),
)
