// Choosing elements by masks of bytes or bits.
#pragma once

#include "lanewise/library/lanes.h"

namespace AscendC {

struct DropOutShapeInfo {
    std::uint32_t firstAxis = 0;
    std::uint32_t srcLastAxis = 0;
    std::uint32_t maskLastAxis = 0;
};

// Kept elements grow by 1 / keepProb. Modes: 1 bytes in padded rows, 2 bytes, 3 bits, 4 bits in padded rows; 0 finds out from
// the lengths of the axes. A byte multiplies, a bit chooses.
template <class T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<std::uint8_t>& maskLocal, const float keepProb,
             const DropOutShapeInfo& info) {
    using namespace lanewise::library;
    const std::uint32_t rows = info.firstAxis, columns = info.srcLastAxis, mask_pitch = info.maskLastAxis;
    const std::uint32_t found = columns < mask_pitch ? 1 : columns == mask_pitch ? 2 : columns == 8 * mask_pitch ? 3 : 4;
    const std::uint32_t mode = dropOutMode ? dropOutMode : found;
    const std::uint64_t size = std::uint64_t{rows} * columns;
    const Lanes<T> from("DropOut", "src", srcLocal, size), to("DropOut", "dst", dstLocal, size);
    const bool padded = mode == 1 || mode == 4;
    const Lanes<std::uint8_t> mask("DropOut", "mask", maskLocal, padded ? std::uint64_t{rows} * mask_pitch : mode == 2 ? size : (size + 7) / 8);
    const double factor = wide(narrow_to<T>(1.0f / keepProb));
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t c = 0; c < columns; ++c) {
            const std::uint64_t at = row * columns + c;
            if (mode <= 2) {
                const double kept = mask[mode == 1 ? row * mask_pitch + c : at];
                to.set(at, wide(narrow_to<T>(from.wide(at) * factor)) * kept);
            } else {
                const std::uint64_t bit = mode == 4 ? c : at, first = mode == 4 ? row * mask_pitch : 0;
                to.set(at, mask[first + bit / 8] >> bit % 8 & 1 ? from.wide(at) * factor : 0.0);
            }
        }
}
template <class T, bool isInitBitMode = false, std::uint32_t dropOutMode = 0>
void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<std::uint8_t>& maskLocal,
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
void select_bytes(const AscendC::LocalTensor<T>& dst, const A& src0, const B& src1, const AscendC::LocalTensor<U>& mask,
                  const AscendC::SelectWithBytesMaskShapeInfo& info) {
    const std::uint64_t size = std::uint64_t{info.firstAxis} * info.srcLastAxis;
    const Source<A> zero("Select", "src0", src0, size);
    const Source<B> other("Select", "src1", src1, size);
    const Lanes<U> which("Select", "mask", mask, info.firstAxis ? std::uint64_t{info.firstAxis - 1} * info.maskLastAxis + info.srcLastAxis : 0);
    const Lanes<T> to("Select", "dst", dst, size);
    for (std::uint64_t row = 0; row < info.firstAxis; ++row)
        for (std::uint64_t c = 0; c < info.srcLastAxis; ++c) {
            const std::uint64_t at = row * info.srcLastAxis + c;
            to.put(at, which[row * info.maskLastAxis + c] == U(0) ? static_cast<T>(zero[at]) : static_cast<T>(other[at]));
        }
}

}  // namespace lanewise::library

namespace AscendC {

// A mask element of 0 takes src0. The scratch and the shape tell these from the instruction.
template <class T, class U, bool isReuseMask = true>
void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, lanewise::plain_t<T> src1, const LocalTensor<U>& mask,
            const LocalTensor<std::uint8_t>&, const SelectWithBytesMaskShapeInfo& info) {
    lanewise::library::select_bytes(dst, src0, src1, mask, info);
}
template <class T, class U, bool isReuseMask = true>
void Select(const LocalTensor<T>& dst, lanewise::plain_t<T> src0, const LocalTensor<T>& src1, const LocalTensor<U>& mask,
            const LocalTensor<std::uint8_t>&, const SelectWithBytesMaskShapeInfo& info) {
    lanewise::library::select_bytes(dst, src0, src1, mask, info);
}

}  // namespace AscendC
