// Filling, broadcasting and copying inside UB.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

// A number, or the first element of a tensor.
template <class T, class V>
LANEWISE_API Call& filling(Call& call, const AscendC::LocalTensor<T>& dst, const V& value) {
    if constexpr (Local<V>) {
        call.record.flags |= SCALAR_TENSOR;
        return call.tensors(dst, value);
    } else {
        call.record.scalars[0] = scalar_bits<T>(value);
        return call.tensors(dst);
    }
}

}  // namespace lanewise

namespace AscendC {

template <class T, bool isSetMask = true, class V>
LANEWISE_API void Duplicate(const LocalTensor<T>& dst, const V& scalarValue, std::int64_t count) {
    lanewise::Call call(lanewise::Opcode::duplicate_, lanewise::Overload::COUNT, lanewise::flags_of<isSetMask>);
    lanewise::filling(call, dst, scalarValue).count(count).issue();
}
template <class T, bool isSetMask = true, class V>
LANEWISE_API void Duplicate(const LocalTensor<T>& dst, const V& scalarValue, lanewise::Mask mask,
                            std::int32_t repeatTime, std::uint16_t dstBlockStride, std::uint8_t dstRepeatStride) {
    lanewise::Call call(lanewise::Opcode::duplicate_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    lanewise::filling(call, dst, scalarValue).strides(0, dstBlockStride, dstRepeatStride);
    lanewise::masked<lanewise::widest<T>>(call, mask, repeatTime).issue();
}

template <class T>
LANEWISE_API void CreateVecIndex(const LocalTensor<T>& dst, lanewise::plain_t<PrimT<T>> firstValue,
                                 std::int64_t count) {
    lanewise::counted(lanewise::Opcode::create_vec_index_, count).tensors(dst).scalar(firstValue).issue();
}
template <class T>
LANEWISE_API void CreateVecIndex(const LocalTensor<T>& dst, lanewise::plain_t<PrimT<T>> firstValue, lanewise::Mask mask,
                                 std::int32_t repeatTime, std::uint16_t dstBlkStride, std::uint8_t dstRepStride) {
    lanewise::Call call(lanewise::Opcode::create_vec_index_, lanewise::Overload::CONTIGUOUS);
    call.tensors(dst).scalar(firstValue).strides(0, dstBlkStride, dstRepStride);
    lanewise::masked<lanewise::widest<T>>(call, mask, repeatTime).issue();
}

template <class T, bool isSetMask = true>
LANEWISE_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::copy_, count, lanewise::flags_of<isSetMask>).tensors(dst, src).issue();
}
template <class T, bool isSetMask = true>
LANEWISE_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, lanewise::Mask mask,
                       std::int32_t repeatTime, const CopyRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::copy_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    call.tensors(dst, src).strides(0, repeatParams.dstStride, repeatParams.dstRepeatSize);
    call.strides(1, repeatParams.srcStride, repeatParams.srcRepeatSize);
    lanewise::masked<lanewise::widest<T>>(call, mask, repeatTime).issue();
}

template <class T>
LANEWISE_API void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, std::int32_t repeatTime,
                       const BrcbRepeatParams& repeatParams) {
    lanewise::plain(lanewise::Opcode::brcb_)
        .tensors(dst, src0)
        .repeat(repeatTime)
        .issue_with(repeatParams.dstBlkStride, repeatParams.dstRepStride);
}

}  // namespace AscendC

namespace lanewise {

inline void check_pad_mode(std::uint8_t mode) {
    if (mode > 2) fault("PARAM-001", {{"op", "VectorPadding"}, {"what", "padMode"}, {"value", mode},
                                      {"need", "0, 1 or 2"}});
}

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API void VectorPadding(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint8_t padMode,
                                bool padSide, std::int64_t count) {
    lanewise::check_pad_mode(padMode);
    lanewise::counted(lanewise::Opcode::vector_padding_, count).tensors(dst, src).issue_with(padMode, padSide);
}
template <class T, bool isSetMask = true>
LANEWISE_API void VectorPadding(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint8_t padMode,
                                bool padSide,
                                lanewise::Mask mask, std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {
    lanewise::check_pad_mode(padMode);
    lanewise::Call call(lanewise::Opcode::vector_padding_, lanewise::Overload::CONTIGUOUS,
                        lanewise::flags_of<isSetMask>);
    lanewise::masked<lanewise::widest<T>>(call.tensors(dst, src), mask, repeatTime);
    strided(call, repeatParams).issue_with(padMode, padSide);
}

template <class T>
LANEWISE_API void BilinearInterpolation(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                        const LocalTensor<std::uint32_t>& src0Offset,
                                        const LocalTensor<T>& src1, lanewise::Mask mask, std::uint8_t hRepeat,
                                        bool repeatMode, std::uint16_t dstBlkStride, std::uint16_t vROffset,
                                        std::uint8_t vRepeat,
                                        const LocalTensor<std::uint8_t>& sharedTmpBuffer) {
    lanewise::Call call(lanewise::Opcode::bilinear_interpolation_, lanewise::Overload::CONTIGUOUS);
    lanewise::masked<lanewise::widest<T>>(call.tensors(dst, src0, src0Offset, src1, sharedTmpBuffer), mask, 1)
        .issue_with(hRepeat, repeatMode, dstBlkStride, vROffset, vRepeat);
}

}  // namespace AscendC
