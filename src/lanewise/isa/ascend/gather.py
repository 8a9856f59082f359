"""Gather, Gatherb and Scatter by byte offsets; Interleave and DeInterleave."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, ON_950
from lanewise.isa.calls import TWO_RESULTS, call
from lanewise.isa.env import Array
from lanewise.isa.form import OFFSETS, WALK, StrideFields
from lanewise.isa.record import ALL_FORMS, COUNT, PLAIN, Instruction, Overload, Row
from lanewise.isa.walk import Walk

FAMILY = "gather"
BLOCK = 32
BLOCKS = 8


def gather(w: Walk) -> None:
    """dst[i] = the element at src + base + offset[i], in bytes. Offsets lie without gaps, lanes masked off included."""
    places, numbers = _lanes(w, 0)
    starts = _starts(w, numbers)
    w.reach(1, _end(w, starts))
    w.write(0, places, w.read(1, starts // w.env.to.size))


def scatter(w: Walk) -> None:
    """The element at dst + base + offset[i], in bytes, = src[i]. Of equal offsets the last one wins."""
    places, numbers = _lanes(w, 1)
    starts = _starts(w, numbers)
    w.reach(0, _end(w, starts))
    w.write(0, starts // w.env.to.size, w.read(1, places))


def _lanes(w: Walk, strided: int) -> tuple[Array, Array]:
    """Of every active lane: where it is in the strided operand, and its number in the row of all lanes."""
    w.within("base", w.params[0], 0, 0xFFFFFFFF)
    per_repeat = 256 // max(w.env.to.size, OFFSETS.least_width)
    w.reach(strided, w.span(strided))
    lanes = w.lanes()
    places = [w.offsets(strided, r, at) for r, at in enumerate(lanes)]
    numbers = [r * per_repeat + at for r, at in enumerate(lanes)]
    return np.concatenate(places), np.concatenate(numbers)


def _starts(w: Walk, numbers: Array) -> Array:
    """Byte offsets from the tensor's start, base included."""
    size = w.env.to.size
    w.reach(2, (int(numbers.max()) + 1) * 4)
    offsets = w.read(2, numbers).astype(np.int64)
    if w.env.policy["gather_offset"] == "low":
        offsets &= {1: 0xFFFF, 2: 0x1FFFF}.get(size, 0xFFFFFFFF)
    starts: Array = w.params[0] + offsets
    wrong = np.flatnonzero(starts % size)
    if wrong.size:
        w.refuse("PARAM-001", what="base plus an offset", value=int(starts[wrong[0]]), need=f"a multiple of {size}")
    return starts


def _end(w: Walk, starts: Array) -> int:
    return int(starts.max()) + w.env.to.size


def gatherb(w: Walk) -> None:
    """Block j of repeat r = the 32 bytes at src + offset[8r + j]."""
    block_stride, repeat_stride = w.params
    w.within("dst_blk_stride", block_stride, 0, 0xFFFF)
    w.within("dst_rep_stride", repeat_stride, 0, 0xFFFF)
    if w.env.policy["gatherb_block_stride"] == "low_byte":
        block_stride &= 0xFF
    block_stride = block_stride or 1
    if not w.repeat:
        return
    blocks = np.arange(BLOCKS * w.repeat)
    w.reach(2, blocks.size * 4)
    starts = w.read(2, blocks).astype(np.int64)
    wrong = np.flatnonzero(starts % BLOCK)
    if wrong.size:
        w.refuse("PARAM-001", what="an offset", value=int(starts[wrong[0]]), need=f"a multiple of {BLOCK}")
    w.reach(1, int(starts.max()) + BLOCK)
    targets = blocks // BLOCKS * repeat_stride + blocks % BLOCKS * block_stride
    w.reach(0, (int(targets.max()) + 1) * BLOCK)
    per_block = BLOCK // w.env.to.size
    lane = np.arange(per_block)
    data = w.read(1, (starts[:, None] // w.env.to.size + lane).ravel())
    w.write(0, (targets[:, None] * per_block + lane).ravel(), data)


def interleave(w: Walk) -> None:
    """src0[0], src1[0], src0[1], src1[1], ...: the first half of that row into dst0, the second into dst1."""
    n = _even_count(w, (0, 1, 2, 3))
    row = np.stack([w.read(2, np.arange(n)), w.read(3, np.arange(n))], axis=1).ravel()
    w.write(0, np.arange(n), row[:n])
    w.write(1, np.arange(n), row[n:])


def de_interleave(w: Walk) -> None:
    """Of src0 followed by src1: the even elements into dst0, the odd ones into dst1."""
    n = _even_count(w, (0, 1, 2, 3))
    row = np.concatenate([w.read(2, np.arange(n)), w.read(3, np.arange(n))])
    w.write(0, np.arange(n), row[0::2])
    w.write(1, np.arange(n), row[1::2])


def de_interleave_one(w: Walk) -> None:
    """Of one source: the even elements into dst0, the odd ones into dst1, count / 2 each."""
    n = _even_count(w, (2,))
    for operand in (0, 1):
        w.reach(operand, n // 2 * w.env.to.size)
    row = w.read(2, np.arange(n))
    w.write(0, np.arange(n // 2), row[0::2])
    w.write(1, np.arange(n // 2), row[1::2])


def _even_count(w: Walk, whole: tuple[int, ...]) -> int:
    """The count, which must be even; `whole` names the operands that hold that many elements."""
    for operand in whole:
        w.reach(operand, w.span(operand))
    n = sum(lanes.size for lanes in w.lanes())
    if n % 2:
        w.refuse("PARAM-001", what="count", value=n, need="even")
    return n


_GATHER = OFFSETS("dst src* src_offset@", strides=StrideFields(16, 16, ""))
_SCATTER = OFFSETS("dst* src dst_offset@", strides=StrideFields(16, 8, ""))
_PAIRS = WALK("dst0 dst1 src0 src1")

_SIXTEEN_UP = "int16 uint16 half int32 uint32 float"
_ALL = "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float int64 uint64"


def _rows(chips: tuple[str, ...], types: str, overloads: tuple[Overload, ...] = ALL_FORMS) -> tuple[Row, ...]:
    return tuple(Row(chips, (t, t, "uint32"), overloads) for t in types.split())


_BY_OFFSETS = (_rows(ON_950, "int8 uint8", COUNT) + _rows(ON_950, f"{_SIXTEEN_UP} bfloat16 int64 uint64")
               + _rows((C310B,), f"int8 uint8 {_SIXTEEN_UP}"))
_OFFSET_NOTES = ("offsets are bytes, not element numbers, and must be multiples of the element size",
                 "offsets are read without gaps: repeat r starts at the element r * lanes of a repeat",
                 "8-bit elements on ascend950 and ascend310b: 128 to a repeat, in 4 blocks")

_OFFSETS = "2, 1, lanewise::offset_blocks<T>"  # they lie without gaps

INSTRUCTIONS = (
    Instruction("gather", FAMILY, _GATHER, ("Gather",), "dst[i] = the element at src + base + src_offset[i] bytes",
                gather, _BY_OFFSETS + _rows(A2A3, f"{_SIXTEEN_UP} bfloat16") + _rows((C310P,), _SIXTEEN_UP),
                policies=("gather_offset",), call="gather", timing="gather", notes=_OFFSET_NOTES,
                calls=(call("<T>(dst:T, src:T, srcOffset:uint32, srcBaseAddr:u32, count)"),
                       call("<T>(dst:T, src:T, srcOffset:uint32, srcBaseAddr:u32, mask, repeatTime, dstRepStride:u16)",
                            strides=_OFFSETS))),
    Instruction("scatter", FAMILY, _SCATTER, ("Scatter",), "the element at dst + base + dst_offset[i] bytes = src[i]",
                scatter, _BY_OFFSETS + _rows((C310P,), "uint16 half uint32 float"),
                policies=("gather_offset", "scatter_order"), call="scatter", timing="scatter", notes=_OFFSET_NOTES,
                calls=(call("<T>(dst:T, src:T, dstOffset:uint32, dstBaseAddr:u32, count)"),
                       call("<T>(dst:T, src:T, dstOffset:uint32, dstBaseAddr:u32, mask, repeatTime, srcRepStride:u8)",
                            strides=_OFFSETS))),
    Instruction("gatherb", FAMILY, WALK("dst src0 offset"), ("Gatherb",),
                "block j of repeat r = the 32 bytes at src0 + offset[8r + j]",
                gatherb, _rows(ON_950, _ALL, PLAIN) + _rows(A2A3, "uint16 uint32", PLAIN)
                + _rows((C310B,), f"int8 uint8 {_SIXTEEN_UP} bfloat16 int64", PLAIN),
                policies=("block_broadcast_mask", "zero_block_stride", "gatherb_block_stride"), call="block-gather",
                timing="gather-blocks",
                notes=("ignores the vector mask; 910b and 910_93 leave it all ones", "a block stride of 0 is 1"),
                calls=(call("<T>(dst:T, src0:T, offset:uint32, repeatTime, repeatParams:GatherRepeatParams&) "
                            "-> repeatParams.dstBlkStride, repeatParams.dstRepStride"),)),
    Instruction("interleave", "rearrange", _PAIRS, ("Interleave",),
                "the elements of src0 and src1 in turn: the first count into dst0, the rest into dst1", interleave,
                tuple(Row(ON_950, (t,) * 4, COUNT) for t in _ALL.split()), call="interleave", timing="interleave",
                notes=("count is even",),
                calls=TWO_RESULTS),
    Instruction("de_interleave", "rearrange", _PAIRS, ("DeInterleave",),
                "of src0 and then src1, the even elements into dst0 and the odd ones into dst1", de_interleave,
                tuple(Row(ON_950, (t,) * 4, COUNT) for t in _ALL.split()), call="interleave", timing="interleave",
                notes=("count is even",),
                calls=TWO_RESULTS),
    Instruction("de_interleave_one", "rearrange", WALK("dst0 dst1 src"), ("DeInterleave",),
                "the even elements of src into dst0 and the odd ones into dst1", de_interleave_one,
                tuple(Row(ON_950, (t,) * 3, COUNT) for t in _ALL.split()), python=("de_interleave",),
                call="de-interleave-one", timing="interleave", notes=("count is that of src, and even",),
                calls=(call("<T>(dst0:T, dst1:T, src:T, count)"),)),
)
