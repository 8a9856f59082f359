"""Lanes in another order: interleaving, gathering inside a register, halving and doubling their width."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import NARROW, WIDE
from lanewise.isa.ascend_reg.reg_fill import STORED
from lanewise.isa.calls import REG_PAIRS, Call, call
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk
from lanewise.numerics.formats import DTYPES

FAMILY = "register permute"


def interleave(w: RegisterWalk) -> None:
    joined = np.stack([w.lanes(2), w.lanes(3)], axis=1).reshape(2, -1)
    w.put(0, joined[0])
    w.put(1, joined[1])


def de_interleave(w: RegisterWalk) -> None:
    joined = np.concatenate([w.lanes(2), w.lanes(3)])
    w.put(0, joined[0::2])
    w.put(1, joined[1::2])


def gather(w: RegisterWalk) -> None:
    x = w.lanes(1)
    w.put(0, x[w.lanes(2).astype(np.int64) % len(x)])


def pack(w: RegisterWalk) -> None:
    """params: 0 for the lower half of dst, 1 for the upper one; the other half becomes 0. Two registers fill dst."""
    low = w.lanes(1).astype(w.env.to.numpy)
    out = np.zeros(w.count(0), low.dtype)
    start = w.params[0] * len(low) if len(low) < len(out) else 0
    out[start : start + len(low)] = low
    w.put(0, out)


def unpack(w: RegisterWalk) -> None:
    """params: 0 for the lower half of src, 1 for the upper one. Two registers take all of src."""
    n = w.count(0)
    start = w.params[0] * n if n < w.count(1) else 0
    w.put(0, w.lanes(1)[start : start + n].astype(w.env.to.numpy))


_PAIRS = REGISTER_WALK("dst0:reg dst1:reg src0:reg src1:reg")
_HALVES: dict[str, Any] = {"modes": ("LOWEST", "HIGHEST"), "parameters": {"part": "LOWEST"}, "timing": "permute"}
_MOVED = f"{NARROW} {WIDE} {STORED}".split()
_GATHERED = f"{NARROW} {STORED}".split()
_PACKED = "uint8/int16 uint8/uint16 uint16/int32 uint16/uint32 uint32/int64 uint32/uint64"
_UNPACKED = "int16/int8 uint16/uint8 int32/int16 uint32/uint16 int64/int32 uint64/uint32"


def _pairs(types: str) -> tuple[Row, ...]:
    return tuple(Row(ON_950, tuple(word.split("/")), PLAIN) for word in types.split())



def _one_half(wide: str, message: str) -> tuple[Call, ...]:
    return (call("<T~S, U~V, part:HighLowPart=HighLowPart::LOWEST>(dst:S, src:V) -> part",
                 check=f'static_assert(!lanewise::in_two<{wide}> || part == HighLowPart::LOWEST, "{message}")'),)


_HALVED = 'static_assert(2 * sizeof(D) == sizeof(S), "a lane becomes one of half its width")'
_LOOKED_UP = "lanewise::c::bits(dst), lanewise::c::bits(src), index"

INSTRUCTIONS = (
    Instruction("reg_interleave", FAMILY, _PAIRS, ("Reg::Interleave",),
                "dst0 and dst1 = lanes of src0 and src1 in turn", interleave,
                tuple(Row(ON_950, (t,) * 4, PLAIN) for t in _MOVED), timing="permute",
                calls=REG_PAIRS, c=(call("asc_intlv<T>(dst0:T, dst1:T, src0:T, src1:T)", bits="yes"),)),
    Instruction("reg_de_interleave", FAMILY, _PAIRS, ("Reg::DeInterleave",),
                "dst0 = even lanes, dst1 = odd lanes of src0 followed by src1", de_interleave,
                tuple(Row(ON_950, (t,) * 4, PLAIN) for t in _MOVED), timing="permute",
                calls=REG_PAIRS, c=(call("asc_deintlv<T>(dst0:T, dst1:T, src0:T, src1:T)", bits="yes"),)),
    Instruction("reg_gather", FAMILY, REGISTER_WALK("dst:reg src:reg index:reg"), ("Reg::Gather",),
                "lane i of dst = lane index[i] of src, counted round", gather,
                tuple(Row(ON_950, (t, t, f"uint{8 * DTYPES[t].size}"), PLAIN) for t in _GATHERED), timing="permute",
                calls=(call("<T~S, U~V>(dst:S, src:S, index:V)"),),
                c=(call("asc_gather<T, I>(dst:T, src:T, index:I)", operands=_LOOKED_UP),)),
    Instruction("reg_pack", FAMILY, REGISTER_WALK("dst:reg src:reg"), ("Reg::Pack",),
                "low halves of the lanes of src in one half of dst", pack, _pairs(_PACKED), **_HALVES,
                notes=("the other half of dst becomes 0: documented nowhere, and what the library does for 64 bits",),
                calls=_one_half("V", "two registers fill the whole destination"),
                c=tuple(call(f"asc_{name}<D, S>(dst:D, src:S) -> {part}", bits="yes", check=_HALVED)
                        for name, part in (("pack", 0), ("pack_to_low", 0), ("pack_v2", 1), ("pack_to_high", 1)))),
    Instruction("reg_un_pack", FAMILY, REGISTER_WALK("dst:reg src:reg"), ("Reg::UnPack",),
                "lanes of one half of src with twice their width", unpack, _pairs(_UNPACKED), **_HALVES,
                calls=_one_half("S", "two registers take the whole source"),
                c=tuple(call(f"asc_{name}<D, S>(dst:D, src:S) -> {part}")
                        for part, name in enumerate(("unpack_lower", "unpack_upper")))),
)
