"""Functions of a cube core: loads into L0A and L0B, products, and results on their way out."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import PLAIN, WORD, encode, explain
from lanewise.asc.cube_params import (
    CO2Layout,
    Dn2NzParams,
    FixpipeParamsV220,
    FmatrixMode,
    HF32Mode,
    HF32TransMode,
    InitConstValueParams,
    LoadData2DMxParams,
    LoadData2DParams,
    LoadData2DParamsV2,
    LoadData2dTransposeParams,
    LoadData3DParamsV2,
    LoadDataRepeatParam,
    MmadParams,
    QuantModes,
)
from lanewise.asc.states import issue
from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.ascend.cube_store import MODES
from lanewise.isa.catalogue import opcodes
from lanewise.isa.fractals import in_square
from lanewise.isa.issued import GM, Space
from lanewise.machine.tensor import Tensor
from lanewise.numerics.formats import DTYPES

Fields = dict[str, tuple[int, int, int]]
_16 = 65535
RIGHT = Space[memory("right").name]


def check_fields(name: str, fields: Fields) -> None:
    """Numbers that fields of an instruction hold: each with its bounds."""
    for field, (value, low, high) in fields.items():
        if not low <= value <= high:
            raise LanewiseError("STRIDE-001", op=name, field=field, stride=value, low=low, high=high)


def _tensors(name: str, usage: str, *tensors: Any) -> None:
    problem = explain(name, usage, *tensors)
    if problem:
        raise problem


def _issue(name: str, tensors: tuple[Any, ...], *params: int) -> None:
    tensors[0].core.issue(opcodes()[name], PLAIN, 0, tensors, (), 0, 1, None, tuple(int(p) for p in params))


def dn2nz(p: Dn2NzParams) -> tuple[int, ...]:
    check_fields("data_copy", {
        "dn_num": (p.dn_num, 0, 4095), "n_value": (p.n_value, 0, 16384), "d_value": (p.d_value, 0, (1 << 21) - 1),
        "src_dn_matrix_stride": (p.src_dn_matrix_stride, 0, (1 << 40) - 1),
        "src_d_value": (p.src_d_value, 1, (1 << 40) - 1), "dst_nz_c0_stride": (p.dst_nz_c0_stride, 1, 16384),
        "dst_nz_n_stride": (p.dst_nz_n_stride, 1, 16384),
        "dst_nz_matrix_stride": (p.dst_nz_matrix_stride, int(p.dn_num > 1), (1 << 32) - 1),
    })
    return (p.dn_num, p.n_value, p.d_value, p.src_dn_matrix_stride, p.src_d_value, p.dst_nz_c0_stride,
            p.dst_nz_n_stride, p.dst_nz_matrix_stride)  # fmt: skip


_FILL = "asc.init_const_value(dst, InitConstValueParams)"


def init_const_value(dst: Any, params: InitConstValueParams) -> None:
    _tensors("init_const_value", _FILL, dst)
    check_fields("init_const_value", {"repeat_times": (params.repeat_times, 0, 32767),
                                "block_num": (params.block_num, 0, 32767),
                                "dst_gap": (params.dst_gap, 0, 32767)})  # fmt: skip
    _issue("init_const_value", (dst,), params.repeat_times, params.block_num, params.dst_gap,
           encode("init_const_value", params.init_value, dst.dtype))


_LOAD = ("asc.load_data(dst, src, LoadData2DParams), or with LoadData2DParamsV2 or LoadData3DParamsV2; "
         "with scales: asc.load_data(dst, src, src_mx, LoadData2DParamsV2, LoadData2DMxParams)")  # fmt: skip


def load_data(dst: Any, src: Any, params: Any, *scales: Any) -> None:
    """Of a matrix with scales the third argument holds those, and the last one says which of them are loaded."""
    _tensors("load_data", _LOAD, dst, src)
    if len(scales) == 2 and isinstance(scales[1], LoadData2DMxParams):
        _tensors("load_data", _LOAD, params)
        load_data(dst, src, scales[0])
        _load_scales(dst, params, scales[1])
    elif isinstance(params, LoadData2DParams):
        _load_fractals(dst, src, params)
    elif isinstance(params, LoadData2DParamsV2):
        _load_blocks(dst, src, params)
    elif isinstance(params, LoadData3DParamsV2):
        _load_map(dst, src, params)
    else:
        raise LanewiseError("CALL-001", op="load_data", case="third_argument", type=type(params).__name__,
                            usage=_LOAD)


def _load_fractals(dst: Any, src: Any, p: LoadData2DParams) -> None:
    check_fields("load_data", {"start_index": (p.start_index, 0, _16), "repeat_times": (p.repeat_times, 0, 255),
                         "src_stride": (p.src_stride, 0, _16), "dst_gap": (p.dst_gap, 0, _16),
                         "addr_mode": (p.addr_mode, 0, 1)})  # fmt: skip
    if p.if_transpose and dst.dtype.bits != 16:
        raise LanewiseError("PARAM-001", op="load_data", what="if_transpose", value=True,
                            need=f"false for {dst.dtype.name}: only fractals of 16-bit elements are square")
    _issue("load_data", (dst, src), p.start_index, p.repeat_times, p.src_stride, p.dst_gap, p.if_transpose, p.addr_mode)


def _load_blocks(dst: Any, src: Any, p: LoadData2DParamsV2) -> None:
    check_fields("load_data", {"m_start_position": (p.m_start_position, 0, (1 << 32) - 1),
                         "k_start_position": (p.k_start_position, 0, (1 << 32) - 1), "m_step": (p.m_step, 0, 255),
                         "k_step": (p.k_step, 0, 255), "src_stride": (p.src_stride, -(1 << 31), (1 << 31) - 1),
                         "dst_stride": (p.dst_stride, 0, _16)})  # fmt: skip
    step, unit = ("k_step", 2) if dst.dtype.bits == 32 else ("m_step", 4 if dst.dtype.packed else 16 // dst.dtype.bits)
    if p.if_transpose and unit > 1 and getattr(p, step) % unit:
        raise LanewiseError("PARAM-001", op="load_data", what=step, value=getattr(p, step),
                            need=f"a multiple of {unit} when {dst.dtype.name} is transposed")
    _issue("load_data_2dv2", (dst, src), p.m_start_position, p.k_start_position, p.m_step, p.k_step, p.src_stride,
           p.dst_stride, p.if_transpose)


def _load_scales(dst: Any, src: Any, p: LoadData2DMxParams) -> None:
    fields = {"x_start_position": _16, "y_start_position": _16, "x_step": 255, "y_step": 255, "src_stride": _16,
              "dst_stride": _16}  # fmt: skip
    check_fields("load_data", {name: (getattr(p, name), 0, high) for name, high in fields.items()})
    _issue("load_data_mx", (_scales_of(dst), src), *(getattr(p, name) for name in fields))


def _scales_of(matrix: Any) -> Tensor:
    """They lie where a 16th of the matrix's address says."""
    use = "left_scales" if matrix.space == Space[memory("left").name] else "right_scales"
    return _rest_of_memory(matrix, use, 16, "fp8_e8m0")


def _rest_of_memory(matrix: Any, use: str, part: int, kind: str) -> Tensor:
    space = Space[memory(use).name]
    start = matrix.address // part
    return Tensor(matrix.core, start, max(0, matrix.core.size_of(space) - start), kind, space)


_SPARSE = "asc.load_data_with_sparse(dst, src, idx, LoadData2DParams)"


def load_data_with_sparse(dst: Any, src: Any, idx: Any, params: LoadData2DParams) -> None:
    """The index lies where a quarter of the matrix's address says."""
    _tensors("load_data_with_sparse", _SPARSE, dst, src, idx)
    p = params
    check_fields(
        "load_data_with_sparse", {"start_index": (p.start_index, 0, _16), "repeat_times": (p.repeat_times, 0, 255)}
    )
    _issue("load_data", (dst, src), p.start_index, p.repeat_times, 1, 0, 0, 0)
    _issue(
        "load_data_with_sparse", (_rest_of_memory(dst, "right_index", 4, "uint8"), idx), p.start_index, p.repeat_times
    )


def _load_map(dst: Any, src: Any, p: LoadData3DParamsV2) -> None:
    check_fields("load_data", {
        "channel_size": (p.channel_size, 0, _16), "k_extension": (p.k_extension, 0, _16),
        "m_extension": (p.m_extension, 0, _16), "k_start_pt": (p.k_start_pt, 0, _16),
        "m_start_pt": (p.m_start_pt, 0, 32767), "stride_w": (p.stride_w, 0, 63), "stride_h": (p.stride_h, 0, 63),
        "filter_w": (p.filter_w, 0, 255), "filter_h": (p.filter_h, 0, 255),
        "dilation_filter_w": (p.dilation_filter_w, 0, 255), "dilation_filter_h": (p.dilation_filter_h, 0, 255),
    })
    c0 = 32 // dst.dtype.size
    if p.k_start_pt % c0:
        raise LanewiseError("PARAM-001", op="load_data", what="k_start_pt", value=p.k_start_pt,
                            need=f"a multiple of {c0} for {dst.dtype.name}")
    set_fmatrix(p.l1_h, p.l1_w, p.pad_list, FmatrixMode.FMATRIX_LEFT)
    issue("set_load_data_padding_value", encode("load_data", p.pad_value, dst.dtype))
    _issue("load_data_3d", (dst, src), p.channel_size, p.k_extension, p.m_extension, p.k_start_pt, p.m_start_pt,
           p.stride_w,
           p.stride_h, p.filter_w + 256 * p.filter_size_w, p.filter_h + 256 * p.filter_size_h, p.dilation_filter_w,
           p.dilation_filter_h, p.en_transpose, p.f_matrix_ctrl, 0)


_TURN = "asc.load_data_with_transpose(dst, src, LoadData2dTransposeParams)"


def load_data_with_transpose(dst: Any, src: Any, params: LoadData2dTransposeParams) -> None:
    _tensors("load_data_with_transpose", _TURN, dst, src)
    p = params
    check_fields("load_data_with_transpose", {
        "start_index": (p.start_index, 0, _16), "repeat_times": (p.repeat_times, 0, 255),
        "src_stride": (p.src_stride, 0, _16), "dst_gap": (p.dst_gap, 0, _16), "dst_frac_gap": (p.dst_frac_gap, 0, _16),
        "addr_mode": (p.addr_mode, 0, 1),
    })
    if dst.dtype.packed and dst.space != RIGHT:
        raise LanewiseError("PARAM-001", op="load_data_with_transpose", what="the position of dst",
                            value=dst.position.name, need="B2 for 4-bit elements")
    unit = in_square(dst.dtype)
    _issue("load_data_with_transpose", (dst, src), p.start_index * unit, p.repeat_times, p.src_stride * unit, p.dst_gap,
           p.dst_frac_gap, p.addr_mode, 0)


def set_fmatrix(l1_h: int, l1_w: int, pad_list: Any, mode: FmatrixMode) -> None:
    """`pad_list` is left, right, top, bottom."""
    check_fields("set_fmatrix", {"l1_h": (l1_h, 0, 32767), "l1_w": (l1_w, 0, 32767),
                           **{f"pad_list[{i}]": (pad, 0, 255) for i, pad in enumerate(pad_list)}})  # fmt: skip
    issue("set_fmatrix", l1_h, l1_w, *pad_list, int(mode))


def set_load_data_padding_value(pad_value: Any, *, dtype: Any = None) -> None:
    """The type is `dtype`, else that of a typed number; a plain int fits all integer types, a float means half."""
    kind = dtype if dtype is not None else getattr(pad_value, "dtype", None)
    if kind is None and isinstance(pad_value, int):
        bits = pad_value & (WORD - 1)
    else:
        bits = encode("set_load_data_padding_value", pad_value, DTYPES["half"] if kind is None else kind)
    issue("set_load_data_padding_value", bits)


def set_load_data_repeat(params: LoadDataRepeatParam) -> None:
    _check_single_repeat("set_load_data_repeat", params.repeat_time)
    issue("set_load_data_repeat", params.repeat_stride, params.repeat_time, params.repeat_mode, 0)


def _check_single_repeat(name: str, times: int) -> None:
    if times > 1:
        raise LanewiseError("PARAM-001", op=name, what="repeat_time", value=times,
                            need="0 or 1: where more of them go is not published")


_MULTIPLY = "asc.mmad(dst, fm, filter, MmadParams), or asc.mmad(dst, fm, filter, bias, MmadParams)"


def mmad(dst: Any, fm: Any, filter: Any, *rest: Any, params: Any = None, bias: Any = None) -> None:
    """A bias in the bias table is where every row starts; else the result starts from zero, or adds to what is held."""
    _multiply("mmad", _MULTIPLY, (dst, fm, filter), rest, params, bias)


def _multiply(name: str, usage: str, matrices: Any, rest: Any, params: Any, bias: Any, beside: Any = tuple) -> None:
    """`beside()` is what lies beside the matrices."""
    for value in rest:
        if isinstance(value, MmadParams):
            params = value
        else:
            bias = value
    _tensors(name, usage, *matrices, *(() if bias is None else (bias,)))
    if not isinstance(params, MmadParams):
        raise LanewiseError("CALL-001", op=name, case="parameters", type=type(params).__name__, usage=usage)
    p = params
    check_fields(
        name, {"m": (p.m, 0, 4095), "n": (p.n, 0, 4095), "k": (p.k, 0, 4095), "unit_flag": (p.unit_flag, 0, 3)}
    )
    adds = p.is_bias or not p.cmatrix_init_val
    tensors: tuple[Any, ...] = tuple(matrices)
    if bias is not None and bias.space != matrices[0].space:
        tensors = (*tensors, bias)
    elif bias is not None:
        adds = True
    _issue(f"{name}_bias" if len(tensors) > 3 else name, (*tensors, *beside()), p.m, p.n, p.k, p.unit_flag, adds,
           p.k_direction_align, p.disable_gemv)


_SCALED = "asc.mmad_mx(dst, fm, filter, MmadParams), or asc.mmad_mx(dst, fm, filter, bias, MmadParams)"


def mmad_mx(dst: Any, fm: Any, filter: Any, *rest: Any, params: Any = None, bias: Any = None) -> None:
    """The scales are those that loads have put beside the matrices."""
    _multiply("mmad_mx", _SCALED, (dst, fm, filter), rest, params, bias, lambda: (_scales_of(fm), _scales_of(filter)))


_KEPT = "asc.mmad_with_sparse(dst, fm, filter, MmadParams)"


def mmad_with_sparse(dst: Any, fm: Any, filter: Any, params: MmadParams) -> None:
    """The index is what a load has put beside the sparse matrix."""
    _multiply("mmad_with_sparse", _KEPT, (dst, fm, filter), (), params, None,
              lambda: (_rest_of_memory(filter, "right_index", 4, "uint8"),))


def set_hf32_mode(hf32_mode: Any) -> None:
    """A truth value, or one of HF32Mode."""
    issue("set_hf32_mode", int(hf32_mode == HF32Mode.ENABLE if isinstance(hf32_mode, HF32Mode) else bool(hf32_mode)))


def set_hf32_trans_mode(hf32_trans_mode: Any) -> None:
    issue("set_hf32_trans_mode", int(bool(hf32_trans_mode) if not isinstance(hf32_trans_mode, HF32TransMode)
                                     else hf32_trans_mode == HF32TransMode.NEAREST_EVEN))  # fmt: skip


def set_mm_layout_transform(mm_layout_mode: bool = False) -> None:
    issue("set_mm_layout_transform")


def set_fixpipe_pre_quant_flag(config: int) -> None:
    issue("set_fixpipe_pre_quant_flag", config)


def set_fixpipe_nz2nd_flag(nd_num: int, src_nd_stride: int, dst_nd_stride: int) -> None:
    issue("set_fixpipe_nz2nd_flag", nd_num, src_nd_stride, dst_nd_stride)


def set_fix_pipe_config(quant: Any, is_unit_flag: bool = False) -> None:
    """`quant`: a tensor in the Fixpipe buffer that holds a scale for each column. `is_unit_flag` clears unit flags."""
    issue("set_fix_pipe_config", quant.address, int(is_unit_flag))


_STORE = (
    "asc.fixpipe(dst, src, FixpipeParamsV220), with scales of columns: "
    "asc.fixpipe(dst, src, workspace, FixpipeParamsV220)"
)


def fixpipe(
    dst: Any, src: Any, *rest: Any, params: Any = None, cbuf_workspace: Any = None,
    config: CO2Layout = CO2Layout.ROW_MAJOR,
) -> None:
    """`config` is the order of the result; `cbuf_workspace` holds scales of columns in L1."""
    for value in rest:
        if isinstance(value, FixpipeParamsV220):
            params = value
        elif isinstance(value, CO2Layout):
            config = value
        else:
            cbuf_workspace = value
    _tensors("fixpipe", _STORE, dst, src, *(() if cbuf_workspace is None else (cbuf_workspace,)))
    if not isinstance(params, FixpipeParamsV220):
        raise LanewiseError("CALL-001", op="fixpipe", case="parameters", type=type(params).__name__,
                            usage=_STORE)
    p, name = params, QuantModes(params.quant_pre).name
    elements = dst.core.chip.has("element_strides")
    check_fields("fixpipe", {
        "n_size": (p.n_size, 0, 4095), "m_size": (p.m_size, 0, _16), "src_stride": (p.src_stride, 0, _16),
        "dst_stride": (p.dst_stride, 1, (1 << 32) - 1), "nd_num": (p.nd_num, 0, _16),
        "src_nd_stride": (p.src_nd_stride, 0, _16 if elements else 512), "dst_nd_stride": (p.dst_nd_stride, 0, _16),
        "unit_flag": (p.unit_flag, 0, 3),
    })
    vector = name.startswith("V")
    _in_fractals(dst, p, config)
    if vector and cbuf_workspace is not None:
        _scales(dst.core, cbuf_workspace, p.n_size)
    elif not vector and name not in MODES[:3]:
        issue("set_fixpipe_pre_quant_flag", p.deq_scalar)
    stride = p.dst_stride if elements or config != CO2Layout.NZ else p.dst_stride * 32 // dst.dtype.size
    _issue("fixpipe", (dst, src), MODES.index(name.removeprefix("V")), p.n_size, p.m_size, p.src_stride, stride,
           p.relu_en,
           vector, p.unit_flag, p.nd_num, p.src_nd_stride * (1 if elements else 16), p.dst_nd_stride, config,
           p.is_channel_split, 1, 0, 0)


def _in_fractals(dst: Any, p: FixpipeParamsV220, config: CO2Layout) -> None:
    """What only results in fractals may be."""
    unit = 8 if p.is_channel_split else 32 if dst.dtype.size == 1 else 16
    if config == CO2Layout.NZ and p.n_size % unit:
        raise LanewiseError("PARAM-001", op="fixpipe", what="n_size", value=p.n_size,
                            need=f"a multiple of {unit} for {dst.dtype.name} in fractals")
    if p.is_channel_split and (config != CO2Layout.NZ or dst.dtype.name != "float" or dst.space != GM or p.unit_flag):
        raise LanewiseError("PARAM-001", op="fixpipe", what="is_channel_split", value=True,
                            need="false unless float goes to GM in fractals without unit flags")


def _scales(core: Any, workspace: Any, columns: int) -> None:
    """Scales of columns move to the Fixpipe buffer first."""
    length = -(-columns * 8 // 128)
    held = Tensor(core, 0, length * 16, "uint64", Space[memory("scales").name])
    whole = Tensor(core, workspace.address, length * 16, "uint64", Space(workspace.space))
    _issue("data_copy_scales", (held, whole), 1, length, 0, 0)
    issue("set_fix_pipe_config", 0, 0)
