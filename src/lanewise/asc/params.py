"""Parameter classes, with pyasc's field names and defaults. `strides` is all block strides, then all repeat strides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from lanewise.asc.enums import Algorithm, DataFormat, TransposeType
from lanewise.errors import LanewiseError


@dataclass
class BinaryRepeatParams:
    dst_blk_stride: int = 1
    src0_blk_stride: int = 1
    src1_blk_stride: int = 1
    dst_rep_stride: int = 8
    src0_rep_stride: int = 8
    src1_rep_stride: int = 8

    strides = property(attrgetter(
        "dst_blk_stride", "src0_blk_stride", "src1_blk_stride", "dst_rep_stride", "src0_rep_stride", "src1_rep_stride"
    ))


@dataclass
class UnaryRepeatParams:
    dst_blk_stride: int = 1
    src_blk_stride: int = 1
    dst_rep_stride: int = 8
    src_rep_stride: int = 8

    strides = property(attrgetter("dst_blk_stride", "src_blk_stride", "dst_rep_stride", "src_rep_stride"))


@dataclass
class CopyRepeatParams:
    dst_stride: int = 0
    src_stride: int = 0
    dst_repeat_size: int = 8
    src_repeat_size: int = 8

    strides = property(attrgetter("dst_stride", "src_stride", "dst_repeat_size", "src_repeat_size"))


@dataclass
class BrcbRepeatParams:
    dst_blk_stride: int = 1
    dst_rep_stride: int = 8


@dataclass
class GatherRepeatParams:
    dst_blk_stride: int = 1
    dst_rep_stride: int = 8


@dataclass
class GatherMaskParams:
    """`src1_repeat_stride` lies between the rows of bits of a pattern tensor; strides are in blocks."""

    src0_block_stride: int = 1
    repeat_times: int = 1
    src0_repeat_stride: int = 0
    src1_repeat_stride: int = 0


@dataclass
class DataCopyParams:
    """Blocks and gaps of 32 bytes (bytes of a piece in data_copy_pad)."""

    block_count: int = 1
    block_len: int = 0
    src_stride: int = 0
    dst_stride: int = 0


@dataclass
class DataCopyExtParams:
    """`block_len` in bytes; the stride of the GM side in bytes, of the UB side in blocks."""

    block_count: int = 1
    block_len: int = 0
    src_stride: int = 0
    dst_stride: int = 0
    rsv: int = 0


@dataclass
class DataCopyEnhancedParams:
    """Only cube paths look at these."""

    block_mode: Any = None
    deq_scale: Any = None
    deq_value: int = 0
    sid_store_mode: int = 0
    is_relu: bool = False
    pad_mode: Any = None
    pad_value: int = 0


@dataclass
class DataCopyPadParams:
    """`padding_value` holds bits."""

    is_pad: bool = False
    left_padding: int = 0
    right_padding: int = 0
    padding_value: int = 0


@dataclass
class DataCopyPadExtParams:
    """`padding_value` is a number of type `dtype`."""

    dtype: Any = None
    is_pad: bool = False
    left_padding: int = 0
    right_padding: int = 0
    padding_value: Any = 0

    def __post_init__(self) -> None:
        if isinstance(self.dtype, (bool, int, float)):  # C++ has the type in <>, and begins with is_pad
            usage = "DataCopyPadExtParams(asc.float32, True, left, right, value)"
            raise LanewiseError("CALL-001", op="DataCopyPadExtParams",
                                case="type_first", dtype=self.dtype, usage=usage)


@dataclass
class SliceInfo:
    start_index: int = 0
    end_index: int = 31
    stride: int = 0
    burst_len: int = 32
    shape_value: int = 0


@dataclass
class Nd2NzParams:
    nd_num: int = 0
    n_value: int = 0
    d_value: int = 0
    src_nd_matrix_stride: int = 0
    src_d_value: int = 0
    dst_nz_c0_stride: int = 0
    dst_nz_n_stride: int = 0
    dst_nz_matrix_stride: int = 0


@dataclass
class Nz2NdParamsFull:
    nd_num: int = 1
    n_value: int = 0
    d_value: int = 0
    src_nd_matrix_stride: int = 1
    src_n_stride: int = 0
    dst_d_stride: int = 0
    dst_nd_matrix_stride: int = 1


@dataclass
class LoopModeParams:
    loop1_size: int = 0
    loop2_size: int = 0
    loop1_src_stride: int = 0
    loop1_dst_stride: int = 0
    loop2_src_stride: int = 0
    loop2_dst_stride: int = 0


@dataclass
class NdDmaConfig:
    is_nearest_value_mode: bool = False
    loop_lp_size: int = 0xFFFF  # 0xFFFF: as in the loop info
    loop_rp_size: int = 0xFFFF
    asc_optimize: bool = False


@dataclass
class NdDmaLoopInfo:
    """One value per dimension, innermost first."""

    loop_src_stride: Sequence[int] = ()
    loop_dst_stride: Sequence[int] = ()
    loop_size: Sequence[int] = ()
    loop_lp_size: Sequence[int] = ()
    loop_rp_size: Sequence[int] = ()


@dataclass
class NdDmaParams:
    loop_info: NdDmaLoopInfo = field(default_factory=NdDmaLoopInfo)
    constant_value: Any = 0


MultiCopyConfig, MultiCopyLoopInfo, MultiCopyParams = NdDmaConfig, NdDmaLoopInfo, NdDmaParams


@dataclass
class TransDataTo5HDParams:
    """The half flags choose 16 of 32 bytes and matter for 8-bit elements only; strides count blocks."""

    dst_high_half: bool = False
    src_high_half: bool = False
    repeat_times: int = 1
    dst_rep_stride: int = 0
    src_rep_stride: int = 0


@dataclass
class TransposeParamsExt:
    n_size: int = 0
    c_size: int = 0
    h_size: int = 0
    w_size: int = 0
    transpose_type: TransposeType = TransposeType.TRANSPOSE_ND2ND_B16


@dataclass
class MrgSort4Info:
    """Lengths in records, up to 4095; `valid_bit` 3, 7 or 15 says that 2, 3 or 4 lists take part."""

    element_lengths: Sequence[int] = ()
    if_exhausted_suspension: bool = False
    valid_bit: int = 15
    repeat_times: int = 1


@dataclass
class MrgSortSrcList:
    dtype: Any
    src1: Any
    src2: Any
    src3: Any = None
    src4: Any = None

    @property
    def lists(self) -> list[Any]:
        return [one for one in (self.src1, self.src2, self.src3, self.src4) if one is not None]


@dataclass
class BinaryConfig:
    """Which of two tensors is the single element: 0 the left one, 1 the right one."""

    scalar_tensor_index: int = 1


@dataclass
class AlgorithmConfig:
    algo: Algorithm = Algorithm.INTRINSIC


DivConfig = ExpConfig = LnConfig = ReciprocalConfig = RsqrtConfig = SqrtConfig = AlgorithmConfig


@dataclass
class ShapeInfo:
    shape: Sequence[int] = ()
    original_shape: Sequence[int] = ()
    data_format: DataFormat = DataFormat.ND

    @property
    def shape_dim(self) -> int:
        return len(self.shape)


@dataclass
class VdeqInfo:
    """Parameters of 16 lanes: scales, offsets of 9 bits, and whether results are signed."""

    vdeq_scale: Sequence[float] = ()
    vdeq_offset: Sequence[int] = ()
    vdeq_sign_mode: Sequence[bool] = ()


@dataclass
class CheckLocalMemoryIAParam:
    """A range of UB that hardware would watch. Accesses outside of UB are always errors here."""

    enable_bit: int = 0
    start_addr: int = 0
    end_addr: int = 0
    is_scalar_read: bool = False
    is_scalar_write: bool = False
    is_vector_read: bool = False
    is_vector_write: bool = False
    is_mte_read: bool = False
    is_mte_write: bool = False
    is_enable: bool = False
