// Elements and blocks by their offsets, and pairs that are woven together.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

// Offsets lie without gaps: 4 bytes for each lane, of which a repeat of bytes has half as many as fit.
template <class T>
inline constexpr std::int32_t offset_blocks = 256 / (widest<T> < 2 ? 2 : widest<T>) * 4 / 32;

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const LocalTensor<std::uint32_t>& srcOffset, std::uint32_t srcBaseAddr, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::gather_, count).tensors(dst, src, srcOffset).issue_with(srcBaseAddr);
}
template <class T>
LANEWISE_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const LocalTensor<std::uint32_t>& srcOffset,
                         std::uint32_t srcBaseAddr, lanewise::Mask mask, std::int32_t repeatTime,
                         std::uint16_t dstRepStride) {
    lanewise::Call call(lanewise::Opcode::gather_, lanewise::Overload::CONTIGUOUS);
    call.tensors(dst, src, srcOffset).strides(0, 1, dstRepStride).strides(2, 1, lanewise::offset_blocks<T>);
    lanewise::masked<(lanewise::widest<T> < 2 ? 2 : lanewise::widest<T>)>(call, mask,
                                                                          repeatTime).issue_with(srcBaseAddr);
}

template <class T>
LANEWISE_API void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<std::uint32_t>& dstOffset, std::uint32_t dstBaseAddr, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::scatter_, count).tensors(dst, src, dstOffset).issue_with(dstBaseAddr);
}
template <class T>
LANEWISE_API void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<std::uint32_t>& dstOffset,
                          std::uint32_t dstBaseAddr, lanewise::Mask mask, std::int32_t repeatTime,
                          std::uint8_t srcRepStride) {
    lanewise::Call call(lanewise::Opcode::scatter_, lanewise::Overload::CONTIGUOUS);
    call.tensors(dst, src, dstOffset).strides(1, 1, srcRepStride).strides(2, 1, lanewise::offset_blocks<T>);
    lanewise::masked<(lanewise::widest<T> < 2 ? 2 : lanewise::widest<T>)>(call, mask,
                                                                          repeatTime).issue_with(dstBaseAddr);
}

template <class T>
LANEWISE_API void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                          const LocalTensor<std::uint32_t>& offset,
                          std::int32_t repeatTime, const GatherRepeatParams& repeatParams) {
    lanewise::plain(lanewise::Opcode::gatherb_)
        .tensors(dst, src0, offset)
        .repeat(repeatTime)
        .issue_with(repeatParams.dstBlkStride, repeatParams.dstRepStride);
}

template <class T>
LANEWISE_API void Interleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src0,
                             const LocalTensor<T>& src1, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::interleave_, count).tensors(dst0, dst1, src0, src1).issue();
}
template <class T>
LANEWISE_API void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src0,
                               const LocalTensor<T>& src1, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::de_interleave_, count).tensors(dst0, dst1, src0, src1).issue();
}
template <class T>
LANEWISE_API void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src,
                               std::int64_t srcCount) {
    lanewise::counted(lanewise::Opcode::de_interleave_one_, srcCount).tensors(dst0, dst1, src).issue();
}

}  // namespace AscendC
