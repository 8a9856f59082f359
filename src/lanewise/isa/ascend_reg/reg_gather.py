"""Gather and scatter between registers and UB by element numbers, and gather of blocks by byte offsets.

Elements of 64 bits go as two words at twice the number, which wraps at 32 bits. Lanes that the mask leaves out touch no
memory.
"""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_load import BLOCK, BLOCKS, BYTE, TYPES
from lanewise.isa.calls import call
from lanewise.isa.env import Array
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register gather"
WORD = 4


def _numbers(w: RegisterWalk, index: int, data: int) -> Array:
    """The element numbers for the lanes of an operand, as far as both have lanes."""
    if w.count(index) < w.count(data):
        w.refuse("PARAM-001", what="the number of indices", value=w.count(index), need=f"at least {w.count(data)}")
    return w.lanes(index).astype(np.uint64)


def _starts(number: int, size: int) -> list[int]:
    """Byte offsets of the parts of an element."""
    if size < 8:
        return [number * size]
    return [(2 * number + part) % (1 << 32) * WORD for part in (0, 1)]


def gather(w: RegisterWalk) -> None:
    """dst[i] = element index[i] of src; one byte becomes two, the upper one zero."""
    of, kind = w.env.types[1], w.env.types[0]
    numbers = _numbers(w, 2, 0)
    w.reach(1, 0, BLOCK)
    out = np.zeros((w.count(0), kind.size), np.uint8)
    for i in np.flatnonzero(w.active(3, 0)):
        parts = [w.load(1, start, min(of.size, WORD)) for start in _starts(int(numbers[i]), of.size)]
        out[i, : of.size] = np.concatenate(parts)
    w.put(0, out.reshape(-1).view(w.lanes(0).dtype))


def gather_blocks(w: RegisterWalk) -> None:
    """Block b of dst = the block index[b] bytes behind src; mask bits as for lanes of 32 bits."""
    offsets = w.lanes(2)[:BLOCKS]
    w.reach(1, 0, BLOCK)
    out = w.old(0).reshape(BLOCKS, BLOCK)
    for b in np.flatnonzero(w.lane_bits(3, WORD, BLOCKS)):
        out[b] = w.load(1, int(offsets[b]), BLOCK, BLOCK)
    w.put(0, out.reshape(-1), BYTE)


def scatter(w: RegisterWalk) -> None:
    """Element index[i] of dst = src[i]; of bytes, only the even ones take part. The last of equal indices wins."""
    size = w.env.types[1].size
    data = w.lanes(1).view(np.uint8).reshape(-1, size)
    step = 2 if size == 1 else 1
    data, lanes = data[::step], w.active(3, 1, step)[::step]
    numbers = w.lanes(2).astype(np.uint64)
    if len(numbers) < len(lanes):
        w.refuse("PARAM-001", what="the number of indices", value=len(numbers), need=f"at least {len(lanes)}")
    w.reach(0, 0, BLOCK)
    for i in np.flatnonzero(lanes):
        for part, start in enumerate(_starts(int(numbers[i]), size)):
            w.store(0, start, data[i, part * WORD : part * WORD + WORD])


def _rows(*words: str) -> tuple[Row, ...]:
    return tuple(Row(ON_950, (*word.split("/"), ""), PLAIN) for word in words)


GATHERED = """int16/int8/uint16 int16/int16/uint16 uint16/uint8/uint16 uint16/uint16/uint16 half/half/uint16
    bfloat16/bfloat16/uint16 int32/int32/uint32 uint32/uint32/uint32 float/float/uint32 int64/int64/uint32
    int64/int64/uint64 uint64/uint64/uint32 uint64/uint64/uint64"""
SCATTERED = """int8/int8/uint16 uint8/uint8/uint16 int16/int16/uint16 uint16/uint16/uint16 half/half/uint16
    bfloat16/bfloat16/uint16 int32/int32/uint32 uint32/uint32/uint32 float/float/uint32 int64/int64/uint32
    int64/int64/uint64 uint64/uint64/uint32 uint64/uint64/uint64"""

INSTRUCTIONS = (
    Instruction("reg_gather_memory", FAMILY, REGISTER_WALK("dst:reg src index:reg mask:mask"),
                ("Reg::Gather",), "dst[i] = src[index[i]] from UB", gather, _rows(*GATHERED.split()),
                old=("Reg::DataCopyGather",), python=("reg_gather",), timing="gather-memory",
                notes=("inactive lanes become zero: it is not documented",),
                calls=(call("<T0~T3, T1, T2~T4>(dst:T3, src:const T1*, index:T4, mask)",
                            operands="dst, const_cast<T1*>(src), index, mask"),)),
    Instruction("reg_gather_blocks", FAMILY, REGISTER_WALK("dst:reg src index:reg mask:mask"),
                ("Reg::GatherB",), "dst = eight blocks of UB at byte offsets", gather_blocks,
                _rows(*(f"{name}/{name}/uint32" for name in TYPES)), old=("Reg::DataCopyGatherB",),
                python=("reg_gather_b",), timing="gather-memory",
                notes=("inactive blocks stay: they are documented as not updated",),
                calls=(call("<T=DefaultType>(dst:U, src:const T*, index:S, mask)",
                            operands="dst, lanewise::elements<U>(src), index, mask"),)),
    Instruction("reg_scatter", FAMILY, REGISTER_WALK("dst src:reg index:reg mask:mask"), ("Reg::Scatter",),
                "dst[index[i]] = src[i] in UB", scatter, _rows(*SCATTERED.split()), old=("Reg::DataCopyScatter",),
                timing="scatter",
                calls=(call("<T=DefaultType, U~V>(dst:T*, src:S, index:V, mask)",
                            operands="lanewise::elements<S>(dst), src, index, mask"),)),
)
