// Numbers in 16 bits: the one conversion to and from half and bfloat16, for the engine, for kernels and for host code.
// Integers alone, so that no rounding mode and no treatment of denormals that the process has set reaches them.
#pragma once

#include <bit>
#include <cstdint>

namespace lanewise {
#if defined(LANEWISE_LEVEL)
inline namespace LANEWISE_LEVEL {  // the engine compiles kernels for several CPUs: each has copies of its own
#endif

// Round to nearest even; every NaN becomes the positive quiet one: hosts sign theirs differently.
template <int exponent, int fraction>
constexpr std::uint16_t narrow(float value) {
    static_assert((exponent == 5 && fraction == 10) || (exponent == 8 && fraction == 7), "half and bfloat16");
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7FFFFFFFu;
    if constexpr (exponent == 8) {
        const std::uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
        return static_cast<std::uint16_t>(magnitude > 0x7F800000u ? 0x7FC0 : rounded);
    } else {
        // A subnormal result loses more than 13 places, and its leading one is written out.
        const std::uint32_t power = magnitude >> 23;
        const bool tiny = power < 113;
        const std::uint32_t drop = !tiny ? 13 : power < 101 ? 25 : 126 - power;
        const std::uint32_t wide = tiny ? (magnitude & 0x7FFFFFu) | 0x800000u : magnitude - 0x38000000u;
        std::uint32_t kept = (wide + (1u << (drop - 1)) - 1 + (wide >> drop & 1)) >> drop;
        kept = magnitude >= 0x47800000u ? 0x7C00 : kept;
        const std::uint32_t sign = bits >> 16 & 0x8000;
        return static_cast<std::uint16_t>(magnitude > 0x7F800000u ? 0x7E00 : sign | kept);
    }
}

// A float that rounds to 16 bits as the double itself would: inexact ones get an odd last bit.
constexpr float odd_float(double value) {
    const float near = static_cast<float>(value);
    if (static_cast<double>(near) == value || value != value || near - near != 0) return near;
    const bool too_far = (value < 0 ? -value : value) < (near < 0 ? -near : near);
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(near) - too_far) | 1);
}

template <int exponent, int fraction>
constexpr std::uint16_t narrow(double value) {
    return narrow<exponent, fraction>(odd_float(value));
}

template <int exponent, int fraction>
constexpr float widen(std::uint16_t bits) {
    if constexpr (exponent == 8) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    } else {
        const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, rest = bits & 0x7FFF;
        const std::uint32_t small = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(rest)) * 0x1p-24f);
        const std::uint32_t wide = (rest << 13) + (rest >= 0x7C00 ? 0x70000000u : 0x38000000u);
        return std::bit_cast<float>(sign | (rest < 0x400 ? small : wide));
    }
}

#if defined(LANEWISE_LEVEL)
}  // namespace LANEWISE_LEVEL
#endif
}  // namespace lanewise
