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
    lanewise::MaskWords{low, high}.set();
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
// One sum for each repeat. The accumulating mode leaves its sum in a register alone.
template <class T>
LANEWISE_API void vcadd(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat, std::uint16_t dstRepeatStride,
                        std::uint16_t srcBlockStride, std::uint16_t srcRepeatStride, bool mode) {
    if (mode)
        lanewise::fault("OP-005", {{"op", "vcadd"}, {"what", "the accumulating mode"}, {"chip", LANEWISE_CHIP},
                                   {"hint", "Call ReduceSum, and GetAccVal behind it."}});
    lanewise::Call(lanewise::Opcode::reduce_repeat_sum_, lanewise::Overload::CONTIGUOUS, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).strides(0, 1, dstRepeatStride)
        .strides(1, srcBlockStride, srcRepeatStride).repeat(repeat).issue();
}
