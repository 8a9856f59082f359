// Conversions, and the register that scales them.
#pragma once

#include "lanewise/instructions/forms.h"

namespace AscendC {

template <class T, class U, bool isSetMask = true>
LANEWISE_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode roundMode, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::cast_, count).tensors(dst, src).issue_with(roundMode);
}
template <class T, class U, bool isSetMask = true>
LANEWISE_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode roundMode, lanewise::Mask mask,
                       std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::cast_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    lanewise::masked<lanewise::widest<T, U>>(call.tensors(dst, src), mask, repeatTime);
    strided(call, repeatParams).issue_with(roundMode);
}

template <class T, RoundMode roundMode>
LANEWISE_API void Truncate(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::truncate_, count).tensors(dst, src).issue_with(roundMode);
}

template <class T, class U, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::cast_dequant_, count).tensors(dst, src).issue_with(isVecDeq, halfBlock);
}
template <class T, class U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask,
                              std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::cast_dequant_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    lanewise::masked<lanewise::widest<T, U>>(call.tensors(dst, src), mask, repeatTime);
    strided(call, repeatParams).issue_with(isVecDeq, halfBlock);
}
template <class T, class U, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::int64_t count) {
    CastDequant<T, U, isVecDeq, halfBlock>(dst, src, count);
}
template <class T, class U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask,
                          std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {
    CastDequant<T, U, isSetMask, isVecDeq, halfBlock>(dst, src, mask, repeatTime, repeatParams);
}

}  // namespace AscendC

namespace lanewise {

// Scale in bits 31..0, a signed offset in 45..37, signed results in 46.
inline std::int64_t deq_word(float scale, std::int32_t offset, bool sign) {
    if (offset < -256 || offset > 255)
        fault("SCALAR-003", {{"op", "SetDeqScale"}, {"value", offset}, {"type", "a 9-bit offset"}, {"low", -256},
                             {"high", 255}});
    const std::uint64_t field = static_cast<std::uint64_t>(offset & 0x1FF);
    return static_cast<std::int64_t>(raw_bits(scale) | field << 37 | std::uint64_t{sign} << 46);
}

}  // namespace lanewise

namespace AscendC {

LANEWISE_API void SetDeqScale(half scale) {
    lanewise::plain(lanewise::Opcode::set_deq_scale_).issue_with(lanewise::raw_bits(scale));
}
LANEWISE_API void SetDeqScale(float scale, std::int16_t offset, bool signMode) {
    lanewise::plain(lanewise::Opcode::set_deq_scale_).issue_with(lanewise::deq_word(scale, offset, signMode));
}
template <class T>
LANEWISE_API void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo) {
    std::int64_t words[16];
    for (int i = 0; i < 16; ++i)
        words[i] = lanewise::deq_word(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]);
    lanewise::plain(lanewise::Opcode::set_deq_scale_vector_).tensors(vdeq).issue_list(words, 16);
}

}  // namespace AscendC
