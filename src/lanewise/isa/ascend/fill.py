"""Filling and broadcasting: Duplicate, Copy, Brcb, CreateVecIndex, VectorPadding, BilinearInterpolation."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import FLOAT_POLICIES
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, OLDER, ON_950
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import COPY, FILL, FILL_STRIDES, UNARY_STRIDES, WALK
from lanewise.isa.record import ALL_FORMS, MASKED, PLAIN, Instruction, Row, rows
from lanewise.isa.walk import Walk
from lanewise.numerics.formats import DTYPES

FAMILY = "fill"
BLOCK = 32
BLOCKS = 8


def duplicate(e: Env, s: Array) -> Array:
    return s


def copy(e: Env, a: Array) -> Array:
    return a


def broadcast_blocks(w: Walk) -> None:
    """Eight source elements a repeat, each over one 32-byte block."""
    per_block = BLOCK // w.env.to.size
    lane = np.arange(per_block)
    block_stride, repeat_stride = w.params
    for r in range(w.repeat):
        values = w.read(1, 8 * r + np.arange(BLOCKS))
        for j in range(BLOCKS):
            block = r * repeat_stride + j * (block_stride or 1)
            w.write(0, block * per_block + lane, np.broadcast_to(values[j], per_block))
        w.next_repeat()


def index_ramp(w: Walk) -> None:
    """first, first + 1, ... in the steps the chip takes, each rounded to the element type."""
    e = w.env
    w.reach(0, w.span(0))
    per_repeat, per_block = 256 // e.to.size, BLOCK // e.to.size
    (first,) = e.scalars

    def plus(a: Array, n: int) -> Array:
        return arithmetic.add(e, a, np.full(a.shape, n).astype(e.to.numpy))

    if e.policy["index_ramp"] == "by_block":
        base = _ramp(e, first, per_block, in_float=True)
        blocks = [base]
        for _ in range(BLOCKS - 1):
            blocks.append(plus(blocks[-1], per_block))
        values = np.concatenate(blocks)
    else:
        values = _ramp(e, first, per_repeat)
    for r, lanes in enumerate(w.lanes()):
        w.write(0, w.offsets(0, r, lanes), values[lanes])
        values = plus(values, per_repeat)


def _ramp(e: Env, first: Array, n: int, in_float: bool = False) -> Array:
    """T(first + i). In the per-block form the sum is a scalar float addition before the cast, for integers too."""
    steps = np.arange(n)
    if e.to.is_integer and in_float:
        return e.round(np.array([int(v) for v in np.float32(first) + steps.astype(np.float32)], object))
    if e.to.is_integer:
        return e.round(int(first) + steps.astype(object))
    exact = float(first) + steps
    return e.round(exact.astype(np.float32).astype(np.float64))


def pad_blocks(w: Walk) -> None:
    """Each block becomes the padding that its own edge would produce on one side."""
    per_block = BLOCK // w.env.to.size
    mode, right = w.params
    for r, lanes in enumerate(w.lanes()):
        for lane in lanes:
            block, k = divmod(int(lane), per_block)
            depth = k if right else per_block - 1 - k  # distance from the edge, outward
            if mode == 0:
                source = per_block - 1 if right else 0
            else:
                inward = depth + (mode == 2)
                source = per_block - 1 - inward if right else inward
            start = block * per_block
            if 0 <= source < per_block:
                value = w.read(1, w.offsets(1, r, np.array([start + source])))
            else:
                value = np.zeros(1, w.env.to.numpy)
            w.write(0, w.offsets(0, r, np.array([lane])), value)
        w.next_repeat()


def bilinear(w: Walk) -> None:
    """Gather 8 blocks a step, weigh them, add the steps of a row one after the other; every step rounds to half."""
    h_repeat, repeat_mode, dst_block_stride, v_offset, v_repeat = w.params
    e = w.env
    active, *more = w.lanes()
    if more:  # Counter mode with a count beyond the 128 elements of a row
        w.refuse("MASK-001", mask=128 * len(more) + len(more[-1]), low=0, high=128, bits=16)
    w.within("h_repeat", h_repeat, 1, 255)
    w.within("v_repeat", v_repeat, 1, 255)
    if e.policy["bilinear_steps"] == "eight_bits":
        w.within("h_repeat * v_repeat", h_repeat * v_repeat, 1, 255)
    w.within("dst_blk_stride", dst_block_stride, 0, 65535)
    w.within("v_r_offset", v_offset, 128, 65534)
    if v_offset % 16:
        w.refuse("PARAM-001", what="v_r_offset", value=v_offset, need="a multiple of 16 (32 bytes)")
    half = DTYPES["half"]
    inner = Env([half] * 3, e.policy, (), 0, e.saturate)
    for v in range(v_repeat):
        total = np.zeros(len(active), np.float16)
        for h in range(h_repeat):
            step = v * h_repeat + h
            starts = w.read(2, 8 * step + np.arange(8)).astype(np.int64)
            for i, start in enumerate(starts):
                if start % BLOCK:
                    w.refuse("PARAM-001", what=f"src0_offset[{8 * step + i}]", value=start, need="a multiple of 32")
            w.reach(1, int(starts.max()) + BLOCK)
            w.reach(3, 2 * (8 * step + 8 if repeat_mode else step + 1))
            data = w.read(1, starts[active // 16] // 2 + active % 16)
            weights = w.read(3, 8 * step + active // 16 if repeat_mode else np.full(len(active), step))
            product = arithmetic.mul(inner, weights, data)
            total = arithmetic.add(inner, product, total) if h else product
        result = arithmetic.add(inner, total, np.zeros(len(active), np.float16))
        place = v * v_offset + (active // 16) * dst_block_stride * 16 + active % 16
        w.write(0, place, result)


_STORAGE = "fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn"
_NARROW = "int16 uint16 half bfloat16 int32 uint32 float"

_PAD_MODE = "lanewise::check_pad_mode(padMode)"

INSTRUCTIONS = (
    Instruction("duplicate", FAMILY, FILL, ("Duplicate",), "dst = scalar", duplicate,
                rows({ON_950: f"bool int8 uint8 {_STORAGE} {_NARROW} complex32 int64 uint64 complex64",
                      OLDER: _NARROW},
                     {ON_950: f"bool int8 uint8 {_STORAGE} complex32 int64 uint64 complex64"}, 1),
                flexible=ON_950, timing="duplicate",
                notes=("ascend950: the count form also takes a tensor and broadcasts its first element",),
                calls=(call("<T, isSetMask>(dst:T, scalarValue:V?, count)"),
                       call("<T, isSetMask>(dst:T, scalarValue:V?, mask, repeatTime, dstBlockStride:u16, "
                            "dstRepeatStride:u8)"))),
    Instruction("copy", "move", COPY, ("Copy",), "dst = src, block by block under the mask", copy,
                rows({ON_950: f"int8 uint8 {_STORAGE} {_NARROW} int64 uint64"}, operands=2, overloads=ALL_FORMS)
                + rows({(*A2A3, C310B): _NARROW}, operands=2, overloads=MASKED),
                timing="copy", policies=("counter_copy",),
                notes=("Counter mode: the count applies to each repeat and repeat_times stays effective",),
                calls=(call("<T, isSetMask>(dst:T, src:T, count)"),
                       call("<T, isSetMask>(dst:T, src:T, mask, repeatTime, repeatParams:CopyRepeatParams&)")),
                c="copy"),
    Instruction("brcb", FAMILY, WALK("dst src"), ("Brcb",), "block j of repeat r = src[8r + j] over 32 bytes",
                broadcast_blocks,
                rows({ON_950: f"int8 uint8 {_NARROW} int64 uint64", A2A3: _NARROW,
                      (C310P,): "int16 uint16 half int32 uint32 float"}, operands=2, overloads=PLAIN),
                policies=("block_broadcast_mask", "zero_block_stride"), call="block-broadcast", timing="brcb",
                notes=("ignores the vector mask; 910b and 910_93 leave it all ones",),
                calls=(call("<T>(dst:T, src:T, repeatTime, repeatParams:BrcbRepeatParams&) "
                            "-> repeatParams.dstBlkStride, repeatParams.dstRepStride"),)),
    Instruction("create_vec_index", FAMILY, WALK("dst $first_value", strides=FILL_STRIDES), ("CreateVecIndex",),
                "dst[i] = first_value + i", index_ramp,
                rows({ON_950: "int8 int16 half int32 float int64", (*A2A3, C310B, C310P): "int16 half int32 float"},
                     {ON_950: "int8 int64"}, 1),
                saturates=True, policies=("index_ramp", *FLOAT_POLICIES), call="ramp", timing="index",
                notes=("the page names ascend310p without its types: those of ascend910b are taken",),
                calls=(call("<T>(dst:T, firstValue:plain T, count)"),
                       call("<T>(dst:T, firstValue:plain T, mask, repeatTime, dstBlkStride:u16, dstRepStride:u8)"))),
    Instruction("vector_padding", FAMILY, WALK("dst src", strides=UNARY_STRIDES), ("VectorPadding",),
                "each block becomes padding made from its own left or right edge", pad_blocks,
                rows({(C310P,): "int16 uint16 half int32 uint32 float"}, operands=2),
                policies=("vector_padding_layout",), call="block-padding", timing="padding",
                calls=(call("<T>(dst:T, src:T, padMode:u8, padSide:bool, count)", check=_PAD_MODE),
                       call("<T, isSetMask>(dst:T, src:T, padMode:u8, padSide:bool, mask, repeatTime, "
                            "repeatParams:UnaryRepeatParams&)", check=_PAD_MODE))),
    Instruction("bilinear_interpolation", "arithmetic", WALK("dst src0 src0_offset@ src1 shared_tmp_buffer~"),
                ("BilinearInterpolation",),
                "dst(v) = sum over h of gathered blocks times their weights", bilinear,
                (Row((*ON_950, *A2A3, C310P), ("half", "half", "uint32", "half", "uint8"), MASKED),),
                policies=("bilinear_steps", *FLOAT_POLICIES), saturates=True, call="bilinear", timing="bilinear",
                notes=("the final step adds +0, so -0 becomes +0", "contents of shared_tmp_buffer stay unspecified"),
                calls=(call("<T>(dst:T, src0:T, src0Offset:uint32, src1:T, mask, hRepeat:u8, repeatMode:bool, "
                            "dstBlkStride:u16, vROffset:u16, vRepeat:u8, sharedTmpBuffer:uint8)"),)),
)
