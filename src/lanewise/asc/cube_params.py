"""Parameters and enumerations of calls of a cube core, with pyasc's field names and the vendor's defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from lanewise.isa.ascend.cube_store import MODES, PLAIN_MODES

_QUANTS = [name for mode in MODES for name in ((mode,) if mode in PLAIN_MODES else (mode, f"V{mode}"))]
QuantModes = IntEnum("QuantModes", {name: k for k, name in enumerate(_QUANTS)})  # type: ignore[misc]
QuantModes.__module__ = __name__
_AS_IT_IS = QuantModes(0)


class CO2Layout(IntEnum):
    NZ = 0
    ROW_MAJOR = 1
    COLUMN_MAJOR = 2


class FmatrixMode(IntEnum):
    FMATRIX_LEFT = 0
    FMATRIX_RIGHT = 1


class HF32Mode(IntEnum):
    ENABLE = 0
    DISABLE = 1


class HF32TransMode(IntEnum):
    NEAREST_ZERO = 0
    NEAREST_EVEN = 1


@dataclass
class Dn2NzParams:
    dn_num: int = 0
    n_value: int = 0
    d_value: int = 0
    src_dn_matrix_stride: int = 0
    src_d_value: int = 0
    dst_nz_c0_stride: int = 0
    dst_nz_n_stride: int = 0
    dst_nz_matrix_stride: int = 0


@dataclass
class InitConstValueParams:
    repeat_times: int = 0
    block_num: int = 0
    dst_gap: int = 0
    init_value: Any = 0


@dataclass
class LoadData2DParams:
    start_index: int = 0
    repeat_times: int = 0
    src_stride: int = 0
    sid: int = 0
    dst_gap: int = 0
    if_transpose: bool = False
    addr_mode: int = 0


@dataclass
class LoadData2DParamsV2:
    m_start_position: int = 0
    k_start_position: int = 0
    m_step: int = 0
    k_step: int = 0
    src_stride: int = 0
    dst_stride: int = 0
    if_transpose: bool = False
    sid: int = 0


@dataclass
class LoadData2DMxParams:
    x_start_position: int = 0
    y_start_position: int = 0
    x_step: int = 0
    y_step: int = 0
    src_stride: int = 0
    dst_stride: int = 0


@dataclass
class LoadData2dTransposeParams:
    start_index: int = 0
    repeat_times: int = 0
    src_stride: int = 0
    dst_gap: int = 0
    dst_frac_gap: int = 0
    addr_mode: int = 0


@dataclass
class LoadData3DParamsV2:
    pad_list: Sequence[int] = (0, 0, 0, 0)  # left, right, top, bottom
    l1_h: int = 0
    l1_w: int = 0
    channel_size: int = 0
    k_extension: int = 0
    m_extension: int = 0
    k_start_pt: int = 0
    m_start_pt: int = 0
    stride_w: int = 1
    stride_h: int = 1
    filter_w: int = 1
    filter_h: int = 1
    dilation_filter_w: int = 1
    dilation_filter_h: int = 1
    en_transpose: bool = False
    en_small_k: bool = False
    pad_value: Any = 0
    filter_size_w: bool = False
    filter_size_h: bool = False
    f_matrix_ctrl: bool = False


@dataclass
class LoadDataRepeatParam:
    repeat_stride: int = 0
    repeat_time: int = 1
    repeat_mode: int = 0


@dataclass
class MmadParams:
    m: int = 0
    n: int = 0
    k: int = 0
    unit_flag: int = 0
    cmatrix_source: bool = False
    cmatrix_init_val: bool = True
    is_bias: bool = False
    k_direction_align: bool = False
    disable_gemv: bool = False


@dataclass
class FixpipeParamsV220:
    n_size: int = 0
    m_size: int = 0
    src_stride: int = 0
    dst_stride: int = 0
    relu_en: bool = False
    quant_pre: QuantModes = _AS_IT_IS
    deq_scalar: int = 0
    nd_num: int = 1
    src_nd_stride: int = 0
    dst_nd_stride: int = 0
    unit_flag: int = 0
    is_channel_split: bool = False
