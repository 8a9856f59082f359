"""Moves into the memories of a cube core: from GM to L1, from L1 to L0A, L0B, the bias table and the Fixpipe buffer.

Each is a layout. A fractal is 512 bytes, 16 rows of 32 bytes; a square is what a transposing load turns at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import A2A3, ON_950
from lanewise.isa.ascend.move import BLOCK, MoveEnv, round_up
from lanewise.isa.calls import by_hand
from lanewise.isa.form import MOVE, STATE
from lanewise.isa.fractals import FRACTAL, ROWS, ceil_div
from lanewise.isa.record import MOVES, NOWHERE, PLAIN, Instruction, Row, rows
from lanewise.moves import Axis, Conversion, Coordinate, Digit, Layout, axis, constant
from lanewise.numerics.rounding import to_float, widen

FAMILY = "cube-load"
CUBES = (*A2A3, *ON_950)
INDEX = 128  # bytes of a fractal of the index of a sparse matrix


def dn_to_nz(m: MoveEnv) -> Layout:
    """params: dn_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix. Columns come one by one."""
    dn_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix = m.params
    c0 = BLOCK // m.to.size
    columns = Axis(round_up(d_value, c0), (Digit(1, c0), Digit(c0_stride * c0)), (Digit(src_d),), limit=d_value)
    return Layout((axis(dn_num, src_matrix, dst_matrix), axis(n_value, 1, n_stride * c0), columns), 8 * m.to.size)


def filled(m: MoveEnv) -> Layout:
    """params: repeat, blocks, gap, value. Blocks of 32 bytes, in the memories of operands of 512."""
    repeat, blocks, gap, value = m.params
    block = FRACTAL if m.unit == FRACTAL else BLOCK
    pieces = axis(repeat, 0, (blocks + gap) * block)
    return Layout((pieces, axis(blocks * block, limit=0)), fill=constant(value, 8 * m.to.size))


def biased(m: MoveEnv) -> Layout:
    """params: block_count, block_len, src_gap, dst_gap. Units of the bias table are 64 or 32 bytes; narrow floats
    become float on the way, and their blocks are half as long."""
    count, length, src_gap, dst_gap = m.params
    unit = 64 if m.policy["bias_copy_unit"] == "line64" else BLOCK
    size, items = m.of.size, length * unit // m.to.size
    gap = src_gap * BLOCK // size
    pieces = axis(count, items + gap, items + dst_gap * unit // m.to.size)
    widens = Conversion(8 * m.to.size, lambda x, _: _widened(x, m), 1) if m.of != m.to else None
    return Layout((pieces, axis(items)), 8 * size, conversion=widens)


def _widened(x: Any, m: MoveEnv) -> Any:
    return to_float(widen(x.view(m.of.numpy), m.of), m.to).view(np.uint32)


def scaled_columns(m: MoveEnv) -> Layout:
    """params: block_count, block_len, src_gap, dst_gap: blocks and gaps of the Fixpipe buffer are 128 bytes."""
    count, length, src_gap, dst_gap = m.params
    return Layout((axis(count, length * 128 + src_gap * BLOCK, (length + dst_gap) * 128), axis(length * 128)))


def handed_out(m: MoveEnv) -> Layout:
    """params: block_count, block_len, src_gap, dst_gap (32 bytes), sub: blocks, to the vector core `sub`."""
    count, length, src_gap, dst_gap, sub = m.params
    pieces = axis(count, (length + src_gap) * BLOCK, (length + dst_gap) * BLOCK)
    return Layout((pieces, axis(length * BLOCK)), to=sub * m.apart)


def loaded(m: MoveEnv) -> Layout:
    """params: start, repeat, src_stride, dst_gap, transpose, down: whole fractals, each turned or as it is."""
    start, repeat, src_stride, dst_gap, transpose, down = m.params
    fractal = FRACTAL // m.to.size
    repeats = axis(repeat, -src_stride * fractal if down else src_stride * fractal, (dst_gap + 1) * fractal)
    inner = (axis(ROWS, 1, ROWS), axis(ROWS, ROWS, 1)) if transpose else (axis(fractal),)
    return Layout((repeats, *inner), 8 * m.to.size, source=start * fractal)


def loaded_blocks(m: MoveEnv) -> Layout:
    """params: m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose: of a matrix in Nz whose columns of
    fractals lie src_stride fractals apart, so many of them; transposed, the result is Nz of the transposed part."""
    m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose = m.params
    bits = _turned_bits(m) if transpose else 8 * m.to.size
    c0, fractal = 8 * BLOCK // bits, 8 * FRACTAL // bits
    start = (k_start * abs(src_stride) + m_start) * fractal
    if not transpose:
        axes = axis(k_step, src_stride * fractal, dst_stride * fractal), axis(m_step * fractal)
        return Layout(axes, bits, source=start)
    columns = Axis(c0 * k_step, (Digit(c0),), (Digit(1, c0), Digit(src_stride * fractal)))
    blocks = axis(ROWS * m_step // c0, c0 * c0, dst_stride * fractal)
    return Layout((blocks, columns, axis(c0, c0, 1)), bits, source=start)


def _turned_bits(m: MoveEnv) -> int:
    """Of an item that is turned: bytes of 4-bit elements come apart."""
    return 4 if m.to.packed else 8 * m.to.size


def loaded_squares(m: MoveEnv) -> Layout:
    """params: start, repeat, src_stride, dst_gap, frac_gap, down, src_frac_gap, all in fractals. A square is as wide as
    32 bytes, 16 elements at least; of 32 bits it is two fractals side by side, of 8 bits two on top of each other, of 4
    bits four. The gaps lie between the fractals of a square."""
    start, repeat, src_stride, dst_gap, frac_gap, down, src_frac_gap = m.params
    bits = _turned_bits(m)
    c0, fractal = 8 * BLOCK // bits, 8 * FRACTAL // bits
    side = max(c0, ROWS)
    apart, from_apart = (frac_gap + 1) * fractal, (src_frac_gap + 1) * fractal
    repeats = axis(repeat, -src_stride * fractal if down else src_stride * fractal, (dst_gap + 1) * fractal)
    if c0 < ROWS:
        turned = Axis(side, (Digit(c0),), (Digit(1, c0), Digit(from_apart))), Axis(
            side, (Digit(1, c0), Digit(apart)), (Digit(c0),))
    else:
        turned = Axis(side, (Digit(c0, ROWS), Digit(apart)), (Digit(1),)), Axis(
            side, (Digit(1),), (Digit(c0, ROWS), Digit(from_apart)))
    return Layout((repeats, *turned), bits, source=start * fractal)


def loaded_scales(m: MoveEnv) -> Layout:
    """params: x_start, y_start, x_step, y_step, src_stride, dst_stride: fractals of 32 bytes, x of them along rows of
    the matrix, y along k, which lie next to each other."""
    x_start, y_start, x_step, y_step, src_stride, dst_stride = m.params
    axes = axis(x_step, src_stride * BLOCK, dst_stride * BLOCK), axis(y_step * BLOCK)
    return Layout(axes, source=(x_start * src_stride + y_start) * BLOCK)


def loaded_index(m: MoveEnv) -> Layout:
    """params: start, repeat: fractals of 128 bytes, one behind the other."""
    start, repeat = m.params
    return Layout((axis(repeat * INDEX),), source=start * INDEX)


def unrolled(m: MoveEnv) -> Layout:
    """params: channels, k_extent, m_extent, k_start, m_start, stride_w, stride_h, filter_w, filter_h, dilation_w,
    dilation_h, transpose, right, strided. A row of the matrix is a place of the filter, a column is a channel of one of
    its points; the size of the feature map, its padding and what fills it are registers."""
    (channels, k_extent, m_extent, k_start, m_start, stride_w, stride_h, filter_w, filter_h, dilation_w, dilation_h,
     transpose, right, strided) = m.params  # fmt: skip
    c0, fractal = BLOCK // m.to.size, FRACTAL // m.to.size
    high, wide, left, behind, top, below = (int(v) for v in m.state["fmatrix"][6 * right : 6 * right + 6])
    nothing_to_do = not (high and wide and channels and k_extent and m_extent and filter_w and filter_h
                         and stride_w and stride_h and int(m.state["load_repeat"][1]))
    if nothing_to_do:
        return Layout((axis(0),), 8 * m.to.size)
    down = max(0, (high + top + below - ((filter_h - 1) * dilation_h + 1)) // stride_h + 1)
    across = max(0, (wide + left + behind - ((filter_w - 1) * dilation_w + 1)) // stride_w + 1)
    by_rows = m.policy["left_layout"] == "zz"
    turned = m.is_right or bool(transpose)
    m1, k1 = (
        (ceil_div(m_extent, c0), ceil_div(k_extent, ROWS))
        if turned
        else (ceil_div(m_extent, ROWS), ceil_div(k_extent, c0))
    )
    step = int(m.state["load_repeat"][3]) if strided else (m1 if not turned else k1)
    within, along = Digit(1, c0), Digit(c0, ROWS)
    targets: tuple[tuple[Digit, ...], tuple[Digit, ...]]
    if m.is_right:
        targets = (within, Digit(step * fractal)), (along, Digit(fractal))
    elif by_rows:
        outer = (m1 if turned else k1) * fractal
        targets = ((within, Digit(fractal)), (along, Digit(outer))) if turned else (
            (along, Digit(outer)), (within, Digit(fractal)))
    else:
        targets = ((within, Digit(step * fractal)), (Digit(c0),)) if turned else (
            (Digit(c0),), (within, Digit(step * fractal)))
    places = Axis(
        m1 * (c0 if turned else ROWS), targets[0], (Digit(stride_w, max(1, across), 1),
                                                    Digit(stride_h, along=0)), m_start,
        min(down * across, m_start + m_extent),
    )
    points = Axis(
        k1 * (ROWS if turned else c0), targets[1],
        (Digit(1, c0), Digit(dilation_w, filter_w, 1), Digit(dilation_h, filter_h, 0),
         Digit(high * wide * c0)), k_start,
        min(ceil_div(channels, c0) * filter_h * filter_w * c0, k_start + k_extent),
    )
    box = (Coordinate(wide * c0, high, -top), Coordinate(c0, wide, -left))
    return Layout((places, points), 8 * m.to.size, box=box, fill=constant(int(m.state["load_pad"])))


# --- registers that loads use ---------------------------------------------------------------------------------------


def set_fmatrix(state: Any, params: tuple[int, ...]) -> None:
    """params: l1_h, l1_w, left, right, top, bottom, which of the two."""
    at = 6 if params[6] else 0
    state["fmatrix"][at : at + 6] = params[:6]


def set_padding(state: Any, params: tuple[int, ...]) -> None:
    state["load_pad"] = params[0]


def set_repeat(state: Any, params: tuple[int, ...]) -> None:
    """params: repeat_stride, repeat_time, repeat_mode, dst_stride."""
    state["load_repeat"] = params[:4]


_B8 = "int8 uint8"
_B8_950 = f"{_B8} hifloat8 fp8_e5m2 fp8_e4m3fn fp4x2_e2m1 fp4x2_e1m2"
_B16 = "half bfloat16 int16 uint16"
_B32 = "float int32 uint32"
REGISTER = "it stands with the calls that look at its register"
_POSITIONS = "the positions of its tensors choose the memories, and its structure the record"


def _load(name: str, vendor: str, summary: str, meaning: Any, operands: str, table: Any, call_: str, **more: Any
          ) -> Instruction:
    return Instruction(
        name, FAMILY, MOVE(operands), (vendor,), summary, meaning,
        rows(table, operands=operands.count(":"), overloads=PLAIN), timing="cube-load", pipe=MOVES,
        calls=by_hand(_POSITIONS, call_), **more,
    )


def _register(name: str, vendor: str, summary: str, meaning: Any, chips: tuple[str, ...], line: str) -> Instruction:
    return Instruction(name, "cube-aux", STATE, (vendor,), summary, meaning, (Row(chips, (), PLAIN),), timing="state",
                       pipe="S", calls=by_hand(REGISTER, line))


INSTRUCTIONS = (
    _load("data_copy_dn2nz", "DataCopy", "DN matrix in GM to NZ fractals in L1", dn_to_nz, "dst:l1 src:gm",
          {ON_950: f"{_B8} hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn {_B16} {_B32}"},
          "<T>(dst:T, src:T, params:Dn2NzParams&)", python=("data_copy",)),
    _load("data_copy_bias", "DataCopy", "bias from L1 to the bias table, narrow floats as float", biased,
          "dst:bt src:l1",
          {A2A3: "float int32 float/half", ON_950: "float int32 float/half float/bfloat16"},
          "<T, U>(dst:T, src:U, params:DataCopyParams&)", python=("data_copy",), policies=("bias_copy_unit",)),
    _load("data_copy_scales", "DataCopy", "scales of columns from L1 to the Fixpipe buffer", scaled_columns,
          "dst:fb src:l1", {CUBES: "uint64"}, "<T>(dst:T, src:T, params:DataCopyParams&)", python=("data_copy",)),
    _load("data_copy_l1_to_ub", "DataCopyL1ToUB", "blocks from L1 to UB, of either vector core", handed_out,
          "dst:ub src:l1", {ON_950: f"bool {_B8_950} fp8_e8m0 {_B16} {_B32} int64 uint64"},
          "<T, subBlockId:u8=0>(dst:T, src:T, repeatParams:DataCopyParams&)", python=(NOWHERE,),
          policies=("group_links",)),
    _load("init_const_value", "Fill", "one value into blocks of L1, L0A or L0B", filled, "dst:l1|l0a|l0b",
          {CUBES: f"{_B16} {_B32}"}, "<T>(dst:T, params:InitConstValueParams<T>&)", old=("InitConstValue",)),
    _load("load_data", "LoadData", "fractals from L1 to L0A or L0B, or from GM; 16-bit ones may be transposed", loaded,
          "dst:l0a|l0b|l1 src:l1|gm",
          {A2A3: f"{_B8} int4 {_B16} {_B32}", ON_950: f"{_B8_950} {_B16} {_B32}"},
          "<T>(dst:T, src:T, params:LoadData2DParams&)", policies=("direct_ways",)),
    _load("load_data_2dv2", "LoadData", "part of an NZ matrix from L1 to L0A or L0B, transposed or as it is",
          loaded_blocks, "dst:l0a|l0b|l1 src:l1|gm", {ON_950: f"{_B8_950} {_B16} {_B32}"},
          "<T>(dst:T, src:T, params:LoadData2DParamsV2&)", python=("load_data",)),
    _load("load_data_with_transpose", "LoadDataWithTranspose", "squares from L1 to L0A or L0B, each transposed",
          loaded_squares, "dst:l0b|l0a src:l1",
          {A2A3: f"{_B8} int4 {_B16} {_B32}", ON_950: f"{_B8} hifloat8 fp8_e5m2 fp8_e4m3fn {_B16} {_B32}"},
          "<T>(dst:T, src:T, params:LoadData2dTransposeParams&)"),
    _load("load_data_mx", "LoadData", "scales of a matrix from L1, beside the matrix", loaded_scales,
          "dst:l0amx|l0bmx src:l1", {ON_950: "fp8_e8m0"},
          "<U, T>(dst:U, src:T, srcMx:LocalTensor<fp8_e8m0>&, params:LoadData2DParamsV2&, mx:LoadData2DMxParams&)",
          python=("load_data",)),
    _load("load_data_with_sparse", "LoadDataWithSparse", "index of a sparse matrix from L1, beside the matrix",
          loaded_index, "dst:l0bi src:l1", {A2A3: "uint8"},
          "<T, U>(dst:T, src:T, idx:U, params:LoadData2DParams&)"),
    _load("load_data_3d", "LoadData", "matrix of a convolution from a feature map in L1 to L0A or L0B", unrolled,
          "dst:l0a|l0b src:l1", {A2A3: f"{_B8} {_B16} {_B32}", ON_950: f"{_B8_950} {_B16} {_B32}"},
          "<T, config:IsResetLoad3dConfig=IS_RESER_LOAD3D_DEFAULT_CONFIG>(dst:T, src:T, params:LoadData3DParamsV2<T>&)",
          python=("load_data",), policies=("left_layout", "im2col_rest")),
    _register("set_fmatrix", "SetFmatrix", "size and padding of the feature map of later loads", set_fmatrix, CUBES,
              "(l1H:u16, l1W:u16, padList:const u8*, mode:FmatrixMode&) -> l1H, l1W, padList[0], padList[1], "
              "padList[2], padList[3], mode"),
    _register("set_load_data_padding_value", "SetLoadDataPaddingValue", "what fills the padding of later loads",
              set_padding, CUBES, "<T>(padValue:T) -> lanewise::raw_bits(padValue)"),
    _register("set_load_data_repeat", "SetLoadDataRepeat", "how later loads of a feature map repeat", set_repeat, CUBES,
              "(params:LoadDataRepeatParam&) -> params.repeatStride, params.repeatTime, params.repeatMode, 0"),
)
