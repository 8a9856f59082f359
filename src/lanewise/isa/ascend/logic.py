"""Bitwise operations and shifts."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.arithmetic import by_side
from lanewise.isa.ascend.chips import A2A3, C310B, C950, OLDER, ON_950
from lanewise.isa.calls import call, vector_scalar
from lanewise.isa.env import Array, Env, bits
from lanewise.isa.form import BINARY, UNARY, VECTOR_SCALAR
from lanewise.isa.record import COUNT, Flag, Instruction, Range, Row, rows
from lanewise.numerics.rounding import fit_integers

FAMILY = "logic"


def bit_and(e: Env, a: Array, b: Array) -> Array:
    return a & b


def bit_or(e: Env, a: Array, b: Array) -> Array:
    return a | b


def bit_not(e: Env, a: Array) -> Array:
    return (~bits(a)).view(e.to.numpy)


def _amount(e: Env, s: Array) -> Array:
    """A shift amount as 0..width, or width + 1 for anything beyond; a negative one counts as beyond."""
    amount, beyond = e.exact(s), e.to.bits + 1
    return np.where(amount < 0, beyond, np.minimum(amount, beyond))


def shift_left(e: Env, a: Array, s: Array) -> Array:
    """Unsigned: an ordinary shift. Signed: the sign bit stays, the other bits move and fall off below it.

    Beyond the width nothing is left, not even the sign.
    """
    amount = _amount(e, s)
    if e.to.kind == "u":
        return fit_integers(e.exact(a) << amount, e.to, False)
    sign = 1 << (e.to.bits - 1)
    pattern = bits(a).astype(object)
    kept = (pattern & sign) | ((pattern << amount) & (sign - 1))
    return fit_integers(np.where(amount > e.to.bits, 0, kept), e.to, False)


def shift_right(e: Env, a: Array, s: Array) -> Array:
    """Logical for unsigned, arithmetic for signed; with rounding the last bit shifted out is added."""
    x, amount = e.exact(a), _amount(e, s)
    shifted = x >> amount
    if e.has(Flag.ROUND) and e.to.kind == "i":
        last = (x >> np.maximum(amount - 1, 0)) & 1
        shifted = shifted + np.where(amount > 0, last, 0)
    return fit_integers(shifted, e.to, False)


_SIXTEEN = {ON_950: "int8 uint8 int16 uint16 int32 uint32 int64 uint64", OLDER: "int16 uint16"}
_COUNT_ONLY = {ON_950: "int8 uint8 int64 uint64"}
_SHIFTS = {ON_950: _SIXTEEN[ON_950], (*A2A3, C310B): "int16 uint16 int32 uint32"}
_SIGNED = {f"uint{w}": f"int{w}" for w in (8, 16, 32, 64)}
_TENSOR_SHIFTS = " ".join(f"{t}/{t}/{_SIGNED.get(t, t)}" for t in _SIXTEEN[ON_950].split())
_SHIFT_RANGE = {C950: Range(0, None), **dict.fromkeys((*A2A3, C310B), Range(0, "bits"))}

# A2 and A3 accept 32-bit tensors in the count form but work on 16-bit units, so count covers half the data.
def _halves(operands: int) -> tuple[Row, ...]:
    return tuple(Row(A2A3, (t,) * operands, COUNT, unit=t.replace("32", "16")) for t in ("int32", "uint32"))


INSTRUCTIONS = (
    Instruction("bitwise_and", FAMILY, BINARY, ("And",), "dst = src0 & src1", bit_and,
                rows(_SIXTEEN, _COUNT_ONLY, 3) + _halves(3), operator="&", timing="logic",
                notes=("910b and 910_93: a 32-bit tensor in the count form is processed as 16-bit units, so count "
                       "covers half the data unless doubled",), c="and"),
    Instruction("bitwise_or", FAMILY, BINARY, ("Or",), "dst = src0 | src1", bit_or,
                rows(_SIXTEEN, _COUNT_ONLY, 3) + _halves(3), operator="|", timing="logic",
                notes=("910b and 910_93: a 32-bit tensor in the count form is processed as 16-bit units, so count "
                       "covers half the data unless doubled",), c="or"),
    Instruction("bitwise_not", FAMILY, UNARY, ("Not",), "dst = ~src", bit_not,
                rows({ON_950: "int8 uint8 int16 uint16 half int32 uint32 float int64 uint64", OLDER: "int16 uint16"},
                     _COUNT_ONLY, 2) + _halves(2), timing="logic",
                notes=("ascend950 takes half and float too and inverts their bits",), c="not"),
    Instruction("ands", FAMILY, VECTOR_SCALAR, ("Ands",), "dst = src & scalar", by_side(bit_and),
                rows({ON_950: "int16 uint16 int64 uint64"}, {ON_950: "int64 uint64"}, 2), flexible=ON_950,
                count_reads_mask=True, timing="logic"),
    Instruction("ors", FAMILY, VECTOR_SCALAR, ("Ors",), "dst = src | scalar", by_side(bit_or),
                rows({ON_950: "int16 uint16 int64 uint64"}, {ON_950: "int64 uint64"}, 2), flexible=ON_950,
                count_reads_mask=True, timing="logic"),
    Instruction("shift_left", FAMILY, VECTOR_SCALAR, ("ShiftLeft",),
                "dst = src << scalar; a signed element keeps its sign bit", shift_left,
                rows(_SHIFTS, _COUNT_ONLY, 2), ranges=_SHIFT_RANGE, count_reads_mask=True,
                policies=("shift_by_width",), timing="shift",
                calls=vector_scalar(by_tensor="shift_left_tensor"), c="shiftleft"),
    Instruction("shift_right", FAMILY, VECTOR_SCALAR, ("ShiftRight",),
                "dst = src >> scalar: logical for unsigned, arithmetic for signed; "
                "round_en adds the last bit shifted out",
                shift_right, rows(_SHIFTS, _COUNT_ONLY, 2), ranges=_SHIFT_RANGE, count_reads_mask=True,
                rounds=A2A3, policies=("shift_by_width", "round_by_zero"), timing="shift",
                notes=("round_en works on int16 and int32 in the masked forms of 910b and 910_93; it has no effect on "
                       "unsigned elements",),
                calls=vector_scalar(by_tensor="shift_right_tensor"), c="shiftright"),
    Instruction("shift_left_tensor", FAMILY, BINARY, ("ShiftLeft",), "dst = src0 << src1, amount by amount",
                shift_left, rows({ON_950: _TENSOR_SHIFTS}, operands=3, overloads=COUNT), python=("shift_left",),
                policies=("shift_by_width", "negative_shift"), timing="shift",
                calls=(call("<T, options...>(dst:T, src0:T, src1:T, count)", made_by="shift_left"),)),
    Instruction("shift_right_tensor", FAMILY, BINARY, ("ShiftRight",), "dst = src0 >> src1, amount by amount",
                shift_right, rows({ON_950: _TENSOR_SHIFTS}, operands=3, overloads=COUNT), python=("shift_right",),
                policies=("shift_by_width", "negative_shift"), timing="shift",
                calls=(call("<T, options...>(dst:T, src0:T, src1:T, count)", made_by="shift_right"),)),
)
