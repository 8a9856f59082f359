// Element types as they lie in memory, and the type their values are computed in.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lanewise {

struct half {
    std::uint16_t bits;
};

struct bfloat16 {
    std::uint16_t bits;
};

// Types that are only stored and converted.
struct int4 {
    std::uint8_t bits;
};
struct fp8_e5m2 {
    std::uint8_t bits;
};
struct fp8_e4m3fn {
    std::uint8_t bits;
};
struct fp8_e8m0 {
    std::uint8_t bits;
};
struct hifloat8 {
    std::uint8_t bits;
};
struct fp4x2_e2m1 {
    std::uint8_t bits;
};
struct fp4x2_e1m2 {
    std::uint8_t bits;
};

template <class T>
struct Complex {
    T re, im;
};
using complex32 = Complex<half>;
using complex64 = Complex<float>;

template <class T>
inline constexpr bool is_complex = std::is_same_v<T, complex32> || std::is_same_v<T, complex64>;
template <class T>
inline constexpr bool is_narrow_float = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
template <class T>
inline constexpr bool is_float = is_narrow_float<T> || std::is_floating_point_v<T>;

// What a float format is made of.
template <class T>
struct Layout;
template <>
struct Layout<half> {
    static constexpr int exponent = 5, mantissa = 10;
    static constexpr float maximum = 65504.0f;
};
template <>
struct Layout<bfloat16> {
    static constexpr int exponent = 8, mantissa = 7;
    static constexpr float maximum = 0x1.fep127f;
};
template <>
struct Layout<float> {
    static constexpr int exponent = 8, mantissa = 23;
    static constexpr float maximum = 0x1.fffffep127f;
};
template <>
struct Layout<double> {
    static constexpr int exponent = 11, mantissa = 52;
};

template <class T>
constexpr double smallest_normal() {
    constexpr int bias = (1 << (Layout<T>::exponent - 1)) - 1;
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + 1 - bias) << 52);
}

inline constexpr float quiet_nan = std::numeric_limits<float>::quiet_NaN();

}  // namespace lanewise
