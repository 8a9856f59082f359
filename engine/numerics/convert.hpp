// Conversion between any two element types, rounded once in any mode: unpack, round integers, pack.
#pragma once

#include <cstdint>

#include "lanewise/generated/layouts.hpp"
#include "numerics/level.hpp"
#include "numerics/types.hpp"

namespace lanewise {

enum class RoundMode : std::uint8_t { none, rint, floor, ceil, round, trunc, odd, hybrid };

// A number as sign, magnitude and power of two; wide enough for every format here.
struct Unpacked {
    enum Kind : std::uint8_t { finite, infinite, nan } kind = finite;
    bool negative = false;
    std::uint64_t magnitude = 0;  // value = magnitude * 2^exponent
    int exponent = 0;
};

inline namespace LANEWISE_LEVEL {

// Whether the kept part grows by one: `rest` against `half` says what was cut off.
constexpr bool rounds_up(RoundMode mode, bool negative, bool kept_odd, bool exact, int against_half) {
    if (exact) return false;
    switch (mode) {
        case RoundMode::none:
        case RoundMode::rint: return against_half > 0 || (against_half == 0 && kept_odd);
        case RoundMode::floor: return negative;
        case RoundMode::ceil: return !negative;
        case RoundMode::round: return against_half >= 0;
        case RoundMode::trunc: return false;
        case RoundMode::odd: return !kept_odd;
        case RoundMode::hybrid: break;  // a rule of hifloat8 alone
    }
    return false;
}

// magnitude / 2^drop, rounded.
constexpr std::uint64_t shift_rounded(std::uint64_t magnitude, int drop, bool negative, RoundMode mode) {
    if (drop <= 0) return drop > -64 ? magnitude << -drop : 0;
    if (drop > 64) {
        bool exact = magnitude == 0;
        return rounds_up(mode, negative, false, exact, -1) ? 1 : 0;
    }
    std::uint64_t kept = drop == 64 ? 0 : magnitude >> drop;
    std::uint64_t rest = drop == 64 ? magnitude : magnitude & ((std::uint64_t{1} << drop) - 1);
    std::uint64_t middle = std::uint64_t{1} << (drop - 1);
    int against = rest > middle ? 1 : rest == middle ? 0 : -1;
    return kept + (rounds_up(mode, negative, kept & 1, rest == 0, against) ? 1 : 0);
}

struct FloatFormat {
    int exponent_bits, mantissa_bits;
    bool has_infinity;
    std::uint64_t largest;  // bits of the largest finite magnitude
    std::uint64_t nan;
    int bias;
};

constexpr FloatFormat ieee(int exponent, int mantissa) {
    std::uint64_t top = (std::uint64_t{1} << (exponent + mantissa)) - 1;
    std::uint64_t infinity = top >> mantissa << mantissa;
    return {exponent, mantissa, true, infinity - 1, infinity | (std::uint64_t{1} << (mantissa - 1)),
            (1 << (exponent - 1)) - 1};
}

inline constexpr FloatFormat half_format = ieee(5, 10), bfloat16_format = ieee(8, 7), float_format = ieee(8, 23),
                             double_format = ieee(11, 52), e5m2_format = ieee(5, 2),
                             e4m3_format = {4, 3, false, 0x7E, 0x7F, 7};
// No code of these is a NaN.
inline constexpr FloatFormat e2m1_format = {2, 1, false, 7, ~std::uint64_t{0}, 1}, e1m2_format = {1, 2, false, 7, ~std::uint64_t{0}, 1};

constexpr Unpacked unpack_float(std::uint64_t bits, FloatFormat f) {
    int width = f.exponent_bits + f.mantissa_bits;
    Unpacked u;
    u.negative = bits >> width & 1;
    std::uint64_t field = bits >> f.mantissa_bits & ((std::uint64_t{1} << f.exponent_bits) - 1);
    std::uint64_t fraction = bits & ((std::uint64_t{1} << f.mantissa_bits) - 1);
    int bias = f.bias;
    bool top = field == (std::uint64_t{1} << f.exponent_bits) - 1;
    if (top && f.has_infinity) {
        u.kind = fraction ? Unpacked::nan : Unpacked::infinite;
    } else if (!f.has_infinity && (bits & ((std::uint64_t{1} << width) - 1)) == f.nan) {
        u.kind = Unpacked::nan;
    } else {
        u.magnitude = field ? fraction | (std::uint64_t{1} << f.mantissa_bits) : fraction;
        u.exponent = (field ? static_cast<int>(field) : 1) - bias - f.mantissa_bits;
    }
    return u;
}

constexpr std::uint64_t pack_float(Unpacked u, FloatFormat f, RoundMode mode, bool saturate) {
    int width = f.exponent_bits + f.mantissa_bits;
    std::uint64_t sign = static_cast<std::uint64_t>(u.negative) << width;
    std::uint64_t overflow = saturate ? f.largest : f.has_infinity ? f.largest + 1 : f.nan;
    if (u.kind == Unpacked::nan) return saturate ? 0 : f.nan;
    if (u.kind == Unpacked::infinite) return !saturate && !f.has_infinity ? f.nan : sign | overflow;
    if (u.magnitude == 0) return sign;
    int bias = f.bias;
    int top = 63 - std::countl_zero(u.magnitude) + u.exponent;  // floor(log2 |value|)
    int quantum = (top < 1 - bias ? 1 - bias : top) - f.mantissa_bits;
    std::uint64_t kept = shift_rounded(u.magnitude, quantum - u.exponent, u.negative, mode);
    // The exponent field adds on to the kept bits: a carry out of the mantissa moves to the next binade by itself.
    std::int64_t field = static_cast<std::int64_t>(quantum) + f.mantissa_bits + bias - 1;
    if (field > (std::int64_t{1} << f.exponent_bits)) return f.has_infinity || saturate ? sign | overflow : f.nan;
    std::uint64_t bits = kept + (static_cast<std::uint64_t>(field) << f.mantissa_bits);
    if (bits > f.largest) return f.has_infinity || saturate ? sign | overflow : f.nan;
    return sign | bits;
}

constexpr Unpacked unpack_integer(std::uint64_t bits, int width, bool is_signed) {
    Unpacked u;
    u.negative = is_signed && bits >> (width - 1) & 1;
    std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    u.magnitude = (u.negative ? ~bits + 1 : bits) & mask;
    return u;
}

constexpr std::uint64_t pack_integer(Unpacked u, int width, bool is_signed, RoundMode mode, bool saturate) {
    std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    std::uint64_t high = is_signed ? mask >> 1 : mask;
    std::uint64_t low_magnitude = is_signed ? high + 1 : 0;
    if (u.kind == Unpacked::nan) return 0;
    if (u.kind == Unpacked::infinite) return u.negative ? (~low_magnitude + 1) & mask : high;
    bool huge = u.magnitude && u.exponent > 0 && 63 - std::countl_zero(u.magnitude) + u.exponent > 63;
    std::uint64_t whole = huge ? 0 : shift_rounded(u.magnitude, -u.exponent, u.negative, mode);
    if (saturate) {
        if (huge || whole > (u.negative ? low_magnitude : high)) whole = u.negative ? low_magnitude : high;
    } else if (huge) {
        whole = u.exponent < 64 ? u.magnitude << u.exponent : 0;
    }
    return (u.negative ? ~whole + 1 : whole) & mask;
}

}  // namespace LANEWISE_LEVEL

// n elements of type `from` to type `to`. 4-bit values take one byte each here. Same-type floats round to integers.
// `keep_nan`: an 8-bit float keeps NaN although it saturates.
void convert(DType from, DType to, RoundMode mode, bool saturate, bool keep_nan, const void* source, void* target, std::size_t n);

}  // namespace lanewise
