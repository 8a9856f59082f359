// Conversions, and the register that scales them.
#pragma once

#include "lanewise/instructions/forms.h"

namespace AscendC {

template <class T, class U, bool isSetMask = true>
LANEWISE_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode roundMode, std::int64_t count) {
    lanewise::Call(lanewise::Opcode::cast_, lanewise::Overload::COUNT).tensors(dst, src).count(count).issue_with(roundMode);
}
template <class T, class U, bool isSetMask = true>
LANEWISE_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode roundMode, lanewise::Mask mask,
                       std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::cast_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    strided(lanewise::masked<lanewise::widest<T, U>>(call.tensors(dst, src), mask, repeatTime), repeatParams).issue_with(roundMode);
}

template <class T, RoundMode roundMode>
LANEWISE_API void Truncate(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int64_t count) {
    lanewise::Call(lanewise::Opcode::truncate_, lanewise::Overload::COUNT).tensors(dst, src).count(count).issue_with(roundMode);
}

template <class T, class U, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::int64_t count) {
    lanewise::Call(lanewise::Opcode::cast_dequant_, lanewise::Overload::COUNT).tensors(dst, src).count(count).issue_with(isVecDeq, halfBlock);
}
template <class T, class U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask, std::int32_t repeatTime,
                              const UnaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::cast_dequant_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    strided(lanewise::masked<lanewise::widest<T, U>>(call.tensors(dst, src), mask, repeatTime), repeatParams).issue_with(isVecDeq, halfBlock);
}
template <class T, class U, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, std::int64_t count) {
    CastDequant<T, U, isVecDeq, halfBlock>(dst, src, count);
}
template <class T, class U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
LANEWISE_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask, std::int32_t repeatTime,
                          const UnaryRepeatParams& repeatParams) {
    CastDequant<T, U, isSetMask, isVecDeq, halfBlock>(dst, src, mask, repeatTime, repeatParams);
}

}  // namespace AscendC

namespace lanewise {

// Scale in bits 31..0, a signed offset in 45..37, signed results in 46.
inline std::int64_t deq_word(float scale, std::int32_t offset, bool sign) {
    if (offset < -256 || offset > 255)
        fault("SCALAR-003", {{"op", "SetDeqScale"}, {"value", offset}, {"type", "a 9-bit offset"}, {"low", -256}, {"high", 255}});
    return static_cast<std::int64_t>(raw_bits(scale) | static_cast<std::uint64_t>(offset & 0x1FF) << 37 | std::uint64_t{sign} << 46);
}

}  // namespace lanewise

namespace AscendC {

LANEWISE_API void SetDeqScale(half scale) {
    lanewise::Call(lanewise::Opcode::set_deq_scale_, lanewise::Overload::PLAIN, 0).issue_with(lanewise::raw_bits(scale));
}
LANEWISE_API void SetDeqScale(float scale, std::int16_t offset, bool signMode) {
    lanewise::Call(lanewise::Opcode::set_deq_scale_, lanewise::Overload::PLAIN, 0).issue_with(lanewise::deq_word(scale, offset, signMode));
}
template <class T>
LANEWISE_API void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo) {
    std::int64_t words[16];
    for (int i = 0; i < 16; ++i) words[i] = lanewise::deq_word(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]);
    lanewise::Call(lanewise::Opcode::set_deq_scale_vector_, lanewise::Overload::PLAIN, 0).tensors(vdeq).issue_list(words, 16);
}

}  // namespace AscendC
