// Older spellings: the class that kernels set masks with, and the compiler's own functions on pointers into UB.
#pragma once

#include "lanewise/ascend/cache.h"
#include "lanewise/ascend/c_api/address_lists.h"
#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/instructions.h"
#include "lanewise/ascend/order.h"

namespace AscendC {

class AscendCUtils {
  public:
    template <class T, bool isSetMask = true>
    static LANEWISE_API void SetMask(std::uint64_t maskHigh, std::uint64_t maskLow) {
        if constexpr (isSetMask) SetVectorMask<T>(maskHigh, maskLow);
    }
    template <class T, bool isSetMask = true>
    static LANEWISE_API void SetMask(std::int32_t len) {
        if constexpr (isSetMask) SetVectorMask<T>(len);
    }
    template <bool isSetMask = true>
    static LANEWISE_API void ResetMask() {
        if constexpr (isSetMask) AscendC::ResetMask();
    }
    template <class T = void, bool isSetMask = true>
    static LANEWISE_API void SetMaskCount() {
        if constexpr (isSetMask) AscendC::SetMaskCount();
    }
    template <class T = void, bool isSetMask = true>
    static LANEWISE_API void SetMaskNorm() {
        if constexpr (isSetMask) AscendC::SetMaskNorm();
    }
    static LANEWISE_API std::int32_t GetC0Size() { return 32; }
    static LANEWISE_API std::int32_t GetC0Count(std::int32_t dtypeSize) { return GetC0Size() / dtypeSize; }
    static LANEWISE_API std::int32_t GetBitSize(std::int32_t bytes) { return 8 * bytes; }
    static LANEWISE_API std::int32_t GetDefaultBlockNum() { return 8; }
    static LANEWISE_API std::int64_t GetRsvdCnt() { return GetGatherMaskRemainCount(); }
    // CTRL[48]: 1 keeps infinity and NaN in half results, 0 clamps them.
    static LANEWISE_API void SetOverflow(std::uint64_t ctrlValue) { lanewise::ControlBits(48, 48).set(ctrlValue == 1); }
};

template <class T>
struct SizeOfBits {
    static constexpr std::uint32_t value = lanewise::bits_of<T>;
};
// Elements of a row of a fractal: 32 bytes of them.
template <class T>
constexpr std::int32_t AuxGetC0Size() {
    return 256 / SizeOfBits<T>::value;
}

}  // namespace AscendC

// Templates, so that a program that brings functions of these names keeps its own. They work on MASK as it is.
template <class = void>
LANEWISE_API void set_vector_mask(std::uint64_t high, std::uint64_t low) {
    lanewise::set_state(lanewise::Opcode::set_vector_mask_, low, high);
}
template <class = void>
LANEWISE_API void set_mask_norm() { AscendC::SetMaskNorm(); }
template <class = void>
LANEWISE_API void set_mask_count() { AscendC::SetMaskCount(); }
template <class = void>
LANEWISE_API std::uint64_t get_acc_val() { return AscendC::GetAccVal(); }

template <class = void>
LANEWISE_API std::uint64_t get_ctrl() { return lw_current()->state->ctrl; }
template <class = void>
LANEWISE_API void set_ctrl(std::uint64_t bits) { lanewise::set_state(lanewise::Opcode::set_ctrl_spr_, ~0ull, bits); }
template <class = void>
LANEWISE_API std::uint64_t sbitset0(std::uint64_t bits, std::int64_t bit) { return bits & ~(1ull << bit); }
template <class = void>
LANEWISE_API std::uint64_t sbitset1(std::uint64_t bits, std::int64_t bit) { return bits | 1ull << bit; }

// Flags between cores: the mode in bits 4 and 5, the flag from bit 8 on.
template <class = void>
LANEWISE_API void ffts_cross_core_sync(pipe_t pipe, std::uint64_t config) {
    lw_cross_set(static_cast<std::uint16_t>(config >> 8 & 15), static_cast<std::uint8_t>(config >> 4 & 3), pipe);
}
template <class = void>
LANEWISE_API void wait_flag_dev(std::int64_t flag) { lw_cross_wait(static_cast<std::uint16_t>(flag), 0, PIPE_S); }

template <class T>
LANEWISE_API void vector_dup(__ubuf__ T* dst, lanewise::plain_t<T> value, std::uint8_t repeat, std::uint16_t dstBlockStride,
                             std::uint16_t, std::uint16_t dstRepeatStride, std::uint16_t) {
    lanewise::Call(lanewise::Opcode::duplicate_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst)).strides(0, dstBlockStride, dstRepeatStride).repeat(repeat).scalar(value).issue();
}

namespace lanewise {

// vcadd in its accumulating mode: one sum for the call, left in a register alone. ReduceSum in the count form is that, and a copy
// of the register, which goes to the bytes behind the UB that programs have. MASK and the mode stay as they are.
template <class T>
LANEWISE_API void accumulate(const T* src, std::uint8_t repeat, std::uint16_t block, std::uint16_t stride) {
    State* state = lw_current()->state;
    const std::uint64_t ctrl = state->ctrl, low = state->mask[0], high = state->mask[1];
    const bool counter = ctrl >> 56 & 1;
    constexpr std::uint64_t lanes = 256 / sizeof(T);
    const std::uint64_t active = high ? 64 + static_cast<std::uint64_t>(__builtin_popcountll(high)) : __builtin_popcountll(low);
    const bool first = (high ? low == ~0ull && !(high & (high + 1)) : !(low & (low + 1)));
    const bool plain = block == 1 && (stride == 8 || repeat == 1) && (counter || (first && (repeat == 1 || active >= lanes)));
#if LANEWISE_POLICY_reduce_sum_count_accumulate
    constexpr bool accumulates = true;
#else
    constexpr bool accumulates = false;
#endif
    if (!accumulates || !plain)
        fault("OP-005", {{"op", "vcadd"}, {"case", "accumulated"}, {"chip", LANEWISE_CHIP}});
    auto* behind = reinterpret_cast<T*>(lw_current()->ub + ASC_UB_SIZE);
    Call(Opcode::reduce_sum_, Overload::COUNT)
        .tensors(c::ub(behind), c::ub(const_cast<T*>(src)), c::ub(behind)).strides(1, 1, 8)
        .count(static_cast<std::int64_t>(counter ? low : (active < lanes ? active : lanes) * repeat)).issue();
    state->ctrl = ctrl, state->mask[0] = low, state->mask[1] = high;
}

}  // namespace lanewise

// One sum for each repeat, or for the call.
template <class T>
LANEWISE_API void vcadd(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat, std::uint16_t dstRepeatStride,
                        std::uint16_t srcBlockStride, std::uint16_t srcRepeatStride, bool mode = false) {
    if (mode) return lanewise::accumulate(src, repeat, srcBlockStride, srcRepeatStride);
    lanewise::Call(lanewise::Opcode::reduce_repeat_sum_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, 1, dstRepeatStride)
        .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue();
}

// The accumulating mode needs no destination, and sources name none.
template <class T>
LANEWISE_API void vcadd(std::nullptr_t, __ubuf__ T* src, std::uint8_t repeat, std::uint16_t dstRepeatStride, std::uint16_t srcBlockStride,
                        std::uint16_t srcRepeatStride, bool mode = false) {
    vcadd(static_cast<__ubuf__ T*>(nullptr), src, repeat, dstRepeatStride, srcBlockStride, srcRepeatStride, mode);
}

// Element by element, with a stride between blocks and one between repeats for each operand.
#define LANEWISE_BUILT_IN_UNARY(name, op)                                                                              \
    template <class T>                                                                                                 \
    LANEWISE_API void name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat, std::uint16_t dstBlockStride, \
                           std::uint16_t srcBlockStride, std::uint16_t dstRepeatStride, std::uint16_t srcRepeatStride) {  \
        lanewise::Call(lanewise::Opcode::op##_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, dstBlockStride, dstRepeatStride)             \
            .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue();                                         \
    }
#define LANEWISE_BUILT_IN_BINARY(name, op)                                                                             \
    template <class T>                                                                                                 \
    LANEWISE_API void name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1, std::uint8_t repeat, \
                           std::uint8_t dstBlockStride, std::uint8_t src0BlockStride, std::uint8_t src1BlockStride,       \
                           std::uint8_t dstRepeatStride, std::uint8_t src0RepeatStride, std::uint8_t src1RepeatStride) {  \
        lanewise::Call(lanewise::Opcode::op##_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1))                                  \
            .strides(0, dstBlockStride, dstRepeatStride).strides(1, src0BlockStride, src0RepeatStride)                    \
            .strides(2, src1BlockStride, src1RepeatStride).repeat(repeat).issue();                                        \
    }
#define LANEWISE_BUILT_IN_SCALAR(name, op)                                                                             \
    template <class T>                                                                                                 \
    LANEWISE_API void name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, lanewise::plain_t<T> value, std::uint8_t repeat, \
                           std::uint16_t dstBlockStride, std::uint16_t srcBlockStride, std::uint16_t dstRepeatStride,     \
                           std::uint16_t srcRepeatStride) {                                                              \
        lanewise::Call(lanewise::Opcode::op##_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, dstBlockStride, dstRepeatStride)             \
            .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).scalar(value).issue();                           \
    }
LANEWISE_BUILT_IN_UNARY(vabs, abs)
LANEWISE_BUILT_IN_UNARY(vexp, exp)
LANEWISE_BUILT_IN_UNARY(vln, ln)
LANEWISE_BUILT_IN_UNARY(vsqrt, sqrt)
LANEWISE_BUILT_IN_UNARY(vrsqrt, rsqrt)
LANEWISE_BUILT_IN_UNARY(vrec, reciprocal)
LANEWISE_BUILT_IN_UNARY(vrelu, relu)
LANEWISE_BUILT_IN_UNARY(vnot, bitwise_not)
LANEWISE_BUILT_IN_BINARY(vadd, add)
LANEWISE_BUILT_IN_BINARY(vsub, sub)
LANEWISE_BUILT_IN_BINARY(vmul, mul)
LANEWISE_BUILT_IN_BINARY(vdiv, div)
LANEWISE_BUILT_IN_BINARY(vmax, max)
LANEWISE_BUILT_IN_BINARY(vmin, min)
LANEWISE_BUILT_IN_BINARY(vand, bitwise_and)
LANEWISE_BUILT_IN_BINARY(vor, bitwise_or)
LANEWISE_BUILT_IN_BINARY(vaddrelu, add_relu)
LANEWISE_BUILT_IN_BINARY(vsubrelu, sub_relu)
LANEWISE_BUILT_IN_BINARY(vmla, mul_add_dst)
LANEWISE_BUILT_IN_BINARY(vmadd, fused_mul_add)
LANEWISE_BUILT_IN_SCALAR(vadds, adds)
LANEWISE_BUILT_IN_SCALAR(vmuls, muls)
LANEWISE_BUILT_IN_SCALAR(vmaxs, maxs)
LANEWISE_BUILT_IN_SCALAR(vmins, mins)
LANEWISE_BUILT_IN_SCALAR(vlrelu, leaky_relu)
LANEWISE_BUILT_IN_SCALAR(vaxpy, axpy)
#undef LANEWISE_BUILT_IN_UNARY
#undef LANEWISE_BUILT_IN_BINARY
#undef LANEWISE_BUILT_IN_SCALAR

// What follows has the parameters that real kernels call it with; no page lists them.

// One value for each repeat, block or pair.
#define LANEWISE_BUILT_IN_REDUCTION(name, op)                                                                          \
    template <class T>                                                                                                 \
    LANEWISE_API void name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat, std::uint16_t dstRepeatStride, \
                           std::uint16_t srcBlockStride, std::uint16_t srcRepeatStride) {                                \
        lanewise::Call(lanewise::Opcode::op##_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, 1, dstRepeatStride)                          \
            .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue();                                         \
    }
LANEWISE_BUILT_IN_REDUCTION(vcgadd, reduce_data_block_sum)
LANEWISE_BUILT_IN_REDUCTION(vcgmax, reduce_data_block_max)
LANEWISE_BUILT_IN_REDUCTION(vcgmin, reduce_data_block_min)
LANEWISE_BUILT_IN_REDUCTION(vcpadd, reduce_pair_elem_sum)
#undef LANEWISE_BUILT_IN_REDUCTION

// The largest or the smallest of each repeat, its place, or both.
#define LANEWISE_BUILT_IN_EXTREME(name, op)                                                                            \
    template <class T>                                                                                                 \
    LANEWISE_API void name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat, std::uint16_t dstRepeatStride, \
                           std::uint16_t srcBlockStride, std::uint16_t srcRepeatStride, Order_t order = Order_t::VALUE_INDEX) { \
        lanewise::Call(lanewise::Opcode::op##_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, 1, dstRepeatStride)                          \
            .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue_with(static_cast<AscendC::ReduceOrder>(order)); \
    }
LANEWISE_BUILT_IN_EXTREME(vcmax, reduce_repeat_max)
LANEWISE_BUILT_IN_EXTREME(vcmin, reduce_repeat_min)
#undef LANEWISE_BUILT_IN_EXTREME

// Elements from where offsets in bytes behind an address say.
template <class T>
LANEWISE_API void vgather(__ubuf__ T* dst, __ubuf__ std::uint32_t* offsets, std::uint32_t from, std::uint16_t dstRepeatStride, std::uint8_t repeat) {
    lanewise::Call(lanewise::Opcode::gather_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(reinterpret_cast<__ubuf__ T*>(lw_current()->ub)), lanewise::c::ub(offsets))
        .strides(0, 1, dstRepeatStride).strides(2, 1, lanewise::offset_blocks<T>).repeat(repeat).issue_with(from);
}

// One of two sources by the bits of a register, which set_cmpmask fills; other modes find bits where the register points to.
template <class = void>
LANEWISE_API void set_cmpmask(__ubuf__ void* bits) {
    lanewise::Call(lanewise::Opcode::set_cmp_mask_, lanewise::Overload::PLAIN, 0).tensors(lanewise::c::ub(bits)).issue();
}
template <class T>
LANEWISE_API void vsel(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1, std::uint8_t repeat,
                       std::uint8_t dstBlockStride, std::uint8_t src0BlockStride, std::uint8_t src1BlockStride, std::uint8_t dstRepeatStride,
                       std::uint8_t src0RepeatStride, std::uint8_t src1RepeatStride, std::uint8_t mode = 0) {
    lanewise::Call(lanewise::Opcode::select_preset_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1)).strides(0, dstBlockStride, dstRepeatStride)
        .strides(1, src0BlockStride, src0RepeatStride).strides(2, src1BlockStride, src1RepeatStride).repeat(repeat)
        .issue_with(static_cast<AscendC::SELMODE>(mode));
}

// Eight addresses for a register, and the transpose of sixteen blocks that two registers name.
template <class = void>
LANEWISE_API void set_va_reg_sb(ub_addr8_t address, std::uint64_t* places) {
    for (int i = 0; i < 8; ++i) lanewise::c::address_lists().places[address][i] = places[i];
}
#define LANEWISE_BUILT_IN_LISTS(width, T)                                                                              \
    template <class = void>                                                                                            \
    LANEWISE_API void scatter_vnchwconv_##width(ub_addr8_t dst, ub_addr8_t src, std::uint8_t repeat, std::uint16_t dstRepeatStride, \
                                                std::uint16_t srcRepeatStride, bool dstHighHalf = false, bool srcHighHalf = false) { \
        lanewise::c::to_five_dimensions<T>(dst, src, {dstHighHalf, srcHighHalf, repeat, dstRepeatStride, srcRepeatStride}); \
    }
LANEWISE_BUILT_IN_LISTS(b8, std::uint8_t)
LANEWISE_BUILT_IN_LISTS(b16, std::uint16_t)
LANEWISE_BUILT_IN_LISTS(b32, std::uint32_t)
#undef LANEWISE_BUILT_IN_LISTS

// Conversions are called after their types and how they round: to nearest even, down, up, away from zero at a tie, towards zero, to odd.
#define LANEWISE_BUILT_IN_CONVERSION(name, D, S, mode)                                                                 \
    template <class = void>                                                                                            \
    LANEWISE_API void name(__ubuf__ D* dst, __ubuf__ S* src, std::uint8_t repeat, std::uint16_t dstBlockStride,           \
                           std::uint16_t srcBlockStride, std::uint16_t dstRepeatStride, std::uint16_t srcRepeatStride) {  \
        lanewise::Call(lanewise::Opcode::cast_, lanewise::Overload::CONTIGUOUS, 0)                                        \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, dstBlockStride, dstRepeatStride)             \
            .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue_with(AscendC::RoundMode::mode);            \
    }
#define LANEWISE_BUILT_IN_ROUNDED(name, D, S)                \
    LANEWISE_BUILT_IN_CONVERSION(name##r, D, S, CAST_RINT)   \
    LANEWISE_BUILT_IN_CONVERSION(name##f, D, S, CAST_FLOOR)  \
    LANEWISE_BUILT_IN_CONVERSION(name##c, D, S, CAST_CEIL)   \
    LANEWISE_BUILT_IN_CONVERSION(name##a, D, S, CAST_ROUND)  \
    LANEWISE_BUILT_IN_CONVERSION(name##z, D, S, CAST_TRUNC)
#define LANEWISE_BUILT_IN_BOTH(name, D, S)                   \
    LANEWISE_BUILT_IN_CONVERSION(name, D, S, CAST_NONE)      \
    LANEWISE_BUILT_IN_ROUNDED(name, D, S)
LANEWISE_BUILT_IN_CONVERSION(vconv_f162f32, float, half, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_bf162f32, float, bfloat16_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_u82f16, half, std::uint8_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_s82f16, half, std::int8_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_s162f32, float, std::int16_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_s322s64, std::int64_t, std::int32_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_s642s32, std::int32_t, std::int64_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_s322s16, std::int16_t, std::int32_t, CAST_NONE)
LANEWISE_BUILT_IN_CONVERSION(vconv_f322f16o, half, float, CAST_ODD)
LANEWISE_BUILT_IN_BOTH(vconv_f322f16, half, float)
LANEWISE_BUILT_IN_BOTH(vconv_s322f32, float, std::int32_t)
LANEWISE_BUILT_IN_BOTH(vconv_s162f16, half, std::int16_t)
LANEWISE_BUILT_IN_BOTH(vconv_f162s8, std::int8_t, half)
LANEWISE_BUILT_IN_BOTH(vconv_f162u8, std::uint8_t, half)
LANEWISE_BUILT_IN_ROUNDED(vconv_f322f32, float, float)
LANEWISE_BUILT_IN_ROUNDED(vconv_f322bf16, bfloat16_t, float)
LANEWISE_BUILT_IN_ROUNDED(vconv_f322s64, std::int64_t, float)
LANEWISE_BUILT_IN_ROUNDED(vconv_f322s32, std::int32_t, float)
LANEWISE_BUILT_IN_ROUNDED(vconv_f322s16, std::int16_t, float)
LANEWISE_BUILT_IN_ROUNDED(vconv_f162s32, std::int32_t, half)
LANEWISE_BUILT_IN_ROUNDED(vconv_f162s16, std::int16_t, half)
LANEWISE_BUILT_IN_ROUNDED(vconv_bf162s32, std::int32_t, bfloat16_t)
LANEWISE_BUILT_IN_ROUNDED(vconv_s642f32, float, std::int64_t)
LANEWISE_BUILT_IN_CONVERSION(vconv_deq, half, std::int32_t, CAST_NONE)  // times the scale of SetDeqScale
#undef LANEWISE_BUILT_IN_BOTH
#undef LANEWISE_BUILT_IN_ROUNDED
#undef LANEWISE_BUILT_IN_CONVERSION

namespace lanewise {

// A pointer into UB as a tensor that goes on to its end.
template <class T>
LANEWISE_API AscendC::LocalTensor<T> local_at(__ubuf__ T* place) {
    const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(place));
    const std::uint32_t left = address < ASC_UB_SIZE ? ASC_UB_SIZE - address : 0;
    return AscendC::LocalTensor<T>::lanewise_at(AscendC::TPosition::VECCALC, address, left / sizeof(T));
}
template <class T>
LANEWISE_API AscendC::GlobalTensor<T> global_at(__gm__ void* place) {
    AscendC::GlobalTensor<T> made;
    made.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(place));
    return made;
}

}  // namespace lanewise

// Atomic copies: the type and the operation are set apart from each other, in either order.
namespace lanewise {

template <class T>
LANEWISE_API void atomic_element() {
    switch (lw_current()->state->ctrl >> 9 & 3) {
        case 1: return AscendC::SetAtomicMax<T>();
        case 2: return AscendC::SetAtomicMin<T>();
        default: return AscendC::SetAtomicAdd<T>();
    }
}
template <class = void>
LANEWISE_API void atomic_operation(std::uint64_t operation) {
    std::uint64_t& ctrl = lw_current()->state->ctrl;
    ctrl = (ctrl & ~(3ull << 9)) | operation << 9;
    switch (ctrl >> 6 & 7) {  // types by the numbers that chips give them
        case 1: return atomic_element<float>();
        case 2: return atomic_element<half>();
        case 3: return atomic_element<std::int16_t>();
        case 4: return atomic_element<std::int32_t>();
        case 5: return atomic_element<std::int8_t>();
        case 6: return atomic_element<bfloat16_t>();
        default: return;
    }
}

}  // namespace lanewise

#define LANEWISE_BUILT_IN_ATOMIC(name, does) \
    template <class = void>                  \
    LANEWISE_API void set_atomic_##name() { does; }
LANEWISE_BUILT_IN_ATOMIC(none, AscendC::SetAtomicNone())
LANEWISE_BUILT_IN_ATOMIC(add, lanewise::atomic_operation(0))
LANEWISE_BUILT_IN_ATOMIC(max, lanewise::atomic_operation(1))
LANEWISE_BUILT_IN_ATOMIC(min, lanewise::atomic_operation(2))
LANEWISE_BUILT_IN_ATOMIC(f32, lanewise::atomic_element<float>())
LANEWISE_BUILT_IN_ATOMIC(f16, lanewise::atomic_element<half>())
LANEWISE_BUILT_IN_ATOMIC(bf16, lanewise::atomic_element<bfloat16_t>())
LANEWISE_BUILT_IN_ATOMIC(s8, lanewise::atomic_element<std::int8_t>())
LANEWISE_BUILT_IN_ATOMIC(s16, lanewise::atomic_element<std::int16_t>())
LANEWISE_BUILT_IN_ATOMIC(s32, lanewise::atomic_element<std::int32_t>())
#undef LANEWISE_BUILT_IN_ATOMIC

// The cache of the scalar unit: one line or all of it, written back to where the third says.
enum cache_line_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum dcci_dst_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
template <class T>
LANEWISE_API void dcci(__gm__ T* address, std::uint64_t lines, std::uint64_t to = CACHELINE_ALL) {
    lanewise::clean_cache(true, reinterpret_cast<std::uint64_t>(address), static_cast<AscendC::CacheLine>(lines), static_cast<AscendC::DcciDst>(to));
}

// Copies: pieces, their length and the gaps between them in blocks of 32 bytes; lengths and gaps in GM in bytes where they end in align.
template <class = void>
LANEWISE_API void copy_gm_to_ubuf(__ubuf__ void* dst, __gm__ void* src, std::uint8_t, std::uint16_t pieces, std::uint16_t blocks,
                                  std::uint16_t srcGap, std::uint16_t dstGap) {
    AscendC::DataCopy(lanewise::local_at(reinterpret_cast<__ubuf__ std::int16_t*>(dst)), lanewise::global_at<std::int16_t>(src),
                      AscendC::DataCopyParams(pieces, blocks, srcGap, dstGap));
}
template <class = void>
LANEWISE_API void copy_ubuf_to_gm(__gm__ void* dst, __ubuf__ void* src, std::uint8_t, std::uint16_t pieces, std::uint16_t blocks,
                                  std::uint16_t srcGap, std::uint16_t dstGap) {
    AscendC::DataCopy(lanewise::global_at<std::int16_t>(dst), lanewise::local_at(reinterpret_cast<__ubuf__ std::int16_t*>(src)),
                      AscendC::DataCopyParams(pieces, blocks, srcGap, dstGap));
}
template <class = void>
LANEWISE_API void copy_ubuf_to_ubuf(__ubuf__ void* dst, __ubuf__ void* src, std::uint8_t, std::uint16_t pieces, std::uint16_t blocks,
                                    std::uint16_t srcGap, std::uint16_t dstGap) {
    AscendC::DataCopy(lanewise::local_at(reinterpret_cast<__ubuf__ std::int16_t*>(dst)),
                      lanewise::local_at(reinterpret_cast<__ubuf__ std::int16_t*>(src)), AscendC::DataCopyParams(pieces, blocks, srcGap, dstGap));
}
#define LANEWISE_BUILT_IN_COPIES(width, T)                                                                              \
    template <class = void>                                                                                             \
    LANEWISE_API void copy_gm_to_ubuf_align_##width(__ubuf__ void* dst, __gm__ void* src, std::uint8_t, std::uint16_t pieces, std::uint32_t bytes, \
                                                    std::uint8_t left, std::uint8_t right, std::uint32_t srcGap, std::uint32_t dstGap) { \
        AscendC::DataCopyPad(lanewise::local_at(reinterpret_cast<__ubuf__ T*>(dst)), lanewise::global_at<T>(src),        \
                             AscendC::DataCopyExtParams(pieces, bytes, srcGap, dstGap, 0),                              \
                             AscendC::DataCopyPadExtParams<T>(left || right, left, right, T(0)));                       \
    }                                                                                                                   \
    template <class = void>                                                                                             \
    LANEWISE_API void copy_ubuf_to_gm_align_##width(__gm__ void* dst, __ubuf__ void* src, std::uint8_t, std::uint16_t pieces, std::uint32_t bytes, \
                                                    std::uint8_t, std::uint8_t, std::uint32_t srcGap, std::uint32_t dstGap) { \
        AscendC::DataCopyPad(lanewise::global_at<T>(dst), lanewise::local_at(reinterpret_cast<__ubuf__ T*>(src)),        \
                             AscendC::DataCopyExtParams(pieces, bytes, srcGap, dstGap, 0));                             \
    }
LANEWISE_BUILT_IN_COPIES(b8, std::int8_t)
LANEWISE_BUILT_IN_COPIES(b16, std::int16_t)
LANEWISE_BUILT_IN_COPIES(b32, std::int32_t)
#undef LANEWISE_BUILT_IN_COPIES

namespace AscendC {

// What stood behind the interface, on pointers: called with what follows the operands there.
#define LANEWISE_BEHIND_UNARY(name)                                                                      \
    template <class T, bool isSetMask = true, class... A>                                                \
    LANEWISE_API void name##Impl(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, const A&... rest) { \
        if constexpr (sizeof...(A) == 1) name(lanewise::local_at(dst), lanewise::local_at(src), rest...); \
        else name<T, isSetMask>(lanewise::local_at(dst), lanewise::local_at(src), rest...);              \
    }
#define LANEWISE_BEHIND_BINARY(name)                                                                     \
    template <class T, bool isSetMask = true, class... A>                                                \
    LANEWISE_API void name##Impl(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1, const A&... rest) { \
        if constexpr (sizeof...(A) == 1) name(lanewise::local_at(dst), lanewise::local_at(src0), lanewise::local_at(src1), rest...); \
        else name<T, isSetMask>(lanewise::local_at(dst), lanewise::local_at(src0), lanewise::local_at(src1), rest...); \
    }
#define LANEWISE_BEHIND_SCALAR(name)                                                                     \
    template <class T, bool isSetMask = true, class... A>                                                \
    LANEWISE_API void name##Impl(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, lanewise::plain_t<T> value, const A&... rest) { \
        if constexpr (sizeof...(A) == 1) name(lanewise::local_at(dst), lanewise::local_at(src), value, rest...); \
        else name<T, isSetMask>(lanewise::local_at(dst), lanewise::local_at(src), value, rest...);       \
    }
LANEWISE_BEHIND_UNARY(Abs)
LANEWISE_BEHIND_UNARY(Exp)
LANEWISE_BEHIND_UNARY(Ln)
LANEWISE_BEHIND_UNARY(Sqrt)
LANEWISE_BEHIND_UNARY(Rsqrt)
LANEWISE_BEHIND_UNARY(Reciprocal)
LANEWISE_BEHIND_UNARY(Relu)
LANEWISE_BEHIND_UNARY(Not)
LANEWISE_BEHIND_BINARY(Add)
LANEWISE_BEHIND_BINARY(Sub)
LANEWISE_BEHIND_BINARY(Mul)
LANEWISE_BEHIND_BINARY(Div)
LANEWISE_BEHIND_BINARY(Max)
LANEWISE_BEHIND_BINARY(Min)
LANEWISE_BEHIND_BINARY(And)
LANEWISE_BEHIND_BINARY(Or)
LANEWISE_BEHIND_SCALAR(Adds)
LANEWISE_BEHIND_SCALAR(Muls)
LANEWISE_BEHIND_SCALAR(Maxs)
LANEWISE_BEHIND_SCALAR(Mins)
#undef LANEWISE_BEHIND_UNARY
#undef LANEWISE_BEHIND_BINARY
#undef LANEWISE_BEHIND_SCALAR

template <class T, bool isSetMask = true, class... A>
LANEWISE_API void DuplicateImpl(__ubuf__ T* dst, lanewise::plain_t<T> value, const A&... rest) {
    if constexpr (sizeof...(A) == 1) Duplicate(lanewise::local_at(dst), value, rest...);
    else Duplicate<T, isSetMask>(lanewise::local_at(dst), value, rest...);
}
template <class T, class U, bool isSetMask = true, class... A>
LANEWISE_API void CastImpl(__ubuf__ T* dst, __ubuf__ U* src, RoundMode roundMode, const A&... rest) {
    Cast<T, U, isSetMask>(lanewise::local_at(dst), lanewise::local_at(src), roundMode, rest...);
}

// Fill, as it was called before.
template <class T>
LANEWISE_API void InitGlobalMemory(const GlobalTensor<T>& gm, std::uint64_t size, lanewise::plain_t<T> value) {
    Fill(gm, size, value);
}
template <class T>
LANEWISE_API void InitOutput(const GlobalTensor<T>& gm, std::uint32_t size, lanewise::plain_t<T> value = {}) {
    Fill(gm, size, value);
}

template <HardEvent event>
LANEWISE_API void SetFlagImpl(std::int32_t id) { SetFlag<event>(id); }
template <HardEvent event>
LANEWISE_API void WaitFlagImpl(std::int32_t id) { WaitFlag<event>(id); }
template <pipe_t pipe>
LANEWISE_API void PipeBarrierImpl() { PipeBarrier<pipe>(); }

}  // namespace AscendC
