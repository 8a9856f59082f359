// Floats of the vector unit: bfloat16 with the core's rounding modes, block floats, and what float arithmetic does to
// denormals and NaN.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "lanewise/shared/aie/modes.h"
#include "lanewise/shared/narrow.h"

namespace lanewise::aie {

// Whether a magnitude goes up when its low part `rest`, of which `half` is the middle, is cut off.
constexpr bool goes_up(std::uint64_t rest, std::uint64_t half, bool negative, bool odd, rounding mode) {
    const bool inexact = rest != 0, tie = rest == half, above = rest > half;
    switch (mode) {
        case rounding::floor: return negative && inexact;
        case rounding::ceil: return !negative && inexact;
        case rounding::symmetric_floor: return false;
        case rounding::symmetric_ceil: return inexact;
        case rounding::positive_inf: return above || (tie && !negative);
        case rounding::negative_inf: return above || (tie && negative);
        case rounding::symmetric_inf: return above || tie;
        case rounding::symmetric_zero: return above;
        case rounding::conv_even: return above || (tie && odd);
        case rounding::conv_odd: return above || (tie && !odd);
    }
    return false;
}

// A NaN keeps its sign and the high bits of its payload and is quiet; past the largest number comes infinity.
constexpr std::uint16_t to_bfloat16_bits(float value, rounding mode) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
    const bool up = goes_up(bits & 0xFFFFu, 0x8000u, bits >> 31, bits >> 16 & 1, mode);
    return static_cast<std::uint16_t>((bits >> 16) + up);
}
constexpr float from_bfloat16_bits(std::uint16_t bits) { return widen<8, 7>(bits); }

// Single numbers round to nearest even: which mode the scalar path obeys is not documented (policy scalar_bfloat16).
struct bfloat16 {
    std::uint16_t bits;

    bfloat16() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    constexpr bfloat16(T value) : bits(to_bfloat16_bits(odd_float(static_cast<double>(value)), rounding::conv_even)) {}

    static constexpr bfloat16 of(std::uint16_t bits) {
        bfloat16 x;
        x.bits = bits;
        return x;
    }
    static constexpr bfloat16 rounded(float value, rounding mode) { return of(to_bfloat16_bits(value, mode)); }

    constexpr operator float() const { return from_bfloat16_bits(bits); }

    constexpr bfloat16& operator+=(float y) { return *this = float(*this) + y; }
    constexpr bfloat16& operator-=(float y) { return *this = float(*this) - y; }
    constexpr bfloat16& operator*=(float y) { return *this = float(*this) * y; }
    constexpr bfloat16& operator/=(float y) { return *this = float(*this) / y; }
};
static_assert(sizeof(bfloat16) == 2 && std::is_trivial_v<bfloat16>);

// A float result as the chip gives it: one NaN on every host, and no denormals where they are flushed (policies float_nan,
// float_denormals).
template <bool Flushed>
constexpr float settled(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return std::numeric_limits<float>::quiet_NaN();
    if (Flushed && magnitude < 0x00800000u) return std::bit_cast<float>(bits & 0x80000000u);
    return value;
}

// The multiplier rounds before the adder adds: never fused.
template <bool Flushed>
constexpr float multiply(float a, float b) {
    return settled<Flushed>(settled<Flushed>(a) * settled<Flushed>(b));
}
template <bool Flushed>
constexpr float add(float a, float b) {
    return settled<Flushed>(settled<Flushed>(a) + settled<Flushed>(b));
}

// AIE-ML has no float multiplier: a float is three bfloat16 numbers and a product is nine, six or three of theirs.
enum class float_accuracy : std::uint8_t { safe = 9, fast = 6, low = 3 };

struct three_parts {
    float part[3];
};
constexpr three_parts in_three(float x, rounding mode) {
    three_parts parts{};
    for (float& part : parts.part) {
        part = from_bfloat16_bits(to_bfloat16_bits(x, mode));
        x -= part;
    }
    return parts;
}

// Adds to `acc` the products of the parts, the smallest first, or subtracts them. The parts are those of the factors,
// whatever becomes of the product. Null stands for no accumulator: the first product is the first sum.
template <bool Flushed>
constexpr float multiply_in_parts(const float* acc, float a, float b, bool subtract, float_accuracy accuracy,
                                  rounding mode) {
    constexpr std::uint8_t order[9][2] = {{2, 2}, {1, 2}, {2, 1}, {0, 2}, {2, 0}, {1, 1}, {0, 1}, {1, 0}, {0, 0}};
    float sum = acc ? *acc : 0;
    bool fresh = !acc;
    const auto put = [&](float x, float y) {
        const float product = multiply<Flushed>(subtract ? -x : x, y);
        sum = fresh ? product : add<Flushed>(sum, product);
        fresh = false;
    };
    if (!(a - a == 0 && b - b == 0)) {
        put(a, b);
        return sum;
    }
    const three_parts x = in_three(a, mode), y = in_three(b, mode);
    for (int i = 9 - static_cast<int>(accuracy); i < 9; ++i) put(x.part[order[i][0]], y.part[order[i][1]]);
    return sum;
}

// Float to an integer of `Bits` bits scaled by 2^shift, rounded by `mode` and clamped; NaN gives 0 (policy
// float_to_fixed).
template <int Bits, bool Signed>
constexpr std::int64_t to_fixed(float value, int shift, rounding mode) {
    static_assert(Bits <= 32);
    constexpr std::int64_t highest = (std::int64_t{1} << (Signed ? Bits - 1 : Bits)) - 1;
    constexpr std::int64_t lowest = Signed ? -highest - 1 : 0;
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const bool negative = bits >> 31;
    const int exponent = static_cast<int>(bits >> 23 & 0xFF);
    const std::uint64_t fraction = bits & 0x7FFFFF;
    if (exponent == 255) return fraction ? 0 : negative ? lowest : highest;
    const std::uint64_t mantissa = exponent ? fraction | 0x800000 : fraction;
    const int power = (exponent ? exponent : 1) - 150 + shift;  // value * 2^shift = mantissa * 2^power
    if (power > 32) return mantissa == 0 ? 0 : negative ? lowest : highest;
    std::uint64_t whole = mantissa;
    if (power >= 0) {
        whole <<= power;
    } else {
        const int cut = power < -40 ? 40 : -power;  // past 40 bits nothing but "not zero" is left
        const std::uint64_t rest = mantissa & ((std::uint64_t{1} << cut) - 1), half = std::uint64_t{1} << (cut - 1);
        whole = mantissa >> cut;
        whole += goes_up(rest, half, negative, whole & 1, mode);
    }
    if (whole > static_cast<std::uint64_t>(highest) + 1) return negative ? lowest : highest;
    const std::int64_t number = negative ? -static_cast<std::int64_t>(whole) : static_cast<std::int64_t>(whole);
    return number < lowest ? lowest : number > highest ? highest : number;
}

// An integer divided by 2^shift as a float, rounded to nearest even.
constexpr float to_float(std::int64_t value, int shift) {
    double scaled = static_cast<double>(value);  // lanes have at most 32 bits: exact
    for (; shift > 0; --shift) scaled *= 0.5;
    for (; shift < 0; ++shift) scaled *= 2.0;
    return static_cast<float>(scaled);
}

// bfp16: a block shares one exponent byte; each value is eight bits of two's complement,
//     value = mantissa * 2^(exponent - 133).
// The exponent is that of the largest magnitude; a mantissa that rounds past 127 takes the next exponent.
template <int Block>
struct block_float {
    static_assert(Block == 8 || Block == 16);
    static constexpr unsigned block = Block;
    std::uint8_t exponent;
    std::int8_t mantissa[Block];

    static constexpr block_float of(const float* values, rounding mode) {
        int top = 0;
        for (int i = 0; i < Block; ++i) {
            const int e = static_cast<int>(std::bit_cast<std::uint32_t>(values[i]) >> 23 & 0xFF);
            top = e > top ? e : top;
        }
        block_float out{};
        while (!out.fits(values, top, mode)) ++top;
        return out;
    }
    constexpr float operator[](int i) const { return to_float(mantissa[i], 133 - exponent); }

private:
    constexpr bool fits(const float* values, int top, rounding mode) {
        exponent = static_cast<std::uint8_t>(top > 254 ? 254 : top);
        for (int i = 0; i < Block; ++i) {
            const std::int64_t m = to_fixed<16, true>(values[i], 133 - exponent, mode);
            if ((m > 127 || m < -128) && top < 254) return false;
            mantissa[i] = static_cast<std::int8_t>(m > 127 ? 127 : m < -128 ? -128 : m);
        }
        return true;
    }
};
static_assert(sizeof(block_float<8>) == 9 && sizeof(block_float<16>) == 17);

}  // namespace lanewise::aie
