"""Fixpipe: results of a cube core on their way out of L0C, converted, to GM, L1 or UB."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa import saturation
from lanewise.isa.ascend.chips import A2A3, ON_950
from lanewise.isa.ascend.cube_load import CUBES, REGISTER
from lanewise.isa.ascend.move import MoveEnv
from lanewise.isa.calls import by_hand
from lanewise.isa.env import Array
from lanewise.isa.form import MOVE, STATE
from lanewise.isa.fractals import ROWS
from lanewise.isa.record import MOVES, PLAIN, Instruction, Row
from lanewise.moves import Axis, Conversion, Digit, Layout, axis
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode, convert, to_float, widen

FAMILY = "cube-store"
INT32, FLOAT, HALF = DTYPES["int32"], DTYPES["float"], DTYPES["half"]

# What becomes of a number; with V in front of the name each column has a scale of its own.
MODES = ("NoQuant", "F322F16", "F322BF16", "DEQF16", "QF322B8_PRE", "REQ8", "QF322FP8_PRE", "QF322HIF8_PRE",
         "QF322HIF8_PRE_HYBRID", "QF322F16_PRE", "QF322BF16_PRE", "QF322F32_PRE", "QS322BF16_PRE")  # fmt: skip
PLAIN_MODES = MODES[:3]  # without a scale
NZ, ROW_MAJOR, COLUMN_MAJOR = range(3)
ONE, ROWS_EACH, COLUMNS_EACH = range(3)  # where results go of vector cores


def drained(m: MoveEnv) -> Layout:
    """params: mode, n, m, src_stride (rows of 16), dst_stride (elements), relu, vector, unit_flag, nd_num, src_nd (rows
    of 16), dst_nd (elements), order, split, c0_stride (rows of 16), dual, sub: all to the vector core `sub`, or half of
    the rows (ROWS_EACH) or of the columns (COLUMNS_EACH) to either of two."""
    (mode, n, rows, src_stride, dst_stride, relu, vector, _unit_flag, matrices, src_nd, dst_nd, order, split,
     c0_stride, dual, sub) = m.params  # fmt: skip
    apart = m.apart // m.to.size
    outer = axis(matrices, src_nd * ROWS, dst_nd)

    def row_axis(source: int, *to: Digit) -> Axis:
        return Axis(rows, _halved(rows, dual == ROWS_EACH, apart, *to), (Digit(source),))

    def across(*to: Digit) -> Axis:
        return Axis(n, _halved(n, dual == COLUMNS_EACH, apart, *to), (Digit(1, ROWS), Digit(src_stride * ROWS)))

    axes: tuple[Axis, ...]
    if order == COLUMN_MAJOR:
        axes = outer, across(Digit(dst_stride)), row_axis(max(1, c0_stride) * ROWS, Digit(1))
    elif order == ROW_MAJOR:
        axes = outer, row_axis(ROWS, Digit(dst_stride)), across(Digit(1))
    else:
        wide = 8 if split else 32 if m.to.size == 1 else ROWS
        axes = outer, row_axis(ROWS, Digit(wide)), across(Digit(1, wide), Digit(dst_stride))
    words = m.scales(n) if vector and n and rows and matrices else np.full(max(n, 1), int(m.state["quant_pre"]),
                                                                           np.uint64)
    by = 1 if order == COLUMN_MAJOR else 2
    return Layout(axes, 32, to=sub * apart, conversion=Conversion(
        8 * m.to.size, lambda x, column: fixed(m, MODES[mode], bool(relu), x, words[column]), by))


def _halved(extent: int, is_halved: bool, apart: int, *to: Digit) -> tuple[Digit, ...]:
    """The target's digits of an axis; the second half of it may go to another core."""
    *inner, last = to
    if not is_halved:
        return to
    within = 1
    for digit in inner:
        within *= digit.count
    return *inner, Digit(last.step, extent // 2 // within), Digit(apart)


def fixed(m: MoveEnv, mode: str, relu: bool, items: Array, words: Array) -> Array:
    """Items of 32 bits as items of the target: negative numbers become 0 first, where that is asked for."""
    x = items.view(m.of.numpy)
    if relu:
        x = np.where(x < 0, x.dtype.type(0), x)
    with np.errstate(invalid="ignore", over="ignore"):
        if mode == "NoQuant":
            y = x
        elif mode in PLAIN_MODES:
            y = to_float(widen(x, FLOAT), m.to, saturate=m.to == HALF and saturation.halves(m.ctrl))
        else:
            y = _quantised(m, mode, _scaled(m, x, words), words)
    return np.ascontiguousarray(y).view(f"u{m.to.size}")


def _scaled(m: MoveEnv, x: Array, words: Array) -> Array:
    """Times the scale: a float with ten bits of fraction, in bits 31..13 of its word. Integers may be shifted first."""
    if m.of == INT32:
        shift = m.policy["fixpipe_shift"]
        if shift != "none":
            by = (words >> np.uint64(32) & np.uint64(15)).astype(np.int64) + (shift == "plus_one")
            narrow = np.clip(x.astype(np.int64) >> by, -32768, 32767)
            x = np.where(words >> np.uint64(36) & np.uint64(1), narrow, x)
        x = x.astype(np.float32)
    return x * (words & np.uint64(0xFFFFE000)).astype(np.uint32).view(np.float32)


def _quantised(m: MoveEnv, mode: str, y: Array, words: Array) -> Array:
    if m.to.layout is not None and m.to.size > 1:
        clamps = mode == "DEQF16" or (m.to == HALF and saturation.halves(m.ctrl))
        return to_float(widen(y, FLOAT), m.to, saturate=clamps)
    if mode not in ("QF322B8_PRE", "REQ8"):
        hybrid = mode.endswith("HYBRID")
        how = RoundMode.CAST_HYBRID if hybrid else RoundMode.CAST_ROUND if "HIF8" in mode else RoundMode.CAST_RINT
        return convert(y, FLOAT, m.to, how, saturate=saturation.halves(m.ctrl))
    whole = np.clip(np.rint(np.where(np.isnan(y), np.float32(0), y)), -256, 255).astype(np.int64)
    offset = (words >> np.uint64(37) & np.uint64(0x1FF)).astype(np.int64)
    total = whole + np.where(offset > 255, offset - 512, offset)
    signed = (words >> np.uint64(46) & np.uint64(1)).astype(bool)
    return (np.clip(total, np.where(signed, -128, 0), np.where(signed, 127, 255)) & 0xFF).astype(np.uint8)


# --- registers that it uses -----------------------------------------------------------------------------------------


def set_scale(state: Any, params: tuple[int, ...]) -> None:
    state["quant_pre"] = params[0]


def set_matrices(state: Any, params: tuple[int, ...]) -> None:
    """params: nd_num, src_nd_stride, dst_nd_stride, as later copies count them."""
    state["nz2nd"] = params[:3]


def set_scales(state: Any, params: tuple[int, ...]) -> None:
    """params: where the scales of columns lie, in the Fixpipe buffer; whether all unit flags are cleared, which nothing
    but a checker keeps."""
    state["quant_address"] = params[0]


def _row(chips: tuple[str, ...], to: str, source: str, *modes: str) -> Row:
    return Row(chips, (to, source), PLAIN, modes=tuple(MODES.index(mode) for mode in modes))


_ROWS = (
    _row(A2A3, "float", "float", "NoQuant"),
    _row(A2A3, "half", "float", "F322F16"),
    _row(CUBES, "int32", "int32", "NoQuant"),
    _row(CUBES, "half", "int32", "DEQF16"),
    *(_row(CUBES, to, "float", "QF322B8_PRE") for to in ("int8", "uint8")),
    *(_row(CUBES, to, "int32", "REQ8") for to in ("int8", "uint8")),
    _row(A2A3, "bfloat16", "float", "F322BF16"),
    _row(ON_950, "float", "float", "NoQuant", "QF322F32_PRE"),
    _row(ON_950, "half", "float", "F322F16", "QF322F16_PRE"),
    _row(ON_950, "bfloat16", "float", "F322BF16", "QF322BF16_PRE"),
    _row(ON_950, "bfloat16", "int32", "QS322BF16_PRE"),
    _row(ON_950, "fp8_e4m3fn", "float", "QF322FP8_PRE"),
    _row(ON_950, "hifloat8", "float", "QF322HIF8_PRE", "QF322HIF8_PRE_HYBRID"),
)
_STRUCTURES = "its structure differs between chips, and units of its strides, too"


def _register(name: str, vendor: str, summary: str, meaning: Any, *lines: str) -> Instruction:
    return Instruction(name, "cube-aux", STATE, (vendor,), summary, meaning, (Row(CUBES, (), PLAIN),), timing="state",
                       pipe="S", calls=by_hand(REGISTER, *lines))


INSTRUCTIONS = (
    Instruction("fixpipe", FAMILY, MOVE("dst:gm|l1|ub src:l0c", converts=True), ("Fixpipe",),
                "results from L0C to GM, L1 or UB, converted, as rows, columns or fractals", drained, _ROWS,
                modes=MODES,
                timing="cube-store", pipe=MOVES,
                policies=("fixpipe_shift", "fixpipe_relu", "float_saturation", "group_links"),
                calls=by_hand(_STRUCTURES,
                              "<T, U, config:FixpipeConfig=CFG_ROW_MAJOR>(dst:T, src:U, params:FixpipeParamsV220&)",
                              "<T, U, config:FixpipeConfig=CFG_ROW_MAJOR>(dst:T, src:U, "
                              "cbufWorkspace:LocalTensor<uint64>&, params:FixpipeParamsV220&)")),
    _register("set_fixpipe_pre_quant_flag", "SetFixpipePreQuantFlag", "the scale of later results", set_scale,
              "(config:u64)"),
    _register("set_fixpipe_nz2nd_flag", "SetFixpipeNz2ndFlag", "how many matrices later copies of results move",
              set_matrices, "(ndNum:u16, srcNdStride:u16, dstNdStride:u32)"),
    _register("set_fix_pipe_config", "SetFixPipeConfig", "where the scales of the columns of later results lie",
              set_scales,
              "<T, _setRelu:bool=false>(quant:LocalTensor<T>&, isUnitFlag:bool=false) -> quant.lanewise_address(), "
              "isUnitFlag",
              "<T>(_relu:LocalTensor<T>&, quant:LocalTensor<T>&, isUnitFlag:bool=false) -> quant.lanewise_address(), "
              "isUnitFlag"),
)
