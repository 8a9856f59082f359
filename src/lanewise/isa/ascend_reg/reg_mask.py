"""Mask registers: 256 bits, of which the lowest bit of each lane decides.

What sets lanes leaves the other bits as mask_register_rest says.
"""

from __future__ import annotations

import re

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_load import BYTE
from lanewise.isa.calls import Call, by_hand, call
from lanewise.isa.env import Array
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Meaning, Row
from lanewise.isa.registers import BYTES, RegisterWalk

FAMILY = "mask registers"
BITS = BYTES

VL = {1: 1, 2: 2, 3: 3, 4: 4, 5: 8, 6: 16, 7: 32, 8: 64, 9: 128}  # patterns VL1..VL128: lanes
MASKING = ("int16", "uint16", "half", "bfloat16", "int32", "uint32", "float")  # registers whose bits make masks
ALL, M3, M4, H, Q, ALLF = 0, 10, 11, 12, 13, 15


def _lanes(w: RegisterWalk, active: Array, pitch: int) -> None:
    bits = np.zeros(BITS, bool)
    bits[::pitch] = active
    w.put_bits(0, bits, pitch)


def _width(w: RegisterWalk, param: int) -> int:
    """Bytes of a lane, which are mask bits from one to the next."""
    width = int(w.params[param])
    if width not in (1, 2, 4, 8):
        w.refuse("PARAM-001", what="the width of a lane", value=width, need="1, 2, 4 or 8 bytes")
    return width


def _combine(w: RegisterWalk, bits: Array, *operands: int) -> None:
    """Bits of masks for lanes of one width stay for such lanes."""
    widths = {w.width(i) for i in operands}
    w.put_bits(0, bits, widths.pop() if len(widths) == 1 else 0)


def create(w: RegisterWalk) -> None:
    """params: the pattern, mask bits from one lane to the next."""
    pattern, pitch = w.params[0], _width(w, 1)
    lane = np.arange(BITS // pitch)
    if pattern in VL:
        active = lane < VL[pattern]
    elif pattern in (M3, M4):
        active = lane % (3 if pattern == M3 else 4) == 0
    elif pattern in (H, Q):
        active = lane < len(lane) // (2 if pattern == H else 4)
    elif pattern in (ALL, ALLF):
        active = np.full(len(lane), pattern == ALL)
    else:
        w.refuse("PARAM-001", what="the pattern", value=pattern, need="one of MaskPattern")
    _lanes(w, active, pitch)


def update(w: RegisterWalk) -> None:
    """params: how many elements are left, mask bits from one lane to the next."""
    left, pitch = w.params[0], _width(w, 1)
    _lanes(w, np.arange(BITS // pitch) < left, pitch)


def logical_not(w: RegisterWalk) -> None:
    _combine(w, ~w.bits(1) & w.bits(2), 1, 2)


def logical_and(w: RegisterWalk) -> None:
    _combine(w, w.bits(1) & w.bits(2) & w.bits(3), 1, 2, 3)


def logical_or(w: RegisterWalk) -> None:
    _combine(w, (w.bits(1) | w.bits(2)) & w.bits(3), 1, 2, 3)


def logical_xor(w: RegisterWalk) -> None:
    _combine(w, (w.bits(1) ^ w.bits(2)) & w.bits(3), 1, 2, 3)


def copy(w: RegisterWalk) -> None:
    _combine(w, w.bits(1), 1)


def move(w: RegisterWalk) -> None:
    _combine(w, w.bits(1) & w.bits(2), 1, 2)


def select(w: RegisterWalk) -> None:
    _combine(w, np.where(w.bits(3), w.bits(1), w.bits(2)), 1, 2, 3)


def interleave(w: RegisterWalk) -> None:
    """params: bits of a group."""
    group = _width(w, 0)
    both = np.stack([w.bits(i).reshape(-1, group) for i in (2, 3)], 1).reshape(2, -1)
    w.put_bits(0, both[0])
    w.put_bits(1, both[1])


def deinterleave(w: RegisterWalk) -> None:
    both = np.concatenate([w.bits(2), w.bits(3)]).reshape(-1, 2, _width(w, 0))
    w.put_bits(0, both[:, 0].reshape(-1))
    w.put_bits(1, both[:, 1].reshape(-1))


def pack(w: RegisterWalk) -> None:
    """params: 0 fills the lower half, 1 the upper one."""
    halves = np.zeros((2, BITS // 2), bool)
    halves[w.params[0]] = w.bits(1)[::2]
    w.put_bits(0, halves.reshape(-1))


def unpack(w: RegisterWalk) -> None:
    """params: 0 takes the lower half, 1 the upper one."""
    bits = np.zeros(BITS, bool)
    bits[::2] = w.bits(1).reshape(2, -1)[w.params[0]]
    w.put_bits(0, bits)


def from_register(w: RegisterWalk) -> None:
    """params: which group of bytes. A bit for each lane, spread over all bytes of the lane."""
    size, place = w.env.types[1].size, w.params[0]
    group = BYTES // size // 8
    if not 0 <= place < BYTES // group:
        w.refuse("PARAM-001", what="the offset", value=place, need=f"0..{BYTES // group - 1}")
    bits = np.unpackbits(w.lanes(1, BYTE)[place * group : (place + 1) * group], bitorder="little")
    w.put_bits(0, bits.astype(bool).repeat(size))


def from_state(w: RegisterWalk) -> None:
    """params: bytes of a lane. The MASK register of the memory instructions."""
    size = _width(w, 0)
    words = np.array(w.state["mask"][:2], np.uint64).view(np.uint8)
    bits = np.unpackbits(words, bitorder="little").astype(bool)
    w.put_bits(0, bits[: BITS // size].repeat(size))


def _of_masks(
    name: str, operands: str, vendor: str, old: str, summary: str, meaning: Meaning, *notes: str,
    policies: tuple[str, ...] = (), calls: tuple[Call, ...] = (), c: tuple[Call, ...] = (),
    **parameters: int
) -> Instruction:
    form = REGISTER_WALK(" ".join(f"{o}:mask" for o in operands.split()))
    rows = (Row(ON_950, ("",) * len(form.operands), PLAIN),)
    spelled = "reg" + re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", vendor)
    return Instruction(name, FAMILY, form, (f"Reg::{vendor}",), summary, meaning, rows, python=(spelled,),
                       timing="mask",
                       old=(f"Reg::{old}",) if old else (), parameters=parameters, policies=policies, notes=notes,
                       c=c,
                       calls=calls or (call(f"({', '.join(operands.split())})"),))


def _returns_mask(line: str) -> tuple[Call, ...]:
    return by_hand("the mask register is given back", line)


def _by_width(name: str) -> tuple[Call, ...]:
    return tuple(call(f"asc_{name}_b{8 * width}(dst0, dst1, src0, src1) -> {width}") for width in (1, 2, 4))


def _halves(**names: int) -> tuple[Call, ...]:
    return tuple(call(f"asc_{name}(dst, src) -> {part}") for name, part in names.items())


_GROUPS = (call("<T>(dst0, dst1, src0, src1) -> sizeof(T)",
                check='static_assert(sizeof(T) <= 4, "masks of lanes of 8, 16 or 32 bits are interleaved")'),)
_ONE_HALF = (call("<part:HighLowPart=HighLowPart::LOWEST>(dst, src) -> part"),)
_REST = ("mask_register_rest",)
INSTRUCTIONS = (
    _of_masks("reg_mask_create", "dst", "CreateMask", "", "lanes of a pattern", create, policies=_REST, pattern=ALL,
              pitch=1,
              calls=_returns_mask("<T, mode:MaskPattern=MaskPattern::ALL, regTrait:RegTrait=RegTraitNumOne>()")),
    _of_masks("reg_mask_update", "dst", "UpdateMask", "", "the lowest lanes, as many as elements are left", update,
              policies=_REST, count=0, pitch=1,
              calls=_returns_mask("<T, regTrait:RegTrait=RegTraitNumOne>(scalarValue:out u32)")),
    _of_masks("reg_mask_not", "dst src mask", "Not", "MaskNot", "dst = ~src & mask", logical_not,
              c=(call("asc_not(dst, src, mask)"),)),
    _of_masks("reg_mask_and", "dst src0 src1 mask", "And", "MaskAnd", "dst = src0 & src1 & mask", logical_and,
              c=(call("asc_and(dst, src0, src1, mask)"),)),
    _of_masks("reg_mask_or", "dst src0 src1 mask", "Or", "MaskOr", "dst = (src0 | src1) & mask", logical_or,
              c=(call("asc_or(dst, src0, src1, mask)"),)),
    _of_masks("reg_mask_xor", "dst src0 src1 mask", "Xor", "MaskXor", "dst = (src0 ^ src1) & mask", logical_xor,
              c=(call("asc_xor(dst, src0, src1, mask)"),)),
    _of_masks("reg_mask_copy", "dst src", "Move", "MaskMov", "dst = src", copy,
              c=(call("asc_copy(dst, src)"),)),
    _of_masks("reg_mask_move", "dst src mask", "Move", "MaskMov", "dst = src & mask", move,
              c=(call("asc_copy(dst, src, mask)"),)),
    _of_masks("reg_mask_select", "dst src0 src1 mask", "Select", "MaskSel", "dst = mask ? src0 : src1, bit by bit",
              select,
              c=(call("asc_select(dst, src0, src1, mask)"),)),
    _of_masks("reg_mask_interleave", "dst0 dst1 src0 src1", "Interleave", "MaskInterleave",
              "groups of src0 and src1 in turn", interleave, width=1, calls=_GROUPS,
              c=_by_width("intlv")),
    _of_masks("reg_mask_deinterleave", "dst0 dst1 src0 src1", "DeInterleave", "MaskDeInterleave",
              "even groups to dst0, odd groups to dst1", deinterleave, width=1, calls=_GROUPS,
              c=_by_width("deintlv")),
    _of_masks("reg_mask_pack", "dst src", "Pack", "MaskPack", "even bits of src into one half of dst", pack,
              "the other half becomes zero: it is not documented", part=0, calls=_ONE_HALF,
              c=_halves(pack=0, pack_to_low=0, pack_v2=1, pack_to_high=1)),
    _of_masks("reg_mask_unpack", "dst src", "UnPack", "MaskUnPack", "one half of src to the even bits of dst", unpack,
              part=0, calls=_ONE_HALF,
              c=_halves(unpack_lower=0, unpack_upper=1)),
    Instruction("reg_mask_from_register", FAMILY, REGISTER_WALK("dst:mask src:reg"),
                ("Reg::MaskGenWithRegTensor",), "dst = bits of a register, each for a whole lane", from_register,
                tuple(Row(ON_950, ("", name), PLAIN) for name in MASKING),
                parameters={"offset": 0}, python=("reg_mask_gen_with_reg_tensor",), timing="mask",
                calls=(call("<T=DefaultType, offset:i16>(dst, src:U) -> offset"),),
                c=(call("asc_copy<T>(dst, src:T, part:i16) -> part"),)),
    _of_masks("reg_mask_from_state", "dst", "MoveMask", "", "dst = MASK, each bit for a whole lane", from_state,
              width=2, calls=_returns_mask("<T>()")),
)
