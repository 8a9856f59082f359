"""Stores of vector and mask registers to aligned addresses of UB.

Lanes that the mask leaves out do not touch memory. Single elements and interleaved registers are stored without a look
at the mask.
"""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_load import BLOCK, BLOCKS, BYTE, NARROW, TYPES, moved
from lanewise.isa.calls import aligned, call
from lanewise.isa.env import Array
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import BYTES, RegisterWalk

FAMILY = "register stores"

NORM = {0: 1, 1: 2, 2: 4}  # bytes of a lane
WHOLE = 16  # NORM, with lanes as wide as the elements
FIRST = {3: 1, 4: 2, 5: 4}
PACK = {6: (2, 1), 7: (4, 2), 10: (8, 4), 12: (4, 1)}  # bytes of a lane, and how many of them are kept
TWO = {8: 1, 9: 2, 11: 4}  # INTLV


def store(w: RegisterWalk) -> None:
    """params: the distribution; for elements in two registers, how many bytes behind the first half the second goes."""
    kind, mode = w.env.types[1], w.params[0]
    if w.count(1) * kind.size > BYTES:
        return _store_both(w)
    data = w.lanes(1, BYTE)
    if mode == WHOLE:
        return _store_lanes(w, data, kind.size, w.lane_bits(2, kind.size))
    allowed = PACK if kind.size == 8 else {**NORM, **FIRST, **PACK}
    if mode not in allowed or (kind.size == 8 and mode != 10):
        w.refuse("PARAM-001", what="the distribution", value=mode,
                 need="NORM, FIRST_ELEMENT or PACK (NORM or PACK_B64 for elements of 64 bits)")
    if mode in FIRST:
        return w.store(0, 0, data[: FIRST[mode]], FIRST[mode])
    if mode in NORM:
        return _store_lanes(w, data, NORM[mode], w.lane_bits(2, NORM[mode]))
    width, kept = PACK[mode]
    return _store_lanes(w, data.reshape(-1, width)[:, :kept].reshape(-1), kept, w.lane_bits(2, width))


def _store_lanes(w: RegisterWalk, data: Array, width: int, active: Array, offset: int = 0) -> None:
    """Only as far as there are active lanes."""
    used = np.flatnonzero(active)
    end = int(used[-1] + 1) * width if len(used) else 0
    w.store(0, offset, data[:end], BLOCK, ~active.repeat(width)[:end])


def _store_both(w: RegisterWalk) -> None:
    kind = w.env.types[1]
    half = w.count(1) // 2
    data = w.lanes(1).view(np.uint8)
    active = w.active(2, 1)
    _store_lanes(w, data[:BYTES], kind.size, active[:half])
    _store_lanes(w, data[BYTES:], kind.size, active[half:], w.params[1])


def store_two(w: RegisterWalk) -> None:
    width = TWO.get(w.params[0])
    if width is None:
        w.refuse("PARAM-001", what="the distribution", value=w.params[0], need="INTLV_B8, INTLV_B16 or INTLV_B32")
    parts = [w.lanes(i, BYTE).reshape(-1, width) for i in (1, 2)]
    w.store(0, 0, np.stack(parts, 1).reshape(-1), BLOCK)


def store_blocks(w: RegisterWalk) -> None:
    """Blocks in order; one without active lanes does not touch memory."""
    size = w.env.types[1].size
    data, keep = w.lanes(1, BYTE).reshape(BLOCKS, BLOCK), ~w.active(2, 1).repeat(size).reshape(BLOCKS, BLOCK)
    for block in range(BLOCKS):
        if not keep[block].all():
            w.store(0, block * w.params[0] * BLOCK, data[block], BLOCK, keep[block])


def store_mask(w: RegisterWalk) -> None:
    mode, bits = w.params[0], w.bits(1)
    if mode not in (0, 1):
        w.refuse("PARAM-001", what="the distribution", value=mode, need="NORM or PACK")
    w.store(0, 0, np.packbits(bits[::2] if mode else bits, bitorder="little"), 16 if mode else BLOCK)


_ONE = 'static_assert(!lanewise::in_two<U>, "elements in two registers are stored by the form for one")'
_STRIDE = "dataBlockStride & 0xFFFF"
_STEPPED = "lanewise::elements<U>(lanewise::at_blocks<postMode>(dst, repeatStride))"

INSTRUCTIONS = (
    Instruction("reg_store", FAMILY, REGISTER_WALK("dst src:reg mask:mask"), ("Reg::StoreAlign",),
                "UB = the active lanes of src, arranged by a distribution", store, moved(TYPES, 2, 1),
                old=("Reg::DataCopy",), parameters={"dist": WHOLE, "second": BYTES}, python=("reg_store_align",),
                timing="store",
                notes=("second: bytes from the first to the second of two registers",
                      "a packed lane keeps its place when lanes below it are inactive"),
                calls=aligned("T=DefaultType, dist:StoreDist=StoreDist::DIST_NORM", "{at}, src:U{more}, mask", "dst",
                              "lanewise::elements<U>({at}), src, mask", "dist, {second}")),
    Instruction("reg_store_two", FAMILY, REGISTER_WALK("dst src0:reg src1:reg mask:mask"),
                ("Reg::StoreAlign",), "UB = elements of src0 and src1 in turn", store_two, moved(TYPES, 3, 1),
                old=("Reg::DataCopy",), parameters={"dist": 11}, python=("reg_store_align",), timing="store",
                calls=aligned("T=DefaultType, dist:StoreDist", "{at}, src0:U, src1:U{more}, mask", "dst",
                              "lanewise::elements<U>({at}), src0, src1, mask", "dist", check=_ONE)[::2]),
    Instruction("reg_store_blocks", FAMILY, REGISTER_WALK("dst src:reg mask:mask"), ("Reg::StoreAlign",),
                "eight blocks of UB, a stride apart = src", store_blocks, moved(NARROW, 2, 1), old=("Reg::DataCopy",),
                parameters={"stride": 1}, timing="store",
                notes=("with stride 0 the last active block stays: the order is not documented",),
                calls=(call(f"<T=DefaultType, dataMode:DataCopyMode>(dst:T*, src:U, dataBlockStride:u32, mask) "
                            f"-> {_STRIDE}",
                            operands="lanewise::elements<U>(dst), src, mask"),
                       call("<T=DefaultType, dataMode:DataCopyMode, postMode:PostLiteral>(dst:out T*, src:U, "
                            f"dataBlockStride:u32, repeatStride:u32, mask) -> {_STRIDE}",
                            operands=f"{_STEPPED}, src, mask"))),
    Instruction("reg_store_mask", FAMILY, REGISTER_WALK("dst src:mask"), ("Reg::StoreAlign",),
                "UB = the bits of a mask register: all, or every second one", store_mask,
                (Row(ON_950, ("uint8", ""), PLAIN),), old=("Reg::DataCopy",), parameters={"dist": 0},
                python=("reg_store_align",), timing="store",
                calls=aligned("T, dist:MaskDist=MaskDist::DIST_NORM", "{at}, src{more}", "dst",
                              "lanewise::raw_bytes({at}), src", "dist", in_bytes=True)),
)
