"""Layout: transposes of a tile, between NCHW and NHWC, and of sixteen blocks at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, EVERY, ON_950
from lanewise.isa.calls import by_hand, call
from lanewise.isa.env import Array
from lanewise.isa.form import WALK
from lanewise.isa.record import PLAIN, Instruction, Row, rows
from lanewise.isa.walk import Walk
from lanewise.moves import Layout, axis

FAMILY = "layout"
BLOCK = 32
TILE = 16  # rows and columns of a tile, and blocks in a list


def transpose_tile(w: Walk) -> None:
    """16 rows of 16 elements of 16 bits."""
    for operand in (0, 1):
        w.reach(operand, TILE * TILE * 2)
    _move(w, Layout((axis(TILE, 1, TILE), axis(TILE, TILE, 1))))


def transpose_nchw(w: Walk) -> None:
    """params: n, c, h, w, and 1 for NCHW to NHWC, 0 for the way back."""
    n, c, height, width, to_nhwc = w.params
    area, size = height * width, w.env.to.size
    w.within("n_size", n, 0, 65535)
    w.within("c_size", c, 0, 4095)
    w.within("h_size", height, 0, 4095)
    w.within("w_size", width, 0, 4095)
    w.within("h_size * w_size", area, 0, 4095)
    if area * size % BLOCK:
        w.refuse("PARAM-001", what="h_size * w_size", value=area, need=f"a multiple of {BLOCK // size} (32 bytes)")
    total = n * c * area
    if not total:
        return
    for operand in (0, 1):
        w.reach(operand, total * size)
    if w.env.policy["transpose_scratch"] == "sized":
        w.reach(2, (c + 2 if to_nhwc else 2 * c + 1) * BLOCK * (32 if size == 1 else 16))
    rows, columns = (c, area) if to_nhwc else (area, c)  # of the source
    _move(w, Layout((axis(n, c * area, c * area), axis(columns, 1, rows), axis(rows, columns, 1))))


def _move(w: Walk, layout: Layout) -> None:
    """Every element is read before one is written."""
    to, source, _ = layout.places()
    w.write(0, to, w.read(1, source))


def trans_data_to_5hd(w: Walk) -> None:
    """params: 16 dst addresses, 16 src addresses, dst_high_half, src_high_half, dst_rep_stride, src_rep_stride."""
    targets, sources = w.params[:TILE], w.params[TILE : 2 * TILE]
    dst_high, src_high, dst_stride, src_stride = w.params[2 * TILE :]
    w.within("dst_rep_stride", dst_stride, 0, 65535)
    w.within("src_rep_stride", src_stride, 0, 65535)
    size = w.env.to.size
    lane = np.arange(BLOCK // size) if size > 1 else TILE * bool(src_high) + np.arange(TILE)
    for r in range(w.repeat):
        step = BLOCK * (1 if w.repeat == 1 else r)  # a lone repeat is shifted already
        to = np.array([w.entry(0, i, a + step * dst_stride, BLOCK) for i, a in enumerate(targets)])
        frm = np.array([w.entry(1, i, a + step * src_stride, BLOCK) for i, a in enumerate(sources)])
        blocks = w.read(1, (frm[:, None] + lane).ravel()).reshape(TILE, -1)
        out = _transposed(blocks, size)
        first = TILE * bool(dst_high) if size == 1 else 0
        w.write(0, (to[:, None] + first + np.arange(out.shape[1])).ravel(), out.ravel())
        w.next_repeat()


def _transposed(blocks: Array, size: int) -> Any:
    """What the sixteen destination blocks receive."""
    if size == 4:  # eight columns: the lower and the upper eight sources take turns
        return np.stack([blocks[:8].T, blocks[8:].T], axis=1).reshape(TILE, 8)
    return blocks.T


_WITH_SCRATCH = WALK("dst src shared_tmp_buffer~")

_B16 = "int16 uint16 half"
_PLAIN = f"int8 uint8 {_B16} int32 uint32 float"
_STORAGE = "fp4x2_e2m1 fp4x2_e1m2 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn int4x2"
_ON_TILES = (C310P, C310B, *A2A3)


def _with_scratch(types: str) -> str:
    return " ".join(f"{t}/{t}/uint8" for t in types.split())


def _list_rows() -> tuple[Row, ...]:
    """Which destination block gets which half of a 32-bit column is read off the vendor's own uses of the call."""
    found = rows({ON_950: f"{_PLAIN} bfloat16", (*A2A3, C310B, C310P): _PLAIN, (C910,): f"int8 uint8 {_B16}"},
                 operands=2, overloads=PLAIN)
    return tuple(replace(r, evidence="inferred") if r.types[0] in ("int32", "uint32", "float") else r for r in found)


_BY_TYPE = by_hand("a member of its parameters chooses the record",
                   "<T>(dst:T, src:T, sharedTmpBuffer:uint8, params:TransposeParamsExt&)")
_BY_LISTS = by_hand("operands are lists of sixteen tensors or addresses",
                    "<T>(dstList:LocalTensor[16], srcList:LocalTensor[16], params:TransDataTo5HDParams&)",
                    "<T>(dstList:uint64_t[16], srcList:uint64_t[16], params:TransDataTo5HDParams&)",
                    "<T>(dst:LocalTensor<uint64_t>, src:LocalTensor<uint64_t>, params:TransDataTo5HDParams&)")

INSTRUCTIONS = (
    Instruction("transpose", FAMILY, WALK("dst src"), ("Transpose",),
                "dst = src transposed, 16 x 16 elements of 16 bits",
                transpose_tile, rows({EVERY: _B16}, operands=2, overloads=PLAIN), call="transpose", timing="transpose",
                notes=("ignores the vector mask", "dst and src may be the same tensor"),
                calls=(call("<T>(dst:T, src:T)"),)),
    Instruction("transpose_nd2nd_b16", FAMILY, _WITH_SCRATCH, ("Transpose",),
                "dst = src transposed, 16 x 16 elements of 16 bits (TRANSPOSE_ND2ND_B16)", transpose_tile,
                rows({ON_950: _with_scratch(_B16), _ON_TILES: _with_scratch("uint16")}, operands=3, overloads=PLAIN),
                python=("transpose",), call="transpose", timing="transpose",
                notes=("dst and src may be the same tensor", "shared_tmp_buffer is not used"),
                calls=_BY_TYPE),
    Instruction("transpose_nchw", FAMILY, _WITH_SCRATCH, ("Transpose",),
                "dst[n,h,w,c] = src[n,c,h,w] (TRANSPOSE_NCHW2NHWC) or back (TRANSPOSE_NHWC2NCHW)", transpose_nchw,
                rows({ON_950: _with_scratch(f"{_PLAIN} {_STORAGE} bfloat16 complex32"),
                      (*A2A3, C310P): _with_scratch(_PLAIN)}, operands=3, overloads=PLAIN),
                python=("transpose",), policies=("transpose_scratch",), call="transpose", timing="transpose",
                notes=("dst and src must not overlap", "contents of shared_tmp_buffer stay unspecified",
                       "a packed pair of 4-bit values moves as one element"),
                calls=_BY_TYPE),
    Instruction("trans_data_to_5hd", FAMILY, WALK("dst_list src_list"), ("TransDataTo5HD",),
                "sixteen blocks transposed: 16 bits dst[i][k] = src[k][i]; 32 bits dst[2i][k] = src[k][i] and "
                "dst[2i+1][k] = src[8+k][i]; 8 bits one half block of each",
                trans_data_to_5hd, _list_rows(), call="block-lists", timing="transpose",
                notes=("ignores the vector mask",
                       "the strides count from the second repeat on, but repeat_times = 1 adds them to its only "
                       "repeat: leave them 0 there",
                       "dst_high_half and src_high_half matter for 8-bit elements only; the other half of a "
                       "destination block keeps its bytes"),
                calls=_BY_LISTS),
)
