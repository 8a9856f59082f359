"""Loads from aligned addresses of UB into vector and mask registers.

The distribution decides where the bytes of memory land in the register. Its suffix gives the width, whatever type the
register has. Elements in two registers come in memory order; their low and high parts are told apart on the way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.calls import aligned, call
from lanewise.isa.env import Array
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import BYTES, RegisterWalk
from lanewise.numerics.formats import DTYPES

FAMILY = "register loads"
BLOCK, BLOCKS = 32, 8
MASK_BYTES = 32

# Everything a register can hold is moved the same way.
TYPES = tuple(name for name in DTYPES if name not in ("int4", "double"))
NARROW = tuple(name for name in TYPES if DTYPES[name].size < 8 and name != "complex32")
BYTE = DTYPES["uint8"]


@dataclass(frozen=True)
class Dist:
    """How a load spreads memory: byte j of the register is byte `source[j]` of memory, or zero where that is -1."""

    name: str
    source: Array
    span: int  # bytes of memory that it touches
    align: int


def _spread(name: str, width: int, lane_of: Array, span: int, align: int = BLOCK) -> Dist:
    """`lane_of`: the element of memory that each lane of `width` bytes takes; -1: zero."""
    source = np.where(lane_of[:, None] < 0, -1, lane_of[:, None] * width + np.arange(width)).reshape(-1)
    return Dist(name, source, span, align)


def _dists() -> dict[int, Dist]:
    def lanes(width: int) -> Array:
        return np.arange(BYTES // width)

    def unpacked(width: int, step: int) -> Array:
        return np.where(lanes(width) % step == 0, lanes(width) // step, -1)

    found = {0: Dist("NORM", lanes(1), BYTES, BLOCK), 15: Dist("BLK", lanes(1) % BLOCK, BLOCK, BLOCK)}
    for number, width in ((1, 1), (2, 2), (3, 4)):
        found[number] = _spread(f"BRC_B{8 * width}", width, 0 * lanes(width), width, width)
    for number, width in ((6, 1), (7, 2)):
        found[number] = _spread(f"US_B{8 * width}", width, lanes(width) // 2, BYTES // 2)
    for number, width in ((8, 1), (9, 2)):
        found[number] = _spread(f"DS_B{8 * width}", width, lanes(width) * 2, BYTES * 2)
    for number, width in ((13, 1), (14, 2), (18, 4)):
        found[number] = _spread(f"UNPACK_B{8 * width}", width, unpacked(width, 2), BYTES // 2)
    found[20] = _spread("UNPACK4_B8", 1, unpacked(1, 4), BYTES // 4)
    for number, width in ((16, 2), (17, 4)):
        found[number] = _spread(f"E2B_B{8 * width}", width, lanes(width) * width // BLOCK, 8 * width, 8 * width)
    return found


DISTS = _dists()
TWO_DISTS = {11: 1, 12: 2, 19: 4}  # DINTLV_B8, _B16, _B32: bytes of an element
MASK_SPANS = {0: (MASK_BYTES, 32), 1: (MASK_BYTES // 2, 16), 2: (MASK_BYTES * 2, 32)}  # NORM, US, DS: bytes, alignment


def load(w: RegisterWalk) -> None:
    kind = w.env.types[0]
    if w.count(0) * kind.size > BYTES:
        w.put(0, w.load(1, 0, 2 * BYTES, BLOCK).view(w.lanes(0).dtype))
        return
    dist = DISTS.get(w.params[0])
    if dist is None or (kind.size == 8 and dist.name != "NORM"):
        w.refuse("PARAM-001", what="the distribution", value=w.params[0],
                 need="NORM, or BRC, US, DS, UNPACK, UNPACK4, BLK or E2B for elements below 64 bits")
    data = w.load(1, 0, dist.span, dist.align, only=np.unique(dist.source[dist.source >= 0]))
    w.put(0, np.where(dist.source < 0, 0, data[dist.source]).astype(np.uint8), BYTE)


def load_two(w: RegisterWalk) -> None:
    width = TWO_DISTS.get(w.params[0])
    if width is None:
        w.refuse("PARAM-001", what="the distribution", value=w.params[0], need="DINTLV_B8, DINTLV_B16 or DINTLV_B32")
    pairs = w.load(2, 0, 2 * BYTES, BLOCK).reshape(-1, 2, width)
    w.put(0, pairs[:, 0].reshape(-1), BYTE)
    w.put(1, pairs[:, 1].reshape(-1), BYTE)


def load_blocks(w: RegisterWalk) -> None:
    """A block whose lanes are all inactive becomes zero, and its memory is not touched."""
    stride = w.params[0]
    wanted = w.bits(2)[:: w.env.types[0].size].reshape(BLOCKS, -1).any(1)
    out = np.zeros(BYTES, np.uint8)
    for block in np.flatnonzero(wanted):
        out[block * BLOCK : (block + 1) * BLOCK] = w.load(1, int(block) * stride * BLOCK, BLOCK, BLOCK)
    w.put(0, out, BYTE)


def load_mask(w: RegisterWalk) -> None:
    mode = w.params[0]
    if mode not in MASK_SPANS:
        w.refuse("PARAM-001", what="the distribution", value=mode, need="NORM, US or DS")
    size, align = MASK_SPANS[mode]
    bits = np.unpackbits(w.load(1, 0, size, align), bitorder="little").astype(bool)
    w.put_bits(0, (bits, bits.repeat(2), bits[::2])[mode])


def moved(names: tuple[str, ...], typed: int, untyped: int = 0) -> tuple[Row, ...]:
    return tuple(Row(ON_950, (name,) * typed + ("",) * untyped, PLAIN) for name in names)


_ONE = 'static_assert(!lanewise::in_two<U>, "elements in two registers are loaded by the form for one")'
_STRIDE = "dataBlockStride & 0xFFFF"
_STEPPED = "lanewise::elements<U>(lanewise::at_blocks<postMode>(src, repeatStride))"

INSTRUCTIONS = (
    Instruction("reg_load", FAMILY, REGISTER_WALK("dst:reg src"), ("Reg::LoadAlign",),
                "dst = 256 bytes of UB, spread by a distribution", load, moved(TYPES, 2), old=("Reg::DataCopy",),
                parameters={"dist": 0}, python=("reg_load_align",), timing="load",
                calls=aligned("T=DefaultType, dist:LoadDist=LoadDist::DIST_NORM", "dst:U, {at}{more}", "src",
                              "dst, lanewise::elements<U>({at})", "dist")),
    Instruction("reg_load_two", FAMILY, REGISTER_WALK("dst0:reg dst1:reg src"), ("Reg::LoadAlign",),
                "dst0 = even elements of UB, dst1 = odd elements", load_two, moved(TYPES, 3), old=("Reg::DataCopy",),
                parameters={"dist": 19}, python=("reg_load_align",), timing="load",
                calls=aligned("T=DefaultType, dist:LoadDist", "dst0:U, dst1:U, {at}{more}", "src",
                              "dst0, dst1, lanewise::elements<U>({at})", "dist", check=_ONE)),
    Instruction("reg_load_blocks", FAMILY, REGISTER_WALK("dst:reg src mask:mask"), ("Reg::LoadAlign",),
                "dst = eight blocks of UB, a stride apart", load_blocks, moved(NARROW, 2, 1), old=("Reg::DataCopy",),
                parameters={"stride": 1}, timing="load",
                calls=(call(f"<T=DefaultType, dataMode:DataCopyMode>(dst:U, src:const T*, dataBlockStride:u32, mask) "
                            f"-> {_STRIDE}", operands="dst, lanewise::elements<U>(src), mask"),
                       call("<T=DefaultType, dataMode:DataCopyMode, postMode:PostLiteral>(dst:U, src:out T*, "
                            f"dataBlockStride:u32, repeatStride:u32, mask) -> {_STRIDE}",
                            operands=f"dst, {_STEPPED}, mask"))),
    Instruction("reg_load_mask", FAMILY, REGISTER_WALK("dst:mask src"), ("Reg::LoadAlign",),
                "dst = bits of UB: as they are, each twice, or every second one", load_mask,
                (Row(ON_950, ("", "uint8"), PLAIN),), old=("Reg::DataCopy",), parameters={"dist": 0},
                python=("reg_load_align",), timing="load",
                calls=aligned("T, dist:MaskDist=MaskDist::DIST_NORM", "dst, {at}{more}", "src",
                              "dst, lanewise::raw_bytes({at})", "dist", in_bytes=True)),
)
