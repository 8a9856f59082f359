# Made from the instruction records by `python -m lanewise.asc.stubs`. Do not edit.
"""Ascend C from Python, with pyasc's names.

    @asc.jit
    def kernel(x: asc.GlobalAddress, ...): ...
    kernel[8](x_array, ...)

Instruction functions are generated from the records of `lanewise.isa`; `help(asc.add)` shows what each chip takes.
Instructions also run without a kernel, inside `with lanewise.core("ascend910b") as core:`.
"""

from builtins import int as _int
from builtins import print as print
from builtins import property as property
from lanewise.asc import adv as adv
from lanewise.asc import lib as lib
from lanewise.asc import reg as reg
from lanewise.asc import runtime as runtime
from lanewise.asc.atomics import atomic_add as atomic_add
from lanewise.asc.atomics import atomic_cas as atomic_cas
from lanewise.asc.atomics import atomic_exch as atomic_exch
from lanewise.asc.atomics import atomic_max as atomic_max
from lanewise.asc.atomics import atomic_min as atomic_min
from lanewise.asc.atomics import get_store_atomic_config as get_store_atomic_config
from lanewise.asc.atomics import read_gm_by_pass_dcache as read_gm_by_pass_dcache
from lanewise.asc.atomics import write_gm_by_pass_dcache as write_gm_by_pass_dcache
from lanewise.asc.cube_params import CO2Layout as CO2Layout
from lanewise.asc.cube_params import Dn2NzParams as Dn2NzParams
from lanewise.asc.cube_params import FixpipeParamsV220 as FixpipeParamsV220
from lanewise.asc.cube_params import FmatrixMode as FmatrixMode
from lanewise.asc.cube_params import HF32Mode as HF32Mode
from lanewise.asc.cube_params import HF32TransMode as HF32TransMode
from lanewise.asc.cube_params import InitConstValueParams as InitConstValueParams
from lanewise.asc.cube_params import LoadData2DMxParams as LoadData2DMxParams
from lanewise.asc.cube_params import LoadData2DParams as LoadData2DParams
from lanewise.asc.cube_params import LoadData2DParamsV2 as LoadData2DParamsV2
from lanewise.asc.cube_params import LoadData2dTransposeParams as LoadData2dTransposeParams
from lanewise.asc.cube_params import LoadData3DParamsV2 as LoadData3DParamsV2
from lanewise.asc.cube_params import LoadDataRepeatParam as LoadDataRepeatParam
from lanewise.asc.cube_params import MmadParams as MmadParams
from lanewise.asc.cube_params import QuantModes as QuantModes
from lanewise.asc.debug import dump_acc_chk_point as dump_acc_chk_point
from lanewise.asc.debug import dump_tensor as dump_tensor
from lanewise.asc.debug import metrics_prof_start as metrics_prof_start
from lanewise.asc.debug import metrics_prof_stop as metrics_prof_stop
from lanewise.asc.debug import print_time_stamp as print_time_stamp
from lanewise.asc.debug import printf as printf
from lanewise.asc.enums import Algorithm as Algorithm
from lanewise.asc.enums import Algorithm as DivAlgo
from lanewise.asc.enums import Algorithm as ExpAlgo
from lanewise.asc.enums import Algorithm as LnAlgo
from lanewise.asc.enums import Algorithm as ReciprocalAlgo
from lanewise.asc.enums import Algorithm as RsqrtAlgo
from lanewise.asc.enums import Algorithm as SqrtAlgo
from lanewise.asc.enums import AtomicDtype as AtomicDtype
from lanewise.asc.enums import AtomicOp as AtomicOp
from lanewise.asc.enums import BlockMode as BlockMode
from lanewise.asc.enums import CMPMODE as CMPMODE
from lanewise.asc.enums import CacheLine as CacheLine
from lanewise.asc.enums import CubeFormat as CubeFormat
from lanewise.asc.enums import DataCopyMVType as DataCopyMVType
from lanewise.asc.enums import DataFormat as DataFormat
from lanewise.asc.enums import DcciDst as DcciDst
from lanewise.asc.enums import DeqScale as DeqScale
from lanewise.asc.enums import GatherMaskMode as GatherMaskMode
from lanewise.asc.enums import MaskMode as MaskMode
from lanewise.asc.enums import PaddingMode as PaddingMode
from lanewise.asc.enums import SELMODE as SELMODE
from lanewise.asc.enums import SELMODE as SelMode
from lanewise.asc.enums import SaturationMode as SaturationMode
from lanewise.asc.enums import TransposeType as TransposeType
from lanewise.asc.enums import pad_t as pad_t
from lanewise.asc.full_sort import get_sort_len as get_sort_len
from lanewise.asc.full_sort import get_sort_offset as get_sort_offset
from lanewise.asc.full_sort import sort as sort
from lanewise.asc.lists import ListTensorDesc as ListTensorDesc
from lanewise.asc.lists import TensorDesc as TensorDesc
from lanewise.asc.params import AlgorithmConfig as AlgorithmConfig
from lanewise.asc.params import AlgorithmConfig as DivConfig
from lanewise.asc.params import AlgorithmConfig as ExpConfig
from lanewise.asc.params import AlgorithmConfig as LnConfig
from lanewise.asc.params import AlgorithmConfig as ReciprocalConfig
from lanewise.asc.params import AlgorithmConfig as RsqrtConfig
from lanewise.asc.params import AlgorithmConfig as SqrtConfig
from lanewise.asc.params import BinaryConfig as BinaryConfig
from lanewise.asc.params import BinaryRepeatParams as BinaryRepeatParams
from lanewise.asc.params import BrcbRepeatParams as BrcbRepeatParams
from lanewise.asc.params import CheckLocalMemoryIAParam as CheckLocalMemoryIAParam
from lanewise.asc.params import CopyRepeatParams as CopyRepeatParams
from lanewise.asc.params import DataCopyEnhancedParams as DataCopyEnhancedParams
from lanewise.asc.params import DataCopyExtParams as DataCopyExtParams
from lanewise.asc.params import DataCopyPadExtParams as DataCopyPadExtParams
from lanewise.asc.params import DataCopyPadParams as DataCopyPadParams
from lanewise.asc.params import DataCopyParams as DataCopyParams
from lanewise.asc.params import GatherMaskParams as GatherMaskParams
from lanewise.asc.params import GatherRepeatParams as GatherRepeatParams
from lanewise.asc.params import LoopModeParams as LoopModeParams
from lanewise.asc.params import MrgSort4Info as MrgSort4Info
from lanewise.asc.params import MrgSortSrcList as MrgSortSrcList
from lanewise.asc.params import Nd2NzParams as Nd2NzParams
from lanewise.asc.params import NdDmaConfig as MultiCopyConfig
from lanewise.asc.params import NdDmaConfig as NdDmaConfig
from lanewise.asc.params import NdDmaLoopInfo as MultiCopyLoopInfo
from lanewise.asc.params import NdDmaLoopInfo as NdDmaLoopInfo
from lanewise.asc.params import NdDmaParams as MultiCopyParams
from lanewise.asc.params import NdDmaParams as NdDmaParams
from lanewise.asc.params import Nz2NdParamsFull as Nz2NdParamsFull
from lanewise.asc.params import ShapeInfo as ShapeInfo
from lanewise.asc.params import SliceInfo as SliceInfo
from lanewise.asc.params import TransDataTo5HDParams as TransDataTo5HDParams
from lanewise.asc.params import TransposeParamsExt as TransposeParamsExt
from lanewise.asc.params import UnaryRepeatParams as UnaryRepeatParams
from lanewise.asc.params import VdeqInfo as VdeqInfo
from lanewise.asc.runtime.jit import CodegenOptions as CodegenOptions
from lanewise.asc.runtime.jit import CompileOptions as CompileOptions
from lanewise.asc.runtime.jit import LaunchOptions as LaunchOptions
from lanewise.asc.runtime.jit import jit as jit
from lanewise.asc.scalars import count_bits_cnt_same_as_sign_bit as count_bits_cnt_same_as_sign_bit
from lanewise.asc.scalars import scalar_cast as scalar_cast
from lanewise.asc.scalars import scalar_count_leading_zero as count_leading_zero
from lanewise.asc.scalars import scalar_count_leading_zero as scalar_count_leading_zero
from lanewise.asc.scalars import scalar_get_count_of_value as get_bit_count
from lanewise.asc.scalars import scalar_get_count_of_value as scalar_get_count_of_value
from lanewise.asc.scalars import scalar_get_sff_value as get_sff_value
from lanewise.asc.scalars import scalar_get_sff_value as scalar_get_sff_value
from lanewise.asc.struct import Field as Field
from lanewise.asc.struct import Field as StructField
from lanewise.asc.struct import Struct as Struct
from lanewise.asc.system import ascend_is_aic as ascend_is_aic
from lanewise.asc.system import ascend_is_aiv as ascend_is_aiv
from lanewise.asc.system import check_local_memory_ia as check_local_memory_ia
from lanewise.asc.system import data_cache_preload as data_cache_preload
from lanewise.asc.system import get_arch_version as get_arch_version
from lanewise.asc.system import get_block_idx as get_block_idx
from lanewise.asc.system import get_block_num as get_block_num
from lanewise.asc.system import get_ctrl_spr as get_ctrl_spr
from lanewise.asc.system import get_data_block_size_in_bytes as get_data_block_size_in_bytes
from lanewise.asc.system import get_gather_mask_remain_count as get_gather_mask_remain_count
from lanewise.asc.system import get_program_counter as get_program_counter
from lanewise.asc.system import get_saturation_flag as get_saturation_flag
from lanewise.asc.system import get_sub_block_idx as get_sub_block_idx
from lanewise.asc.system import get_sub_block_num as get_sub_block_num
from lanewise.asc.system import get_sys_workspace as get_sys_workspace
from lanewise.asc.system import get_system_cycle as get_system_cycle
from lanewise.asc.system import get_task_ratio as get_task_ratio
from lanewise.asc.system import icache_preload as icache_preload
from lanewise.asc.system import init_soc_state as init_soc_state
from lanewise.asc.system import reset_ctrl_spr as reset_ctrl_spr
from lanewise.asc.system import set_saturation_flag as set_saturation_flag
from lanewise.asc.system import set_sys_workspace as set_sys_workspace
from lanewise.asc.system import trap as trap
from lanewise.asc.tensors import GlobalTensor as GlobalTensor
from lanewise.asc.tensors import LocalMemAllocator as LocalMemAllocator
from lanewise.asc.tensors import LocalTensor as LocalTensor
from lanewise.asc.tensors import LocalTensorAuto as LocalTensorAuto
from lanewise.asc.tensors import TBuf as TBuf
from lanewise.asc.tensors import TQue as TQue
from lanewise.asc.tensors import TQueBind as TQueBind
from lanewise.asc.types import ConstExpr as ConstExpr
from lanewise.asc.types import DataType as DataType
from lanewise.asc.types import T as T
from lanewise.asc.types import TensorTrait as TensorTrait
from lanewise.asc.types import array as array
from lanewise.asc.types import ceildiv as ceildiv
from lanewise.asc.types import inline as inline
from lanewise.asc.types import kernel_range as kernel_range
from lanewise.asc.types import kernel_range as range
from lanewise.asc.types import kernel_range as static_range
from lanewise.asc.types import number as number
from lanewise.asc.types import static_assert as static_assert
from lanewise.errors import LanewiseError as LanewiseError
from lanewise.errors import LanewiseWarning as LanewiseWarning
from lanewise.isa.events import HardEvent as HardEvent
from lanewise.isa.events import PipeID as PipeID
from lanewise.isa.reduce import ReduceOrder as ReduceOrder
from lanewise.machine.address import GlobalAddress as GlobalAddress
from lanewise.machine.allocator import Hardware as Hardware
from lanewise.machine.events import MemDsbT as MemDsbT
from lanewise.machine.pipe import TBufPool as TBufPool
from lanewise.machine.pipe import TPipe as TPipe
from lanewise.machine.pipe import get_tpipe_ptr as get_tpipe_ptr
from lanewise.machine.queues import TBufState as TBufState
from lanewise.machine.tensor import CacheMode as CacheMode
from lanewise.machine.tensor import CacheRwMode as CacheRwMode
from lanewise.machine.tensor import TPosition as QuePosition
from lanewise.machine.tensor import TPosition as TPosition
from lanewise.machine.tensor import Tensor as _Tensor
from lanewise.numerics.formats import DType as _DType
from lanewise.numerics.rounding import RoundMode as RoundMode
from types import SimpleNamespace as _SimpleNamespace
from typing import Any as _Any
from typing import SupportsIndex as _SupportsIndex

KnownTypes: _SimpleNamespace
MASK_PLACEHOLDER: int
MASK_PLACEHOLDER_LIST: tuple[_Any, ...]
bf16: _DType
bfloat16: _DType
bfloat16_t: _DType
complex32: _DType
complex64: _DType
double: _DType
float16: _DType
float32: _DType
float64: _DType
float8_e4m3: _DType
float8_e4m3fn: _DType
float8_e5m2: _DType
float8_e8m0fnu: _DType
float_: _DType
fp16: _DType
fp32: _DType
fp4_e1m2: _DType
fp4_e2m1: _DType
fp4x2_e1m2: _DType
fp4x2_e1m2_t: _DType
fp4x2_e2m1: _DType
fp4x2_e2m1_t: _DType
fp64: _DType
fp8_e4m3: _DType
fp8_e4m3fn: _DType
fp8_e4m3fn_t: _DType
fp8_e5m2: _DType
fp8_e5m2_t: _DType
fp8_e8m0: _DType
fp8_e8m0_t: _DType
half: _DType
hif8: _DType
hifloat8: _DType
hifloat8_t: _DType
int16: _DType
int16_t: _DType
int32: _DType
int32_t: _DType
int4: _DType
int4b: _DType
int4b_t: _DType
int4x2: _DType
int4x2_t: _DType
int64: _DType
int64_t: _DType
int8: _DType
int8_t: _DType
int_: _DType
uint16: _DType
uint16_t: _DType
uint32: _DType
uint32_t: _DType
uint64: _DType
uint64_t: _DType
uint8: _DType
uint8_t: _DType
void: _SimpleNamespace
def abs(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Abs: dst = |src|"""
def abs_sub(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """AbsSub: dst = |src0 - src1|"""
def add(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Add: dst = src0 + src1"""
def add_deq_relu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """AddDeqRelu: dst = max(0, half of (src0 + src1) * DEQSCALE)

    Note: 910b and 910_93 keep their steps in the sources: src0 then holds floats, src1 halves
    """
def add_relu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """AddRelu: dst = max(0, src0 + src1)"""
def add_relu_cast(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """AddReluCast: dst = max(0, src0 + src1) as another type"""
def adds(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Adds: dst = src + scalar"""
def ands(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Ands: dst = src & scalar"""
def assign(dst: _Tensor, expression: _Any) -> None:
    """dst = a + b (or - * / & |) for as many elements as dst has; a < b (or > <= >=) for as many as a has."""
def axpy(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Axpy: dst = scalar * src + dst"""
def bilinear_interpolation(
    dst: _Tensor, src0: _Any, src0_offset: _Any, src1: _Any, mask: _Any, h_repeat: _Any, repeat_mode: _Any,
    dst_blk_stride: _SupportsIndex, v_r_offset: _Any, v_repeat: _Any, shared_tmp_buffer: _Any
) -> None:
    """BilinearInterpolation: dst(v) = sum over h of gathered blocks times their weights

    Note: the final step adds +0, so -0 becomes +0
    Note: contents of shared_tmp_buffer stay unspecified
    """
def bitwise_and(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """And: dst = src0 & src1

    Note: 910b and 910_93: a 32-bit tensor in the count form is processed as 16-bit units, so count covers half the data unless doubled
    """
def bitwise_not(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Not: dst = ~src

    Note: ascend950 takes half and float too and inverts their bits
    """
def bitwise_or(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Or: dst = src0 | src1

    Note: 910b and 910_93: a 32-bit tensor in the count form is processed as 16-bit units, so count covers half the data unless doubled
    """
def block_reduce_max(
    dst: _Tensor, src: _Any, repeat: _Any, mask: _Any, dst_rep_stride: _SupportsIndex, src_blk_stride: _SupportsIndex,
    src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: the largest element of each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    """
def block_reduce_min(
    dst: _Tensor, src: _Any, repeat: _Any, mask: _Any, dst_rep_stride: _SupportsIndex, src_blk_stride: _SupportsIndex,
    src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: the smallest element of each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    """
def block_reduce_sum(
    dst: _Tensor, src: _Any, repeat: _Any, mask: _Any, dst_rep_stride: _SupportsIndex, src_blk_stride: _SupportsIndex,
    src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: one sum for each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    """
def brcb(dst: _Tensor, src0: _Any, repeat_times: _SupportsIndex, repeat_params: _Any) -> None:
    """Brcb: block j of repeat r = src[8r + j] over 32 bytes

    Note: ignores the vector mask; 910b and 910_93 leave it all ones
    """
def cast(
    dst: _Tensor, src: _Any, round_mode: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """Cast: dst = src as another type, rounded by round_mode

    Note: float to float rounds to whole numbers
    Note: int32 to half multiplies by DEQSCALE and ignores round_mode, except on ascend310b
    Note: a repeat holds as many elements as fit 256 bytes of the wider type; each operand walks its own blocks
    Note: 4-bit elements go in pairs: an even count or mask, and mask bits in equal pairs
    Note: a widening integer cast clamps what the target cannot show, whatever CTRL says
    Note: ascend950 takes CAST_NONE as CAST_RINT for half to int4, int8 and uint8, int16 to half and int32 to float, which its page does not list
    """
def cast_deq(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, is_vec_deq: bool = True, half_block: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """CastDequant: dst = int16 as 8 bits by scale, offset and sign of DEQSCALE, or int32 as half by its half scale

    Note: 16 int16 elements become 16 bytes in one half of the destination block of the same number
    Note: is_vec_deq: lane j of every 16 uses parameter word j of the table DEQSCALE points to
    Note: the sign bit of the parameter word, not the destination type, chooses int8 or uint8
    """
def cast_dequant(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, is_vec_deq: bool = True, half_block: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """CastDequant: dst = int16 as 8 bits by scale, offset and sign of DEQSCALE, or int32 as half by its half scale

    Note: 16 int16 elements become 16 bytes in one half of the destination block of the same number
    Note: is_vec_deq: lane j of every 16 uses parameter word j of the table DEQSCALE points to
    Note: the sign bit of the parameter word, not the destination type, chooses int8 or uint8
    """
def compare(
    dst: _Any = None, src0: _Any = None, src1: _Any = None, cmp_mode: _Any = None, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None, is_set_mask: bool = True, *,
    count: _SupportsIndex | None = None
) -> None:
    """Compare: bit i of dst = src0[i] relates to src1[i]

    Without dst the result goes to CMPMASK: src0, src1, cmp_mode, mask, repeat_params.

    Note: the result is packed without gaps, lowest bit first; strides of dst have no effect
    Note: 910b and 910_93 compare int32 only for EQ
    Note: as operators: asc.assign(dst, a < b), and with > <= >=, for all elements of a
    Compare: bit i of CMPMASK = src0[i] relates to src1[i], one repeat

    Note: the mask is obeyed on every chip; strides of dst have no effect
    """
def compare_scalar(
    dst: _Tensor, src0: _Any, src1_scalar: _Any, cmp_mode: _Any = None, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None, is_set_mask: bool = True, *,
    count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Compares: bit i of dst = src[i] relates to scalar

    Note: ascend950: the number may stand on the left or be one element of a tensor
    Note: ascend950 compares double with a number only for EQ
    """
def compares(
    dst: _Tensor, src0: _Any, src1_scalar: _Any, cmp_mode: _Any = None, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None, is_set_mask: bool = True, *,
    count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Compares: bit i of dst = src[i] relates to scalar

    Note: ascend950: the number may stand on the left or be one element of a tensor
    Note: ascend950 compares double with a number only for EQ
    """
def copy(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_time: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, *, count: _SupportsIndex | None = None, repeat_times: _SupportsIndex | None = None
) -> None:
    """Copy: dst = src, block by block under the mask

    Note: Counter mode: the count applies to each repeat and repeat_times stays effective
    """
def create_vec_index(
    dst: _Tensor, first_value: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    dst_blk_stride: _SupportsIndex | None = None, dst_rep_stride: _SupportsIndex | None = None, *,
    count: _SupportsIndex | None = None
) -> None:
    """CreateVecIndex: dst[i] = first_value + i

    Note: the page names ascend310p without its types: those of ascend910b are taken
    """
def cross_core_set_flag(flag_id: int, mode_id: int = 0, pipe: _Any = ...) -> None:
    """CrossCoreSetFlag: set flag (id, mode, pipe) for the other cores"""
def cross_core_wait_flag(flag_id: int, mode_id: int = 0, pipe: _Any = ...) -> None:
    """CrossCoreWaitFlag: wait for flag (id, mode, pipe) of the other cores"""
def data_cache_clean_and_invalid(*args: _Any, **named: _Any) -> None:
    """DataCacheCleanAndInvalid: write back and forget a line of the scalar unit's data cache, or all of them

    Takes a tensor, a CacheLine and a DcciDst, in any order. Scalar writes reach GM at once here.
    """
def data_copy(
    dst: _Tensor, src: _Any, count: _SupportsIndex | None = None, enhanced_params: _Any = None, dim_value: _Any = None,
    *, repeat_params: _Any = None, params: _Any = None, intri_params: _Any = None, slice_list1: _Any = None,
    slice_list2: _Any = None, enable_small_c0: bool = False, config: _Any = None
) -> None:
    """DataCopy: DN matrix in GM to NZ fractals in L1

    DataCopy: bias from L1 to the bias table, narrow floats as float

    DataCopy: scales of columns from L1 to the Fixpipe buffer

    DataCopy: copy between GM and UB or L1: count elements, or blocks with gaps

    Note: the count form rounds the byte amount down to a multiple of 32
    DataCopy: copy inside UB: count elements, or blocks with gaps

    DataCopy: rectangular slices between GM and UB

    DataCopy: ND matrix in GM to NZ fractals in L1 or UB

    DataCopy: NZ fractals in UB to ND matrix in GM

    DataCopy: up to five strided dimensions from GM to UB, padded per dimension
    """
def data_copy_pad(
    dst: _Tensor, src: _Any, data_copy_params: _Any = None, pad_params: _Any = None, *, params: _Any = None,
    mode: _Any = ...
) -> None:
    """DataCopyPad: pieces of any byte length between GM and UB, padded to 32 bytes in UB"""
def data_sync_barrier(arg0: _Any = ...) -> None:
    """DataSyncBarrier: later instructions wait for earlier scalar accesses"""
def de_interleave(
    dst0: _Tensor, dst1: _Tensor, src0: _Any, src1: _Any = None, count: _SupportsIndex | None = None
) -> None:
    """DeInterleave: of src0 and then src1, the even elements into dst0 and the odd ones into dst1

    With one source the count is that of the source.

    Note: count is even
    DeInterleave: the even elements of src into dst0 and the odd ones into dst1

    Note: count is that of src, and even
    """
def disable_dma_atomic() -> None:
    """DisableDmaAtomic: later copies to GM replace what is there"""
def div(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Div: dst = src0 / src1"""
def divs(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Divs: dst = src / scalar, or scalar / src"""
def duplicate(
    dst: _Tensor, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    dst_block_stride: _SupportsIndex | None = None, dst_repeat_stride: _SupportsIndex | None = None,
    is_set_mask: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """Duplicate: dst = scalar

    Note: ascend950: the count form also takes a tensor and broadcasts its first element
    """
def exp(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Exp: dst = e ** src"""
def exp_sub(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """ExpSub: dst = e ** (src0 - src1), computed in float"""
def fixpipe(
    dst: _Tensor, src: _Any, *rest: _Any, params: _Any = None, cbuf_workspace: _Any = None, config: _Any = ...
) -> None:
    """Fixpipe: results from L0C to GM, L1 or UB, converted, as rows, columns or fractals

    `config` is the order of the result; `cbuf_workspace` holds scales of columns in L1.
    """
def fused_mul_add(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """FusedMulAdd: dst = src0 * dst + src1"""
def fused_mul_add_relu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """MulAddRelu: dst = max(0, src0 * dst + src1)"""
def fused_muls_cast(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """MulsCast: dst = src * scalar as half, rounded to nearest with ties away from zero"""
def gather(
    dst: _Tensor, src: _Any, src_offset: _Any, src_base_addr: _Any = 0, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, dst_rep_stride: _SupportsIndex | None = None, *,
    count: _SupportsIndex | None = None
) -> None:
    """Gather: dst[i] = the element at src + base + src_offset[i] bytes

    Note: offsets are bytes, not element numbers, and must be multiples of the element size
    Note: offsets are read without gaps: repeat r starts at the element r * lanes of a repeat
    Note: 8-bit elements on ascend950 and ascend310b: 128 to a repeat, in 4 blocks
    """
def gather_mask(
    dst: _Tensor, src0: _Any, src1_pattern: _Any, reduce_mode: _Any, mask: _Any, params: _Any,
    gather_mask_mode: _Any = ...
) -> None:
    """GatherMask: dst = the elements of src0 whose pattern bit is 1, without gaps

    `src1_pattern` is a tensor of bits or the number of a fixed pattern; `mask` counts in reduce mode only.

    Note: dst goes on across repeats; get_gather_mask_remain_count() tells how many elements were kept
    Note: the mask argument only counts in reduce mode
    GatherMask: dst = the elements of src0 that a fixed pattern picks, without gaps

    Note: patterns: 1 even, 2 odd, 3 to 6 first to fourth of every four, 7 all (not on ascend310p)
    """
def gatherb(dst: _Tensor, src0: _Any, offset: _Any, repeat_times: _SupportsIndex, repeat_params: _Any) -> None:
    """Gatherb: block j of repeat r = the 32 bytes at src0 + offset[8r + j]

    Note: ignores the vector mask; 910b and 910_93 leave it all ones
    Note: a block stride of 0 is 1
    """
def get_acc_val(dtype: _Any = None) -> _Any:
    """GetReduceRepeatSumSpr: the result of the last ReduceSum in the count form

    The value as a number of `dtype`, float when it is left out.

    Note: half and float
    """
def get_cmp_mask(dst: _Tensor) -> None:
    """GetCmpMask: dst = CMPMASK, 16 bytes

    Note: dst starts on a multiple of 16 bytes and has room for 128
    """
def get_mrg_sort_result() -> tuple[int, int, int, int]:
    """GetMrgSortResult: how many entries of each list the last merge took

    Four numbers, one for each list.

    Note: documented for merges with suspension
    """
def get_reduce_max_min_count(dtype: _Any = None, with_index: bool = True) -> _Any:
    """GetReduceRepeatMaxMinSpr: value and index of the last ReduceRepeat for maxima or minima, or the value of the last ReduceMax or ReduceMin

    Value and index, or the value alone. `dtype` is half or float; float when it is left out.

    Note: half and float; ascend310p has only the value
    Note: documented for source block stride 1, repeat stride 8 and Normal mode only
    Note: the index after ReduceMax and ReduceMin is not meaningful on hardware
    """
def get_reduce_repeat_max_min_spr(dtype: _Any = None, with_index: bool = True) -> _Any:
    """GetReduceRepeatMaxMinSpr: value and index of the last ReduceRepeat for maxima or minima, or the value of the last ReduceMax or ReduceMin

    Value and index, or the value alone. `dtype` is half or float; float when it is left out.

    Note: half and float; ascend310p has only the value
    Note: documented for source block stride 1, repeat stride 8 and Normal mode only
    Note: the index after ReduceMax and ReduceMin is not meaningful on hardware
    """
def get_reduce_repeat_sum_spr(dtype: _Any = None) -> _Any:
    """GetReduceRepeatSumSpr: the result of the last ReduceSum in the count form

    The value as a number of `dtype`, float when it is left out.

    Note: half and float
    """
def ib_set(gm_ws: _Any, ub_ws: _Any, block_idx: int, event_id: int, is_aiv_only: bool = True) -> None:
    """IBSet: fill a slot of (block, event) once it is empty"""
def ib_wait(gm_ws: _Any, ub_ws: _Any, block_idx: int, event_id: int, is_aiv_only: bool = True) -> None:
    """IBWait: empty a slot of (block, event) once it is full"""
def init_const_value(dst: _Tensor, params: _Any) -> None:
    """Fill: one value into blocks of L1, L0A or L0B"""
def init_determine_compute_workspace(gm_ws: _Any, ub_ws: _Any) -> None:
    """InitDetermineComputeWorkspace: clear the slots of an ordered pass"""
def interleave(dst0: _Tensor, dst1: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex) -> None:
    """Interleave: the elements of src0 and src1 in turn: the first count into dst0, the rest into dst1

    Note: count is even
    """
def leaky_relu(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """LeakyRelu: dst = src where src >= 0, else scalar * src"""
def ln(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Ln: dst = natural logarithm of src"""
def load_data(dst: _Tensor, src: _Any, params: _Any, *scales: _Any) -> None:
    """LoadData: fractals from L1 to L0A or L0B, or from GM; 16-bit ones may be transposed

    Of a matrix with scales the third argument holds those, and the last one says which of them are loaded.

    LoadData: part of an NZ matrix from L1 to L0A or L0B, transposed or as it is

    LoadData: scales of a matrix from L1, beside the matrix

    LoadData: matrix of a convolution from a feature map in L1 to L0A or L0B
    """
def load_data_with_sparse(dst: _Tensor, src: _Any, idx: _Any, params: _Any) -> None:
    """LoadDataWithSparse: index of a sparse matrix from L1, beside the matrix

    The index lies where a quarter of the matrix's address says.
    """
def load_data_with_transpose(dst: _Tensor, src: _Any, params: _Any) -> None:
    """LoadDataWithTranspose: squares from L1 to L0A or L0B, each transposed"""
def max(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Max: dst = the larger of src0 and src1"""
def maxs(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Maxs: dst = the larger of src and scalar"""
def min(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Min: dst = the smaller of src0 and src1"""
def mins(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Mins: dst = the smaller of src and scalar"""
def mmad(dst: _Tensor, fm: _Any, filter: _Any, *rest: _Any, params: _Any = None, bias: _Any = None) -> None:
    """Mmad: dst = fm * filter, or added to dst

    A bias in the bias table is where every row starts; else the result starts from zero, or adds to what is held.

    Mmad: dst = fm * filter + bias
    """
def mmad_mx(dst: _Tensor, fm: _Any, filter: _Any, *rest: _Any, params: _Any = None, bias: _Any = None) -> None:
    """MmadMx: dst = fm * filter, each times its scales, or added to dst

    The scales are those that loads have put beside the matrices.

    MmadMx: dst = fm * filter + bias, the matrices each times its scales
    """
def mmad_with_sparse(dst: _Tensor, fm: _Any, filter: _Any, params: _Any) -> None:
    """MmadWithSparse: dst = fm * filter of which two of four values are kept, or added to dst

    The index is what a load has put beside the sparse matrix.
    """
def mrg_sort(
    dst: _Tensor, src: _Any = None, params: _Any = None, sorted_num: _Any = None, valid_bit: _Any = None,
    repeat_time: _SupportsIndex | None = None, is_exhausted_suspension: bool = False, *, sort_list: _Any = None,
    element_count_list: _Any = None
) -> None:
    """MrgSort: merge two to four lists of records by falling score

    The long form writes how many entries each list gave into `sorted_num`, a list of four.

    Note: equal scores: the lower list first
    Note: suspension stops right after a list has run out
    Note: lists beyond valid_bit are not looked at
    Note: repeat_times above 1 takes four lists of equal length, one after the other, without suspension
    """
def mrg_sort4(
    dst: _Tensor, src: _Any = None, params: _Any = None, sorted_num: _Any = None, valid_bit: _Any = None,
    repeat_time: _SupportsIndex | None = None, is_exhausted_suspension: bool = False, *, sort_list: _Any = None,
    element_count_list: _Any = None
) -> None:
    """MrgSort4: merge two to four lists of proposals by falling score

    The long form writes how many entries each list gave into `sorted_num`, a list of four.

    Note: a proposal is 8 elements: x1, y1, x2, y2, score, label and two spare
    Note: lists beyond valid_bit are not looked at
    Note: repeat_times above 1 takes four lists of equal length, one after the other, without suspension
    """
def mul(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Mul: dst = src0 * src1"""
def mul_add_dst(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """MulAddDst: dst = src0 * src1 + dst"""
def mul_add_relu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """MulAddRelu: dst = max(0, src0 * dst + src1)"""
def mul_cast(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """MulCast: dst = src0 * src1 as another type"""
def mull(dst0: _Tensor, dst1: _Tensor, src0: _Any, src1: _Any, count: _SupportsIndex) -> None:
    """Mull: dst0 = low 32 bits, dst1 = high 32 bits of src0 * src1"""
def muls(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Muls: dst = src * scalar"""
def muls_cast(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """MulsCast: dst = src * scalar as half, rounded to nearest with ties away from zero"""
def nd_dma_dci() -> None:
    """NdDmaDci: refresh the cache of NdDma copies: no effect on values"""
def neg(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Neg: dst = -src"""
def notify_next_block(gm_ws: _Any, ub_ws: _Any) -> None:
    """NotifyNextBlock: let the next block of an ordered pass go on"""
def ors(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Ors: dst = src | scalar"""
def pair_reduce_sum(
    dst: _Tensor, src: _Any, repeat_time: _SupportsIndex, mask: _Any, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReducePairElem: dst[k] = src[2k] + src[2k + 1]

    Note: half as many results as lanes a repeat; dst_rep_stride counts 128 bytes
    """
def pipe_barrier(pipe: _Any) -> None:
    """PipeBarrier: later work of a pipe waits for its earlier work"""
def prelu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Prelu: dst = src0 where src0 >= 0, else src0 * src1"""
def proposal_concat(dst: _Tensor, src: _Any, repeat_time: _SupportsIndex, mode_number: _Any) -> None:
    """ProposalConcat: field mode_number of proposal k = src[k], 16 proposals a repeat

    Note: mode_number: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label; the other fields keep their values
    """
def proposal_extract(dst: _Tensor, src: _Any, repeat_time: _SupportsIndex, mode_number: _Any) -> None:
    """ProposalExtract: dst[k] = field mode_number of proposal k, 16 proposals a repeat

    Note: mode_number: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label
    """
def reciprocal(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Reciprocal: dst = 1 / src"""
def reduce_data_block_max(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: the largest element of each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    """
def reduce_data_block_min(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: the smallest element of each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    """
def reduce_data_block_sum(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceDataBlock: one sum for each 32-byte block

    Note: eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them
    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    """
def reduce_max(
    dst: _Tensor, src: _Any, shared_tmp_buffer: _Any, mask: _Any = None, repeat_time: _SupportsIndex | None = None,
    src_rep_stride: _SupportsIndex | None = None, cal_index: bool = False, *, count: _SupportsIndex | None = None
) -> None:
    """ReduceMax: dst[0] = the largest active element; dst[1] = its index when cal_index is true

    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: shared_tmp_buffer: a pair for each repeat, in whole blocks; with cal_index also one for each repeat of those pairs, and again while more than one pair is left
    """
def reduce_min(
    dst: _Tensor, src: _Any, shared_tmp_buffer: _Any, mask: _Any = None, repeat_time: _SupportsIndex | None = None,
    src_rep_stride: _SupportsIndex | None = None, cal_index: bool = False, *, count: _SupportsIndex | None = None
) -> None:
    """ReduceMin: dst[0] = the smallest active element; dst[1] = its index when cal_index is true

    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: shared_tmp_buffer as for ReduceMax
    """
def reduce_pair_elem_sum(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReducePairElem: dst[k] = src[2k] + src[2k + 1]

    Note: half as many results as lanes a repeat; dst_rep_stride counts 128 bytes
    """
def reduce_repeat_max(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, order: _Any = ..., is_set_mask: bool = True
) -> None:
    """ReduceRepeat: the largest element of each repeat, its lane, or both

    Note: dst_rep_stride counts 2 elements, 1 for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX; dst is aligned to one such unit
    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: ORDER_ONLY_INDEX writes 4 bytes, for 16-bit elements too
    """
def reduce_repeat_min(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, order: _Any = ..., is_set_mask: bool = True
) -> None:
    """ReduceRepeat: the smallest element of each repeat, its lane, or both

    Note: dst_rep_stride counts 2 elements, 1 for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX; dst is aligned to one such unit
    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: ORDER_ONLY_INDEX writes 4 bytes, for 16-bit elements too
    """
def reduce_repeat_sum(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceRepeat: one sum for each repeat

    Note: dst_rep_stride counts 1 element; dst is aligned to one such unit
    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    """
def reduce_sum(
    dst: _Tensor, src: _Any, shared_tmp_buffer: _Any, mask: _Any = None, repeat_time: _SupportsIndex | None = None,
    src_rep_stride: _SupportsIndex | None = None, is_set_mask: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """ReduceSum: dst[0] = the sum of all active elements

    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    Note: masked forms: a tree for each repeat, then trees of those sums until one is left
    Note: shared_tmp_buffer: an element for each repeat, in whole blocks; the accumulating form needs none
    Note: is_set_mask=False matters only where the count form accumulates
    """
def relu(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Relu: dst = max(0, src)"""
def repeat_reduce_sum(
    dst: _Tensor, src: _Any, repeat_time: _SupportsIndex, mask: _Any, dst_blk_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, dst_rep_stride: _SupportsIndex, src_rep_stride: _SupportsIndex,
    is_set_mask: bool = True
) -> None:
    """ReduceRepeat: one sum for each repeat

    dst_blk_stride has no effect.

    Note: dst_rep_stride counts 1 element; dst is aligned to one such unit
    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    """
def reset_loop_mode_para(type: _Any) -> None:
    """ResetLoopModePara: end the loops of one direction"""
def reset_mask() -> None:
    """ResetMask: MASK = all ones; the mode stays"""
def rp_sort16(dst: _Tensor, src: _Any, repeat_time: _SupportsIndex) -> None:
    """RpSort16: 16 proposals a repeat by falling score

    Note: equal scores keep their order
    """
def rsqrt(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Rsqrt: dst = 1 / square root of src"""
def scatter(
    dst: _Tensor, src: _Any, dst_offset: _Any, dst_base_addr: _Any = 0, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, src_rep_stride: _SupportsIndex | None = None, *,
    count: _SupportsIndex | None = None
) -> None:
    """Scatter: the element at dst + base + dst_offset[i] bytes = src[i]

    Note: offsets are bytes, not element numbers, and must be multiples of the element size
    Note: offsets are read without gaps: repeat r starts at the element r * lanes of a repeat
    Note: 8-bit elements on ascend950 and ascend310b: 128 to a repeat, in 4 blocks
    """
def select(
    dst: _Tensor, sel_mask: _Any = None, src0: _Any = None, src1: _Any = None, sel_mode: _Any = None, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None, is_set_mask: bool = True, *,
    count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Select: dst[i] = bit i of sel_mask ? src0[i] : src1[i]

    Without sel_mask, or without src1, the rest comes from CMPMASK; MASK stays as it was set before.

    Note: mode 0 uses the first bits of sel_mask, one per lane of a repeat, again in every repeat; mode 2 uses one bit per lane after the other, lanes that are masked off included
    Note: modes 1 and 2 need 8 KB of reserved UB on chips before ascend950; here they stay untouched
    Select: dst[i] = bit i of sel_mask ? src0[i] : scalar

    Note: ascend950: the number may stand on the left or be one element of a tensor
    Select: dst[i] = bit i ? src0[i] : src1[i], with bits or their address in CMPMASK

    Note: MASK and CMPMASK are set before the call; the low 32 bits of CMPMASK are the address
    Select: dst[i] = bit i of sel_mask ? src0[i] : the first element of CMPMASK

    Note: MASK and CMPMASK are set before the call
    """
def set_atomic_add(dtype: _Any) -> None:
    """SetAtomicAdd: later copies from UB to GM add to what is there

    Note: the type given here, not that of the copied tensor, says what an element is
    """
def set_atomic_max(dtype: _Any) -> None:
    """SetAtomicMax: later copies from UB to GM keep the larger"""
def set_atomic_min(dtype: _Any) -> None:
    """SetAtomicMin: later copies from UB to GM keep the smaller"""
def set_atomic_none() -> None:
    """DisableDmaAtomic: later copies to GM replace what is there"""
def set_atomic_type(dtype: _Any) -> None:
    """SetAtomicType: the element type of atomic copies

    Note: the operation stays; it is a sum unless another was chosen
    """
def set_cmp_mask(src: _Any) -> None:
    """SetCmpMask: CMPMASK = the first 16 bytes of src

    Note: what the bits mean depends on the mode of the Select that follows
    Note: src starts on a multiple of 16 bytes
    """
def set_ctrl_spr(start_bit: int, end_bit: int, value: int) -> None:
    """SetCtrlSpr: set bits of CTRL that the chip lets programs set"""
def set_deq_scale(*args: _Any, **named: _Any) -> None:
    """SetDeqScale: DEQSCALE = a half, or scale, offset and sign

    A half; or a float scale, an offset of 9 bits and whether results are signed; or a tensor of 16 words.

    Note: one register serves all its users: a later call of any form replaces it
    SetDeqScale: 16 parameter words into a tensor; DEQSCALE = where they are
    """
def set_fix_pipe_config(quant: _Any, is_unit_flag: bool = False) -> None:
    """SetFixPipeConfig: where the scales of the columns of later results lie

    `quant`: a tensor in the Fixpipe buffer that holds a scale for each column. `is_unit_flag` clears unit flags.
    """
def set_fixpipe_nz2nd_flag(nd_num: int, src_nd_stride: int, dst_nd_stride: int) -> None:
    """SetFixpipeNz2ndFlag: how many matrices later copies of results move"""
def set_fixpipe_pre_quant_flag(config: int) -> None:
    """SetFixpipePreQuantFlag: the scale of later results"""
def set_flag(event: _Any, id: int = 0, *, event_id: _Any = None) -> None:
    """SetFlag: set flag (event, id) after the earlier work of the event's first pipe"""
def set_fmatrix(l1_h: int, l1_w: int, pad_list: _Any, mode: _Any) -> None:
    """SetFmatrix: size and padding of the feature map of later loads

    `pad_list` is left, right, top, bottom.
    """
def set_hf32_mode(hf32_mode: _Any) -> None:
    """SetHF32Mode: whether later products cut float to HF32

    A truth value, or one of HF32Mode.
    """
def set_hf32_trans_mode(hf32_trans_mode: _Any) -> None:
    """SetHF32TransMode: how ties are rounded on the way to HF32"""
def set_load_data_padding_value(pad_value: _Any, *, dtype: _Any = None) -> None:
    """SetLoadDataPaddingValue: what fills the padding of later loads

    The type is `dtype`, else that of a typed number; a plain int fits all integer types, a float means half.
    """
def set_load_data_repeat(params: _Any) -> None:
    """SetLoadDataRepeat: how later loads of a feature map repeat"""
def set_loop_mode_para(loop_params: _Any, type: _Any) -> None:
    """SetLoopModePara: wrap later copies of one direction in two loops"""
def set_mask_count() -> None:
    """SetMaskCount: Counter mode: MASK holds a total element count"""
def set_mask_norm() -> None:
    """SetMaskNorm: Normal mode: MASK bits gate the elements of every repeat"""
def set_mm_layout_transform(mm_layout_mode: bool = False) -> None:
    """SetMMLayoutTransform: in which order results are produced: no effect on values"""
def set_pad_value(padding_value: _Any, pos: _Any = ..., *, dtype: _Any = None) -> None:
    """SetPadValue: filler of later padded copies

    The type is `dtype`, else that of a typed number; a plain int fits all integer types, a float means float32.
    """
def set_store_atomic_config(type: _Any, op: _Any = ...) -> None:
    """SetStoreAtomicConfig: type and operation of scalar stores to GM

    Later set_value calls on GM add to what is there; ATOMIC_NONE ends it.
    """
def set_vector_mask(
    *args: _Any, dtype: _Any = None, mode: _Any = None, length: _Any = None, high: _Any = None, low: _Any = None
) -> None:
    """SetVectorMask: MASK = high:low, or the first len elements, or a count

    The high word comes first. `mode` says what the numbers mean; it does not switch the mode of the core.
    """
def shift_left(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """ShiftLeft: dst = src << scalar; a signed element keeps its sign bit

    ShiftLeft: dst = src0 << src1, amount by amount
    """
def shift_right(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """ShiftRight: dst = src >> scalar: logical for unsigned, arithmetic for signed; round_en adds the last bit shifted out

    Note: round_en works on int16 and int32 in the masked forms of 910b and 910_93; it has no effect on unsigned elements
    ShiftRight: dst = src0 >> src1, amount by amount
    """
def sort32(dst: _Tensor, src0: _Any, src1: _Any, repeat_time: _SupportsIndex) -> None:
    """Sort32: 32 scores and indices a repeat become 32 records by falling score

    Note: ignores the vector mask
    Note: a record is 8 bytes: the score first, the index at byte 4
    Note: equal scores keep their order
    """
def sqrt(
    dst: _Tensor, src: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None,
    is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Sqrt: dst = square root of src"""
def sub(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """Sub: dst = src0 - src1"""
def sub_relu(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """SubRelu: dst = max(0, src0 - src1)"""
def sub_relu_cast(
    dst: _Tensor, src0: _Any, src1: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, count: _SupportsIndex | None = None, config: _Any = None
) -> None:
    """SubReluCast: dst = max(0, src0 - src1) as another type"""
def subs(
    dst: _Tensor, src: _Any, scalar: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, round_en: bool = False, count: _SupportsIndex | None = None,
    config: _Any = None
) -> None:
    """Subs: dst = src - scalar, or scalar - src"""
def sync_all(gm_ws: _Any = None, ub_ws: _Any = None, used_cores: int = 0, is_aiv_only: bool = True) -> None:
    """SyncAll: every block arrives before any goes on

    SyncAll: every block has arrived
    """
def trans_data_to_5hd(
    dst_list: _Any = None, src_list: _Any = None, params: _Any = None, *, dst: _Any = None, src: _Any = None,
    dtype: _Any = None
) -> None:
    """TransDataTo5HD: sixteen blocks transposed: 16 bits dst[i][k] = src[k][i]; 32 bits dst[2i][k] = src[k][i] and dst[2i+1][k] = src[8+k][i]; 8 bits one half block of each

    Addresses carry no element type: say it with `dtype`.

    Note: ignores the vector mask
    Note: the strides count from the second repeat on, but repeat_times = 1 adds them to its only repeat: leave them 0 there
    Note: dst_high_half and src_high_half matter for 8-bit elements only; the other half of a destination block keeps its bytes
    """
def transpose(dst: _Tensor, src: _Any, shared_tmp_buffer: _Any = None, transpose_params: _Any = None) -> None:
    """Transpose: dst = src transposed, 16 x 16 elements of 16 bits

    Note: ignores the vector mask
    Note: dst and src may be the same tensor
    Transpose: dst = src transposed, 16 x 16 elements of 16 bits (TRANSPOSE_ND2ND_B16)

    Note: dst and src may be the same tensor
    Note: shared_tmp_buffer is not used
    Transpose: dst[n,h,w,c] = src[n,c,h,w] (TRANSPOSE_NCHW2NHWC) or back (TRANSPOSE_NHWC2NCHW)

    Note: dst and src must not overlap
    Note: contents of shared_tmp_buffer stay unspecified
    Note: a packed pair of 4-bit values moves as one element
    """
def truncate(
    dst: _Tensor, src: _Any, round_mode: _Any, mask: _Any = None, repeat_times: _SupportsIndex | None = None,
    repeat_params: _Any = None, is_set_mask: bool = True, *, count: _SupportsIndex | None = None
) -> None:
    """Truncate: dst = src rounded to whole numbers by round_mode

    Note: infinity and NaN pass even where results saturate
    """
def vector_padding(
    dst: _Tensor, src: _Any, pad_mode: _Any, pad_side: _Any, mask: _Any = None,
    repeat_times: _SupportsIndex | None = None, repeat_params: _Any = None, is_set_mask: bool = True, *,
    count: _SupportsIndex | None = None
) -> None:
    """VectorPadding: each block becomes padding made from its own left or right edge"""
def wait_flag(event: _Any, id: int = 0, *, event_id: _Any = None) -> None:
    """WaitFlag: the event's second pipe waits for flag (event, id) and clears it

    Fails at once when nobody has set the flag: in one core nothing later can.
    """
def wait_pre_block(gm_ws: _Any, ub_ws: _Any) -> None:
    """WaitPreBlock: wait for the lower blocks of an ordered pass"""
def whole_reduce_max(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, order: _Any = ..., is_set_mask: bool = True
) -> None:
    """ReduceRepeat: the largest element of each repeat, its lane, or both

    Note: dst_rep_stride counts 2 elements, 1 for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX; dst is aligned to one such unit
    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: ORDER_ONLY_INDEX writes 4 bytes, for 16-bit elements too
    """
def whole_reduce_min(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, order: _Any = ..., is_set_mask: bool = True
) -> None:
    """ReduceRepeat: the smallest element of each repeat, its lane, or both

    Note: dst_rep_stride counts 2 elements, 1 for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX; dst is aligned to one such unit
    Note: the index is an integer stored bit for bit in an element; the lowest index wins
    Note: ORDER_ONLY_INDEX writes 4 bytes, for 16-bit elements too
    """
def whole_reduce_sum(
    dst: _Tensor, src: _Any, mask: _Any, repeat_time: _SupportsIndex, dst_rep_stride: _SupportsIndex,
    src_blk_stride: _SupportsIndex, src_rep_stride: _SupportsIndex, is_set_mask: bool = True
) -> None:
    """ReduceRepeat: one sum for each repeat

    Note: dst_rep_stride counts 1 element; dst is aligned to one such unit
    Note: neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0
    """
