// Choosing elements by masks of bytes or bits.
#pragma once

#include "lanewise/ascend/library/call.h"

namespace AscendC {

struct DropOutShapeInfo {
    std::uint32_t firstAxis = 0;
    std::uint32_t srcLastAxis = 0;
    std::uint32_t maskLastAxis = 0;
};

// Kept elements grow by 1 / keepProb. Modes: 1 bytes in padded rows, 2 bytes, 3 bits, 4 bits in padded rows; 0 finds
// out from the lengths of the axes. A byte multiplies, a bit chooses.
template <class T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
LANEWISE_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
             const LocalTensor<std::uint8_t>& maskLocal, const float keepProb, const DropOutShapeInfo& info) {
    using namespace lanewise::library;
    const std::uint32_t rows = info.firstAxis, columns = info.srcLastAxis, mask_pitch = info.maskLastAxis;
    const std::uint32_t found = columns < mask_pitch ? 1 : columns == mask_pitch ? 2 : columns == 8 * mask_pitch ? 3
        : 4;
    const std::uint32_t mode = dropOutMode ? dropOutMode : found;
    macro(lanewise::Opcode::lib_dropout_, dstLocal, srcLocal, maskLocal)
        .issue_with(rows, columns, mask_pitch, mode, real_bits(keepProb));
}
template <class T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
LANEWISE_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<std::uint8_t>& maskLocal,
             const LocalTensor<std::uint8_t>&, const float keepProb, const DropOutShapeInfo& info) {
    DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal, keepProb, info);
}

struct SelectWithBytesMaskShapeInfo {
    std::uint32_t firstAxis = 0;
    std::uint32_t srcLastAxis = 0;
    std::uint32_t maskLastAxis = 0;
};

}  // namespace AscendC

namespace lanewise::library {

template <class T, class U, class A, class B>
LANEWISE_API void select_bytes(const AscendC::LocalTensor<T>& dst, const A& src0, const B& src1,
                               const AscendC::LocalTensor<U>& mask,
                               const AscendC::SelectWithBytesMaskShapeInfo& info) {
    macro(Opcode::lib_select_, dst, tensor_of(src0), tensor_of(src1), mask)
        .issue_with(info.firstAxis, info.srcLastAxis, info.maskLastAxis, bits_as<T>(src0), bits_as<T>(src1));
}

}  // namespace lanewise::library

namespace AscendC {

// A mask element of 0 takes src0. The scratch and the shape tell these from the instruction.
template <class T, class U, bool isReuseMask = true>
LANEWISE_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, lanewise::plain_t<T> src1,
            const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>&, const SelectWithBytesMaskShapeInfo& info) {
    lanewise::library::select_bytes(dst, src0, src1, mask, info);
}
template <class T, class U, bool isReuseMask = true>
LANEWISE_API void Select(const LocalTensor<T>& dst, lanewise::plain_t<T> src0, const LocalTensor<T>& src1,
            const LocalTensor<U>& mask, const LocalTensor<std::uint8_t>&, const SelectWithBytesMaskShapeInfo& info) {
    lanewise::library::select_bytes(dst, src0, src1, mask, info);
}

}  // namespace AscendC
