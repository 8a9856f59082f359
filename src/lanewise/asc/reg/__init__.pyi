# Made from the instruction records by `python -m lanewise.asc.stubs`. Do not edit.
"""Register instructions one at a time, as AscendC::Reg has them, with names in snake_case.

    with lanewise.core("ascend950"):
        a, b, d = reg.RegTensor("float", range(64)), reg.RegTensor("float", 0.5), reg.RegTensor("float")
        reg.mul_add_dst(d, a, b, reg.MaskReg("float", 8))
        d.numpy()

The functions are made from the records of `lanewise.isa`: destination first, then sources, a number where there is one,
and the mask, which lets every lane take part when it is left out. `merge=True` keeps the lanes it leaves out.
"""

from lanewise.asc.reg.registers import MaskReg as MaskReg
from lanewise.asc.reg.registers import RegTensor as RegTensor
from lanewise.asc.reg.registers import UnalignReg as UnalignReg
from lanewise.machine.tensor import Tensor as _Tensor
from typing import Any as _Any
from typing import overload as _overload

def abs(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.abs(dst, src, mask)

    Reg::Abs: dst = |src|

    Reg::Abs: dst = |src|; lanes left out by the mask are copied

    Note: the library's sequence for int64 copies inactive lanes of src instead of clearing them
    Reg::Abs: dst = |src| of complex numbers

    Note: the root of the rounded sum of rounded squares, without scaling
    """
def abs_sub(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.abs_sub(dst, src0, src1, mask)

    Reg::AbsSub: dst = |src0 - src1|
    """
def add(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.add(dst, src0, src1, mask)

    Reg::Add: dst = src0 + src1
    """
def add_c(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, carry: MaskReg, mask: MaskReg | None = None,
    /, *, merge: bool = False
) -> None:
    """reg.add_c(dst_carry, dst, src0, src1, carry, mask)

    Reg::AddC: carry and dst = src0 + src1 + carry

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def add_carry(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *,
    merge: bool = False
) -> None:
    """reg.add_carry(dst_carry, dst, src0, src1, mask)

    Reg::Add: carry and dst = src0 + src1

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def add_carry_out(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *,
    merge: bool = False
) -> None:
    """reg.add_carry_out(dst_carry, dst, src0, src1, mask)

    Reg::Add: carry and dst = src0 + src1

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def add_carry_outs(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, carry: MaskReg, mask: MaskReg | None = None,
    /, *, merge: bool = False
) -> None:
    """reg.add_carry_outs(dst_carry, dst, src0, src1, carry, mask)

    Reg::AddC: carry and dst = src0 + src1 + carry

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def adds(dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.adds(dst, src, scalar, mask)

    Reg::Adds: dst = src + scalar
    """
def arange(dst: RegTensor, scalar: _Any, /, *, order: _Any = 'INCREASE_ORDER') -> None:
    """reg.arange(dst, scalar, order='INCREASE_ORDER')

    Reg::Arange: dst = scalar, scalar + 1, ... upwards, or downwards ending at scalar

    Note: int64 in one register always counts up
    """
def axpy(dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.axpy(dst, src, scalar, mask)

    Reg::Axpy: dst = scalar * src + dst
    """
def cast(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, round_mode: _Any = 0, layout: _Any = 0,
    saturate: _Any = 1, merge: bool = False
) -> None:
    """reg.cast(dst, src, mask, round_mode=0, layout=0, saturate=1)

    Reg::Cast: dst = src as another type

    Note: the saturation of the trait counts only while CTRL[60] is 0
    Note: the mask is read in the source layout: source byte p needs bit p
    Note: merging: the mask of the final copy is read in the destination layout
    Note: int16 to uint32 clamps negative numbers to 0 always
    Note: no round mode is nearest even, except to hifloat8 (hybrid) and to bfloat16 (refused)
    Note: the casts between bfloat16 and fp8_e8m0 overwrite src
    """
def clear_spr() -> None:
    """reg.clear_spr()

    Reg::ClearSpr, ClearSpr: AR = 0
    """
def compare(
    dst: MaskReg, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, mode: _Any = 'EQ',
    merge: bool = False
) -> None:
    """reg.compare(dst, src0, src1, mask, mode='EQ')

    Reg::Compare: lane i of dst = src0[i] relates to src1[i]; 0 outside mask
    """
def compare_scalar(
    dst: MaskReg, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, mode: _Any = 'EQ',
    merge: bool = False
) -> None:
    """reg.compare_scalar(dst, src, scalar, mask, mode='EQ')

    Reg::Compares: lane i of dst = src[i] relates to scalar; 0 outside mask
    """
def compares(
    dst: MaskReg, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, mode: _Any = 'EQ',
    merge: bool = False
) -> None:
    """reg.compares(dst, src, scalar, mask, mode='EQ')

    Reg::Compares: lane i of dst = src[i] relates to scalar; 0 outside mask
    """
def copy(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.copy(dst, src, mask)

    Reg::Move: dst = src

    Note: the masked form always merges
    """
def create_mask(dst: MaskReg, /, *, pattern: _Any = 0, pitch: _Any = 1) -> None:
    """reg.create_mask(dst, pattern=0, pitch=1)

    Reg::CreateMask: lanes of a pattern
    """
@_overload
def data_copy(dst: RegTensor, src: _Tensor, /, *, dist: _Any = 0) -> None:
    """reg.data_copy(dst, src, dist=0)
    reg.data_copy(dst0, dst1, src, dist=19)
    reg.data_copy(dst, src, mask, stride=1)
    reg.data_copy(dst, src, mask, dist=16, second=256)
    reg.data_copy(dst, src0, src1, mask, dist=11)

    Reg::LoadAlign: dst = 256 bytes of UB, spread by a distribution

    Reg::LoadAlign: dst0 = even elements of UB, dst1 = odd elements

    Reg::LoadAlign: dst = eight blocks of UB, a stride apart

    Reg::LoadAlign: dst = bits of UB: as they are, each twice, or every second one

    Reg::StoreAlign: UB = the active lanes of src, arranged by a distribution

    Note: second: bytes from the first to the second of two registers
    Note: a packed lane keeps its place when lanes below it are inactive
    Reg::StoreAlign: UB = elements of src0 and src1 in turn

    Reg::StoreAlign: eight blocks of UB, a stride apart = src

    Note: with stride 0 the last active block stays: the order is not documented
    Reg::StoreAlign: UB = the bits of a mask register: all, or every second one
    """
@_overload
def data_copy(dst0: RegTensor, dst1: RegTensor, src: _Tensor, /, *, dist: _Any = 19) -> None: ...
@_overload
def data_copy(
    dst: RegTensor, src: _Tensor, mask: MaskReg | None = None, /, *, stride: _Any = 1, merge: bool = False
) -> None: ...
@_overload
def data_copy(dst: MaskReg, src: _Tensor, /, *, dist: _Any = 0) -> None: ...
@_overload
def data_copy(
    dst: _Tensor, src: RegTensor, mask: MaskReg | None = None, /, *, dist: _Any = 16, second: _Any = 256,
    merge: bool = False
) -> None: ...
@_overload
def data_copy(
    dst: _Tensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, dist: _Any = 11,
    merge: bool = False
) -> None: ...
@_overload
def data_copy(dst: _Tensor, src: MaskReg, /, *, dist: _Any = 0) -> None: ...
def data_copy_gather(
    dst: RegTensor, src: _Tensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.data_copy_gather(dst, src, index, mask)

    Reg::Gather: dst[i] = src[index[i]] from UB

    Note: inactive lanes become zero: it is not documented
    """
def data_copy_gather_b(
    dst: RegTensor, src: _Tensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.data_copy_gather_b(dst, src, index, mask)

    Reg::GatherB: dst = eight blocks of UB at byte offsets

    Note: inactive blocks stay: they are documented as not updated
    """
def data_copy_scatter(
    dst: _Tensor, src: RegTensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.data_copy_scatter(dst, src, index, mask)

    Reg::Scatter: dst[index[i]] = src[i] in UB
    """
@_overload
def data_copy_un_align(dst: RegTensor, stream: UnalignReg, src: _Tensor, /, *, second: _Any = 256) -> None:
    """reg.data_copy_un_align(dst, stream, src, second=256)
    reg.data_copy_un_align(dst, src, stream, form=2, count=0)
    reg.data_copy_un_align(dst, src, stream, width=4)

    Reg::LoadUnAlign, Reg::Load: dst = 256 bytes of UB from any address

    Note: second: bytes from the first to the second of two registers
    Note: a register that holds another block is refused in strict mode, else memory is read
    Reg::StoreUnAlign, Reg::Store: append lanes of src to a stream at any address of UB

    Note: count: lanes; after Squeeze 1 moves AR on
    Note: an address register stores whole registers; bytes pending for another place go there first
    Reg::StoreUnAlign: append the bits of lanes to a stream in UB
    """
@_overload
def data_copy_un_align(dst: _Tensor, src: RegTensor, stream: UnalignReg, /, *, form: _Any = 2, count: _Any = 0) -> None: ...
@_overload
def data_copy_un_align(dst: _Tensor, src: MaskReg, stream: UnalignReg, /, *, width: _Any = 4) -> None: ...
def data_copy_un_align_post(dst: _Tensor, stream: UnalignReg, /, *, form: _Any = 2) -> None:
    """reg.data_copy_un_align_post(dst, stream, form=2)

    Reg::StoreUnAlignPost: write the pending bytes of a stream
    """
def data_copy_un_align_pre(dst: UnalignReg, src: _Tensor, /) -> None:
    """reg.data_copy_un_align_pre(dst, src)

    Reg::LoadUnAlignPre: read the block of UB where unaligned loads begin
    """
@_overload
def de_interleave(dst0: MaskReg, dst1: MaskReg, src0: MaskReg, src1: MaskReg, /, *, width: _Any = 1) -> None:
    """reg.de_interleave(dst0, dst1, src0, src1, width=1)
    reg.de_interleave(dst0, dst1, src0, src1)

    Reg::DeInterleave: even groups to dst0, odd groups to dst1

    Reg::DeInterleave: dst0 = even lanes, dst1 = odd lanes of src0 followed by src1
    """
@_overload
def de_interleave(dst0: RegTensor, dst1: RegTensor, src0: RegTensor, src1: RegTensor, /) -> None: ...
def div(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False,
    config: _Any = None
) -> None:
    """reg.div(dst, src0, src1, mask)

    Reg::Div: dst = src0 / src1
    """
@_overload
def duplicate(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.duplicate(dst, scalar, mask)
    reg.duplicate(dst, src, mask)

    Reg::Duplicate: dst = scalar in every lane

    Note: 8-bit and 4-bit floats are taken as raw bytes
    Note: the library ignores MERGING for complex elements
    Reg::Duplicate: dst = lane 0 of src in every lane
    """
@_overload
def duplicate(dst: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None: ...
def end_of_stream(stream: UnalignReg, /) -> None:
    """reg.end_of_stream(stream)

    Reg::UnalignRegForStore: the end of a vector function: no bytes may be pending
    """
def exp(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False, config: _Any = None
) -> None:
    """reg.exp(dst, src, mask)

    Reg::Exp: dst = e ** src
    """
def exp_sub(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, layout: _Any = 'ZERO',
    merge: bool = False
) -> None:
    """reg.exp_sub(dst, src0, src1, mask, layout='ZERO')

    Reg::ExpSub: dst = e ** (src0 - src1), computed in float; half: of every second lane

    Note: half: the mask is read in the source layout, bit 2 * (2i + layout)
    """
def fused_abs_sub(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.fused_abs_sub(dst, src0, src1, mask)

    Reg::AbsSub: dst = |src0 - src1|
    """
def fused_exp_sub(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, layout: _Any = 'ZERO',
    merge: bool = False
) -> None:
    """reg.fused_exp_sub(dst, src0, src1, mask, layout='ZERO')

    Reg::ExpSub: dst = e ** (src0 - src1), computed in float; half: of every second lane

    Note: half: the mask is read in the source layout, bit 2 * (2i + layout)
    """
def fused_mul_dst_add(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.fused_mul_dst_add(dst, src0, src1, mask)

    Reg::MulDstAdd: dst = dst * src0 + src1
    """
def fused_muls_cast(
    dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, layout: _Any = 'ZERO',
    merge: bool = False
) -> None:
    """reg.fused_muls_cast(dst, src, scalar, mask, layout='ZERO')

    Reg::MulsCast: dst = src * scalar as half, in every second lane

    Note: the product is rounded to float before it becomes half: nothing is documented
    Note: the other half lanes become 0
    """
@_overload
def gather(
    dst: RegTensor, src: _Tensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.gather(dst, src, index, mask)
    reg.gather(dst, src, index)

    Reg::Gather: dst[i] = src[index[i]] from UB

    Note: inactive lanes become zero: it is not documented
    Reg::Gather: lane i of dst = lane index[i] of src, counted round
    """
@_overload
def gather(dst: RegTensor, src: RegTensor, index: RegTensor, /) -> None: ...
def gather_b(
    dst: RegTensor, src: _Tensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.gather_b(dst, src, index, mask)

    Reg::GatherB: dst = eight blocks of UB at byte offsets

    Note: inactive blocks stay: they are documented as not updated
    """
def gather_mask(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, store: _Any = 0, merge: bool = False
) -> None:
    """reg.gather_mask(dst, src, mask, store=0)

    Reg::Squeeze: dst = the active lanes of src, packed to the low end
    """
def histograms(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, bins: _Any = 'BIN0', cumulative: _Any = 0,
    merge: bool = False
) -> None:
    """reg.histograms(dst, src, mask, bins='BIN0', cumulative=0)

    Reg::Histograms: dst += how often each of 128 values is in src, or how many elements are not above it

    Note: ACCUMULATE counts from value 0 on, for BIN1 too
    Note: counters wrap
    """
@_overload
def interleave(dst0: MaskReg, dst1: MaskReg, src0: MaskReg, src1: MaskReg, /, *, width: _Any = 1) -> None:
    """reg.interleave(dst0, dst1, src0, src1, width=1)
    reg.interleave(dst0, dst1, src0, src1)

    Reg::Interleave: groups of src0 and src1 in turn

    Reg::Interleave: dst0 and dst1 = lanes of src0 and src1 in turn
    """
@_overload
def interleave(dst0: RegTensor, dst1: RegTensor, src0: RegTensor, src1: RegTensor, /) -> None: ...
def leaky_relu(
    dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.leaky_relu(dst, src, scalar, mask)

    Reg::LeakyRelu: dst = src where its sign bit is clear, else src * scalar
    """
def ln(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False, config: _Any = None
) -> None:
    """reg.ln(dst, src, mask)

    Reg::Ln, Reg::Log: dst = natural logarithm of src
    """
@_overload
def load_align(dst: RegTensor, src: _Tensor, /, *, dist: _Any = 0) -> None:
    """reg.load_align(dst, src, dist=0)
    reg.load_align(dst0, dst1, src, dist=19)

    Reg::LoadAlign: dst = 256 bytes of UB, spread by a distribution

    Reg::LoadAlign: dst0 = even elements of UB, dst1 = odd elements

    Reg::LoadAlign: dst = bits of UB: as they are, each twice, or every second one
    """
@_overload
def load_align(dst0: RegTensor, dst1: RegTensor, src: _Tensor, /, *, dist: _Any = 19) -> None: ...
@_overload
def load_align(dst: MaskReg, src: _Tensor, /, *, dist: _Any = 0) -> None: ...
def load_blocks(
    dst: RegTensor, src: _Tensor, mask: MaskReg | None = None, /, *, stride: _Any = 1, merge: bool = False
) -> None:
    """reg.load_blocks(dst, src, mask, stride=1)

    Reg::LoadAlign: dst = eight blocks of UB, a stride apart
    """
def load_un_align(dst: RegTensor, stream: UnalignReg, src: _Tensor, /, *, second: _Any = 256) -> None:
    """reg.load_un_align(dst, stream, src, second=256)

    Reg::LoadUnAlign, Reg::Load: dst = 256 bytes of UB from any address

    Note: second: bytes from the first to the second of two registers
    Note: a register that holds another block is refused in strict mode, else memory is read
    """
def load_un_align_pre(dst: UnalignReg, src: _Tensor, /) -> None:
    """reg.load_un_align_pre(dst, src)

    Reg::LoadUnAlignPre: read the block of UB where unaligned loads begin
    """
def local_mem_bar(*, before: _Any = 0, after: _Any = 1) -> None:
    """reg.local_mem_bar(before=0, after=1)

    Reg::LocalMemBar: order accesses to UB; values do not change
    """
def log10(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False, config: _Any = None
) -> None:
    """reg.log10(dst, src, mask)

    Reg::Log10: dst = logarithm to base 10: ln times a constant, in float
    """
def log2(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False, config: _Any = None
) -> None:
    """reg.log2(dst, src, mask)

    Reg::Log2: dst = logarithm to base 2: ln times a constant, in float
    """
def mask_and(
    dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mask_and(dst, src0, src1, mask)

    Reg::And: dst = src0 & src1 & mask
    """
def mask_de_interleave(dst0: MaskReg, dst1: MaskReg, src0: MaskReg, src1: MaskReg, /, *, width: _Any = 1) -> None:
    """reg.mask_de_interleave(dst0, dst1, src0, src1, width=1)

    Reg::DeInterleave: even groups to dst0, odd groups to dst1
    """
def mask_gen_with_reg_tensor(dst: MaskReg, src: RegTensor, /, *, offset: _Any = 0) -> None:
    """reg.mask_gen_with_reg_tensor(dst, src, offset=0)

    Reg::MaskGenWithRegTensor: dst = bits of a register, each for a whole lane
    """
def mask_interleave(dst0: MaskReg, dst1: MaskReg, src0: MaskReg, src1: MaskReg, /, *, width: _Any = 1) -> None:
    """reg.mask_interleave(dst0, dst1, src0, src1, width=1)

    Reg::Interleave: groups of src0 and src1 in turn
    """
@_overload
def mask_mov(dst: MaskReg, src: MaskReg, /) -> None:
    """reg.mask_mov(dst, src)
    reg.mask_mov(dst, src, mask)

    Reg::Move: dst = src

    Reg::Move: dst = src & mask
    """
@_overload
def mask_mov(dst: MaskReg, src: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None: ...
def mask_not(dst: MaskReg, src: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.mask_not(dst, src, mask)

    Reg::Not: dst = ~src & mask
    """
def mask_or(dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.mask_or(dst, src0, src1, mask)

    Reg::Or: dst = (src0 | src1) & mask
    """
def mask_pack(dst: MaskReg, src: MaskReg, /, *, part: _Any = 0) -> None:
    """reg.mask_pack(dst, src, part=0)

    Reg::Pack: even bits of src into one half of dst

    Note: the other half becomes zero: it is not documented
    """
def mask_sel(
    dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mask_sel(dst, src0, src1, mask)

    Reg::Select: dst = mask ? src0 : src1, bit by bit
    """
def mask_un_pack(dst: MaskReg, src: MaskReg, /, *, part: _Any = 0) -> None:
    """reg.mask_un_pack(dst, src, part=0)

    Reg::UnPack: one half of src to the even bits of dst
    """
def mask_xor(
    dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mask_xor(dst, src0, src1, mask)

    Reg::Xor: dst = (src0 ^ src1) & mask
    """
def max(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.max(dst, src0, src1, mask)

    Reg::Max: dst = the larger of src0 and src1
    """
def maxs(dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.maxs(dst, src, scalar, mask)

    Reg::Maxs: dst = the larger of src and scalar
    """
def min(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.min(dst, src0, src1, mask)

    Reg::Min: dst = the smaller of src0 and src1
    """
def mins(dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.mins(dst, src, scalar, mask)

    Reg::Mins: dst = the smaller of src and scalar
    """
@_overload
def move(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.move(dst, src, mask)
    reg.move(dst, src)

    Reg::Move: dst = src

    Note: the masked form always merges
    Reg::Move: dst = src

    Reg::Move: dst = src & mask
    """
@_overload
def move(dst: MaskReg, src: MaskReg, /) -> None: ...
@_overload
def move(dst: MaskReg, src: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None: ...
def move_mask(dst: MaskReg, /, *, width: _Any = 2) -> None:
    """reg.move_mask(dst, width=2)

    Reg::MoveMask: dst = MASK, each bit for a whole lane
    """
def mul(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mul(dst, src0, src1, mask)

    Reg::Mul: dst = src0 * src1

    Note: the page says that products never saturate, its table of limits that they do under CTRL[53]
    """
def mul_add_dst(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mul_add_dst(dst, src0, src1, mask)

    Reg::MulAddDst: dst = src0 * src1 + dst
    """
def mul_dst_add(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mul_dst_add(dst, src0, src1, mask)

    Reg::MulDstAdd: dst = dst * src0 + src1
    """
def mula(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.mula(dst, src0, src1, mask)

    Reg::MulAddDst: dst = src0 * src1 + dst
    """
def mull(
    dst0: RegTensor, dst1: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *,
    merge: bool = False
) -> None:
    """reg.mull(dst0, dst1, src0, src1, mask)

    Reg::Mull: dst0 = low 32 bits, dst1 = high 32 bits of src0 * src1
    """
def muls(dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.muls(dst, src, scalar, mask)

    Reg::Muls: dst = src * scalar
    """
def muls_cast(
    dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, layout: _Any = 'ZERO',
    merge: bool = False
) -> None:
    """reg.muls_cast(dst, src, scalar, mask, layout='ZERO')

    Reg::MulsCast: dst = src * scalar as half, in every second lane

    Note: the product is rounded to float before it becomes half: nothing is documented
    Note: the other half lanes become 0
    """
def neg(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.neg(dst, src, mask)

    Reg::Neg: dst = -src
    """
@_overload
def pack(dst: MaskReg, src: MaskReg, /, *, part: _Any = 0) -> None:
    """reg.pack(dst, src, part=0)
    reg.pack(dst, src, part='LOWEST')

    Reg::Pack: even bits of src into one half of dst

    Note: the other half becomes zero: it is not documented
    Reg::Pack: low halves of the lanes of src in one half of dst

    Note: the other half of dst becomes 0: documented nowhere, and what the library does for 64 bits
    """
@_overload
def pack(dst: RegTensor, src: RegTensor, /, *, part: _Any = 'LOWEST') -> None: ...
def pair_reduce_elem(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.pair_reduce_elem(dst, src, mask)

    Reg::PairReduceElem: lane i of dst = src[2i] + src[2i + 1]
    """
def pair_reduce_sum(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.pair_reduce_sum(dst, src, mask)

    Reg::PairReduceElem: lane i of dst = src[2i] + src[2i + 1]
    """
def prefix_sum(dst: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.prefix_sum(dst, mask)

    Reg::Unsqueeze: dst[i] = number of active lanes below i
    """
def prelu(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.prelu(dst, src0, src1, mask)

    Reg::Prelu: dst = src0 where its sign bit is clear, else src0 * src1
    """
def reduce_data_block_max(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_data_block_max(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the largest of block b of src
    """
def reduce_data_block_min(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_data_block_min(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the smallest of block b of src
    """
def reduce_data_block_sum(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_data_block_sum(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the sum of block b of src
    """
def reduce_max(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.reduce_max(dst, src, mask)

    Reg::Reduce: lanes 0 and 1 of dst = the largest of src and its lane
    """
def reduce_max_with_data_block(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_max_with_data_block(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the largest of block b of src
    """
def reduce_min(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.reduce_min(dst, src, mask)

    Reg::Reduce: lanes 0 and 1 of dst = the smallest of src and its lane
    """
def reduce_min_with_data_block(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_min_with_data_block(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the smallest of block b of src
    """
def reduce_sum(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.reduce_sum(dst, src, mask)

    Reg::Reduce: lane 0 of dst = the sum of src
    """
def reduce_sum_with_data_block(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.reduce_sum_with_data_block(dst, src, mask)

    Reg::ReduceDataBlock: lane b of dst = the sum of block b of src
    """
def relu(dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.relu(dst, src, mask)

    Reg::Relu: dst = max(0, src)
    """
def scatter(
    dst: _Tensor, src: RegTensor, index: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.scatter(dst, src, index, mask)

    Reg::Scatter: dst[index[i]] = src[i] in UB
    """
@_overload
def select(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.select(dst, src0, src1, mask)

    Reg::Select: dst = src0 where mask is set, else src1

    Reg::Select: dst = mask ? src0 : src1, bit by bit
    """
@_overload
def select(dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None: ...
def shift_left(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.shift_left(dst, src0, src1, mask)

    Reg::ShiftLeft: dst = src0 << src1, lane by lane

    Note: a signed element keeps its sign bit, as the page says; the library's 64-bit right shift would need an ordinary shift of its high word
    """
def shift_lefts(
    dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.shift_lefts(dst, src, scalar, mask)

    Reg::ShiftLefts: dst = src << scalar

    Note: a signed element keeps its sign bit, as the page says; the library's 64-bit right shift would need an ordinary shift of its high word
    """
def shift_right(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.shift_right(dst, src0, src1, mask)

    Reg::ShiftRight: dst = src0 >> src1: logical for unsigned, arithmetic for signed
    """
def shift_rights(
    dst: RegTensor, src: RegTensor, scalar: _Any, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.shift_rights(dst, src, scalar, mask)

    Reg::ShiftRights: dst = src >> scalar: logical for unsigned, arithmetic for signed
    """
def sqrt(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False, config: _Any = None
) -> None:
    """reg.sqrt(dst, src, mask)

    Reg::Sqrt: dst = square root of src
    """
def squeeze(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, store: _Any = 0, merge: bool = False
) -> None:
    """reg.squeeze(dst, src, mask, store=0)

    Reg::Squeeze: dst = the active lanes of src, packed to the low end
    """
@_overload
def store_align(
    dst: _Tensor, src: RegTensor, mask: MaskReg | None = None, /, *, dist: _Any = 16, second: _Any = 256,
    merge: bool = False
) -> None:
    """reg.store_align(dst, src, mask, dist=16, second=256)
    reg.store_align(dst, src0, src1, mask, dist=11)
    reg.store_align(dst, src, dist=0)

    Reg::StoreAlign: UB = the active lanes of src, arranged by a distribution

    Note: second: bytes from the first to the second of two registers
    Note: a packed lane keeps its place when lanes below it are inactive
    Reg::StoreAlign: UB = elements of src0 and src1 in turn

    Reg::StoreAlign: UB = the bits of a mask register: all, or every second one
    """
@_overload
def store_align(
    dst: _Tensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, dist: _Any = 11,
    merge: bool = False
) -> None: ...
@_overload
def store_align(dst: _Tensor, src: MaskReg, /, *, dist: _Any = 0) -> None: ...
def store_blocks(
    dst: _Tensor, src: RegTensor, mask: MaskReg | None = None, /, *, stride: _Any = 1, merge: bool = False
) -> None:
    """reg.store_blocks(dst, src, mask, stride=1)

    Reg::StoreAlign: eight blocks of UB, a stride apart = src

    Note: with stride 0 the last active block stays: the order is not documented
    """
def store_mask_un_align(dst: _Tensor, src: MaskReg, stream: UnalignReg, /, *, width: _Any = 4) -> None:
    """reg.store_mask_un_align(dst, src, stream, width=4)

    Reg::StoreUnAlign: append the bits of lanes to a stream in UB
    """
def store_un_align(dst: _Tensor, src: RegTensor, stream: UnalignReg, /, *, form: _Any = 2, count: _Any = 0) -> None:
    """reg.store_un_align(dst, src, stream, form=2, count=0)

    Reg::StoreUnAlign, Reg::Store: append lanes of src to a stream at any address of UB

    Note: count: lanes; after Squeeze 1 moves AR on
    Note: an address register stores whole registers; bytes pending for another place go there first
    """
def store_un_align_post(dst: _Tensor, stream: UnalignReg, /, *, form: _Any = 2) -> None:
    """reg.store_un_align_post(dst, stream, form=2)

    Reg::StoreUnAlignPost: write the pending bytes of a stream
    """
def sub(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.sub(dst, src0, src1, mask)

    Reg::Sub: dst = src0 - src1
    """
def sub_c(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, carry: MaskReg, mask: MaskReg | None = None,
    /, *, merge: bool = False
) -> None:
    """reg.sub_c(dst_carry, dst, src0, src1, carry, mask)

    Reg::SubC: carry and dst = src0 + ~src1 + carry

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def sub_carry(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *,
    merge: bool = False
) -> None:
    """reg.sub_carry(dst_carry, dst, src0, src1, mask)

    Reg::Sub: carry and dst = src0 + ~src1 + 1: a carry of 1 means no borrow

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def sub_carry_out(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *,
    merge: bool = False
) -> None:
    """reg.sub_carry_out(dst_carry, dst, src0, src1, mask)

    Reg::Sub: carry and dst = src0 + ~src1 + 1: a carry of 1 means no borrow

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def sub_carry_outs(
    dst_carry: MaskReg, dst: RegTensor, src0: RegTensor, src1: RegTensor, carry: MaskReg, mask: MaskReg | None = None,
    /, *, merge: bool = False
) -> None:
    """reg.sub_carry_outs(dst_carry, dst, src0, src1, carry, mask)

    Reg::SubC: carry and dst = src0 + ~src1 + carry

    Note: carries are the lowest bits of their lanes; where mask is clear, dst and carry become 0
    Note: never saturates
    """
def truncate(
    dst: RegTensor, src: RegTensor, mask: MaskReg | None = None, /, *, round_mode: _Any = 0, merge: bool = False
) -> None:
    """reg.truncate(dst, src, mask, round_mode=0)

    Reg::Truncate: dst = src rounded to whole numbers

    Note: infinity and NaN pass even where results saturate
    """
@_overload
def un_pack(dst: MaskReg, src: MaskReg, /, *, part: _Any = 0) -> None:
    """reg.un_pack(dst, src, part=0)
    reg.un_pack(dst, src, part='LOWEST')

    Reg::UnPack: one half of src to the even bits of dst

    Reg::UnPack: lanes of one half of src with twice their width
    """
@_overload
def un_pack(dst: RegTensor, src: RegTensor, /, *, part: _Any = 'LOWEST') -> None: ...
def unsqueeze(dst: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False) -> None:
    """reg.unsqueeze(dst, mask)

    Reg::Unsqueeze: dst[i] = number of active lanes below i
    """
def update_mask(dst: MaskReg, /, *, count: _Any = 0, pitch: _Any = 1) -> None:
    """reg.update_mask(dst, count=0, pitch=1)

    Reg::UpdateMask: the lowest lanes, as many as elements are left
    """
def vf_call(function: _Any, *args: _Any) -> _Any:
    """Call a vector function. The timing model lets nothing of two overlap; one that another calls is part of it."""
@_overload
def xor(
    dst: RegTensor, src0: RegTensor, src1: RegTensor, mask: MaskReg | None = None, /, *, merge: bool = False
) -> None:
    """reg.xor(dst, src0, src1, mask)

    Reg::Xor: dst = src0 ^ src1

    Reg::Xor: dst = (src0 ^ src1) & mask
    """
@_overload
def xor(dst: MaskReg, src0: MaskReg, src1: MaskReg, mask: MaskReg | None = None, /, *, merge: bool = False) -> None: ...
