// hifloat8: a prefix says how many bits the exponent takes and so how many are left for the fraction. One zero, one NaN.
#pragma once

#include "numerics/convert.hpp"

namespace lanewise::hif8 {

inline constexpr std::uint8_t nan = 0x80, infinity = 0x6F, largest = 0x6E;
inline constexpr int smallest_exponent = -22;

// What hybrid rounding compares the lost bits with: `bits` bits taken from the source itself; 0 bits: ordinary rounding.
struct Threshold {
    int bits = 0;
    std::uint64_t value = 0;
};

inline Unpacked unpack(std::uint8_t code) {
    const int rest = code & 0x7F;
    Unpacked u;
    if (code == nan) {
        u.kind = Unpacked::nan;
        return u;
    }
    u.negative = code >> 7;
    if (rest == infinity) {
        u.kind = Unpacked::infinite;
    } else if (rest < 8) {
        u.magnitude = rest ? 1 : 0;
        u.exponent = rest - 23;
    } else if (rest < 16) {
        u.magnitude = 8 | (rest & 7);
        u.exponent = -3;
    } else {
        const int bits = rest < 32 ? 1 : rest < 64 ? 2 : rest < 96 ? 3 : 4, width = rest < 64 ? 3 : rest < 96 ? 2 : 1;
        const int top = 1 << (bits - 1);  // where the leading one of the exponent would stand, its sign stands
        const int field = rest >> width & (2 * top - 1), size = field | top;
        u.magnitude = 1u << width | (rest & ((1 << width) - 1));
        u.exponent = (field & top ? -size : size) - width;
    }
    return u;
}

inline int fraction_bits(int exponent) {
    const int size = exponent < 0 ? -exponent : exponent;
    return size <= 3 ? 3 : size <= 7 ? 2 : size <= 15 ? 1 : 0;
}

inline std::uint8_t encode(int exponent, std::uint64_t fraction) {
    const int size = exponent < 0 ? -exponent : exponent, sign = exponent < 0 ? 1 << 4 : 0;
    const auto f = static_cast<int>(fraction);
    int code = 0;
    if (size == 0) code = 0x08 | f;
    else if (size == 1) code = 0x10 | sign >> 1 | f;
    else if (size <= 3) code = 0x20 | sign | (size & 1) << 3 | f;
    else if (size <= 7) code = 0x40 | sign | (size & 3) << 2 | f;
    else if (size <= 15) code = 0x60 | sign | (size & 7) << 1 | f;
    else code = exponent + 23;
    return static_cast<std::uint8_t>(code);
}

// Far from 1 a number goes up where the top bits of what it loses reach the threshold.
inline std::uint64_t hybrid(std::uint64_t magnitude, int drop, Threshold threshold) {
    if (drop <= 0) return magnitude << -drop;
    const std::uint64_t kept = magnitude >> drop, rest = magnitude & ((std::uint64_t{1} << drop) - 1);
    const std::uint64_t top = drop >= threshold.bits ? rest >> (drop - threshold.bits) : rest << (threshold.bits - drop);
    return kept + (rest && top >= threshold.value ? 1 : 0);
}

inline std::uint8_t pack(Unpacked u, RoundMode mode, bool saturate, Threshold threshold) {
    const std::uint8_t sign = u.negative ? 0x80 : 0;
    const auto over = static_cast<std::uint8_t>(sign | (saturate ? largest : infinity));
    if (u.kind == Unpacked::nan) return saturate ? 0 : nan;
    if (u.kind == Unpacked::infinite) return over;
    if (u.magnitude == 0) return 0;
    int exponent = 63 - std::countl_zero(u.magnitude) + u.exponent;
    if (exponent > 15) return over;
    const bool below = exponent < smallest_exponent;
    const int width = fraction_bits(exponent), step = below ? smallest_exponent : exponent - width;
    if (mode == RoundMode::hybrid && exponent < smallest_exponent - 1) return 0;
    const bool ordinary = mode != RoundMode::hybrid || (exponent >= -3 && exponent <= 3);
    std::uint64_t kept = ordinary ? shift_rounded(u.magnitude, step - u.exponent, u.negative, mode == RoundMode::hybrid ? RoundMode::round : mode)
                                  : hybrid(u.magnitude, step - u.exponent, threshold);
    if (below) return kept ? static_cast<std::uint8_t>(sign | 1) : 0;
    if (kept >> (width + 1)) {
        ++exponent;
        kept = std::uint64_t{1} << width;
    }
    const std::uint64_t fraction = kept - (std::uint64_t{1} << width);
    if (exponent > 15 || (exponent == 15 && fraction)) return over;
    return static_cast<std::uint8_t>(sign | encode(exponent, fraction));
}

}  // namespace lanewise::hif8
