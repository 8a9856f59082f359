"""Bitwise operations and shifts on registers."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend import logic
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import typed_rows
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import REG_BINARY, REG_SCALAR, REG_UNARY

FAMILY = "register logic"
INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64"


def bit_xor(e: Env, a: Array, b: Array) -> Array:
    return a ^ b


def _amounts(s: Array) -> Array:
    """Of a 64-bit amount only the low word counts."""
    return s.astype(np.int32) if s.dtype.itemsize == 8 else s


def shift_left(e: Env, a: Array, s: Array) -> Array:
    return logic.shift_left(e, a, _amounts(s))


def shift_right(e: Env, a: Array, s: Array) -> Array:
    return logic.shift_right(e, a, _amounts(s))


def _bitwise(name: str, vendor: str, summary: str, meaning: Any, lane: str) -> Instruction:
    return Instruction(f"reg_{name}", FAMILY, REG_BINARY, (f"Reg::{vendor}",), summary, meaning,
                       typed_rows(f"bool {INTEGERS}", 3), lane=lane, timing="simple",
                       c=(call(f"asc_{name}<T>(dst:T, src0:T, src1:T, mask)", bits="yes"),))


def _by_register() -> tuple[Row, ...]:
    """Amounts are signed elements of the same width."""
    return tuple(Row(ON_950, (t, t, t.removeprefix("u"), ""), PLAIN) for t in INTEGERS.split())


def _by_scalar() -> tuple[Row, ...]:
    return tuple(Row(ON_950, (t, t, ""), PLAIN, scalar="int16") for t in INTEGERS.split())


_SHIFT_POLICIES = ("shift_by_width", "negative_shift")
_SIGN_NOTE = ("a signed element keeps its sign bit, as the page says; the library's 64-bit right shift would need an "
              "ordinary shift of its high word")

_BY_REGISTER = (call("<T~S, U~V, merge>(dst:S, src0:S, src1:V, mask)"),)

INSTRUCTIONS = (
    _bitwise("and", "And", "dst = src0 & src1", logic.bit_and, "bitwise_and"),
    _bitwise("or", "Or", "dst = src0 | src1", logic.bit_or, "bitwise_or"),
    _bitwise("xor", "Xor", "dst = src0 ^ src1", bit_xor, "reg_xor"),
    Instruction("reg_not", FAMILY, REG_UNARY, ("Reg::Not",), "dst = ~src", logic.bit_not,
                typed_rows(f"{INTEGERS} half float", 2), lane="bitwise_not", timing="simple",
                c=(call("asc_not<T>(dst:T, src:T, mask)", bits="yes"),)),
    Instruction("reg_shift_left", FAMILY, REG_BINARY, ("Reg::ShiftLeft",), "dst = src0 << src1, lane by lane",
                shift_left, _by_register(), policies=_SHIFT_POLICIES, call="reg-shift", timing="simple",
                notes=(_SIGN_NOTE,),
                calls=_BY_REGISTER, c=(call("asc_shiftleft<T>(dst:T, src0:T, src1:std::make_signed_t<T>, mask)"),)),
    Instruction("reg_shift_right", FAMILY, REG_BINARY, ("Reg::ShiftRight",),
                "dst = src0 >> src1: logical for unsigned, arithmetic for signed", shift_right, _by_register(),
                policies=_SHIFT_POLICIES, call="reg-shift", timing="simple",
                calls=_BY_REGISTER,
                c=(call("asc_shiftright<T>(dst:T, src0:T, src1:std::make_signed_t<T>, mask)"),)),
    Instruction("reg_shift_lefts", FAMILY, REG_SCALAR, ("Reg::ShiftLefts",), "dst = src << scalar", shift_left,
                _by_scalar(), policies=_SHIFT_POLICIES, timing="simple", notes=(_SIGN_NOTE,),
                c=(call("asc_shiftleft_scalar<T>(dst:T, src:T, value:i16, mask)"),)),
    Instruction("reg_shift_rights", FAMILY, REG_SCALAR, ("Reg::ShiftRights",),
                "dst = src >> scalar: logical for unsigned, arithmetic for signed", shift_right, _by_scalar(),
                policies=_SHIFT_POLICIES, timing="simple",
                c=(call("asc_shiftright_scalar<T>(dst:T, src:T, value:i16, mask)"),)),
)
