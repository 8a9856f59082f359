// Arange: an arithmetic progression.
#pragma once

#include "lanewise/library/call.h"

namespace AscendC {

template <class T>
LANEWISE_API void Arange(const LocalTensor<T>& dst, const lanewise::plain_t<T> firstValue,
                         const lanewise::plain_t<T> diffValue, const std::int32_t count) {
    using namespace lanewise::library;
    const std::uint32_t n = count > 0 ? static_cast<std::uint32_t>(count) : 0;
    const auto number = [](const auto& value) {
        if constexpr (std::is_integral_v<T>) return static_cast<std::int64_t>(value);
        else return real_bits(value);
    };
    macro(lanewise::Opcode::lib_arange_, dst).issue_with(n, number(firstValue), number(diffValue));
}
template <class T>
LANEWISE_API void ArithProgression(const LocalTensor<T>& dst, const lanewise::plain_t<T> firstValue,
                                   const lanewise::plain_t<T> diffValue, const std::int32_t count) {
    Arange<T>(dst, firstValue, diffValue, count);
}

}  // namespace AscendC
