// Older spellings: the class that kernels set masks with, and the compiler's own functions on pointers into UB.
#pragma once

#include "lanewise/c_api/pointers.h"
#include "lanewise/instructions.h"

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
    template <class T, bool isSetMask = true>
    static LANEWISE_API void SetMaskCount() {
        if constexpr (isSetMask) AscendC::SetMaskCount();
    }
    template <class T, bool isSetMask = true>
    static LANEWISE_API void SetMaskNorm() {
        if constexpr (isSetMask) AscendC::SetMaskNorm();
    }
    // CTRL[48]: 1 keeps infinity and NaN in half results, 0 clamps them.
    static void SetOverflow(std::uint64_t ctrlValue) {
        std::uint64_t& ctrl = lw_current()->state->ctrl;
        ctrl = (ctrl & ~(std::uint64_t{1} << 48)) | (ctrlValue == 1 ? std::uint64_t{1} << 48 : 0);
    }
};

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
        fault("OP-005", {{"op", "vcadd"}, {"what", "the accumulating mode with this mask and these strides"}, {"chip", LANEWISE_CHIP},
                         {"hint", "Call ReduceSum, and GetAccVal behind it."}});
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
                        std::uint16_t srcBlockStride, std::uint16_t srcRepeatStride, bool mode) {
    if (mode) return lanewise::accumulate(src, repeat, srcBlockStride, srcRepeatStride);
    lanewise::Call(lanewise::Opcode::reduce_repeat_sum_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, 1, dstRepeatStride)
        .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue();
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
LANEWISE_BUILT_IN_SCALAR(vadds, adds)
LANEWISE_BUILT_IN_SCALAR(vmuls, muls)
LANEWISE_BUILT_IN_SCALAR(vmaxs, maxs)
LANEWISE_BUILT_IN_SCALAR(vmins, mins)
#undef LANEWISE_BUILT_IN_UNARY
#undef LANEWISE_BUILT_IN_BINARY
#undef LANEWISE_BUILT_IN_SCALAR
