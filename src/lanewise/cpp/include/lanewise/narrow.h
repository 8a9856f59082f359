// Numbers in 16 bits: the one conversion to and from half and bfloat16, for kernels and for host code.
#pragma once

#include <bit>
#include <cstdint>

namespace lanewise {

// A number in `fraction` bits of fraction and `exponent` bits of exponent, rounded to nearest even.
template <int exponent, int fraction>
constexpr std::uint16_t narrow(double value) {
    const std::uint64_t wide = std::bit_cast<std::uint64_t>(value);
    const std::uint16_t sign = static_cast<std::uint16_t>(wide >> 63 << (exponent + fraction));
    constexpr int bias = (1 << (exponent - 1)) - 1;
    constexpr std::uint16_t infinity = ((1u << exponent) - 1) << fraction;
    const int power = static_cast<int>(wide >> 52 & 0x7FF) - 1023;
    std::uint64_t mantissa = wide & 0xFFFFFFFFFFFFFull;
    if (power == 1024) return mantissa ? infinity | 1u << (fraction - 1) : sign | infinity;  // hosts sign their NaNs differently
    if (power > bias) return sign | infinity;
    if (power < -bias - fraction - 1) return sign;
    mantissa |= 1ull << 52;
    const bool subnormal = power <= -bias;
    const int drop = 52 - fraction + (subnormal ? 1 - bias - power : 0);
    std::uint64_t kept = mantissa >> drop;
    const std::uint64_t rest = mantissa & ((1ull << drop) - 1), middle = 1ull << (drop - 1);
    kept += rest > middle || (rest == middle && (kept & 1));
    if (!subnormal) kept += static_cast<std::uint64_t>(power + bias - 1) << fraction;  // the leading one adds the last step
    return sign | static_cast<std::uint16_t>(kept);
}

template <int exponent, int fraction>
constexpr float widen(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits >> (exponent + fraction)) << 31;
    const std::uint32_t power = bits >> fraction & ((1u << exponent) - 1);
    const std::uint32_t mantissa = bits & ((1u << fraction) - 1);
    constexpr int bias = (1 << (exponent - 1)) - 1;
    if (power == (1u << exponent) - 1)
        return std::bit_cast<float>(sign | 0x7F800000u | mantissa << (23 - fraction));
    if (power) return std::bit_cast<float>(sign | (power + 127 - bias) << 23 | mantissa << (23 - fraction));
    const float small = static_cast<float>(mantissa) * std::bit_cast<float>(static_cast<std::uint32_t>(128 - bias - fraction) << 23);
    return sign ? -small : small;
}

}  // namespace lanewise
