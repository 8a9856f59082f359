// Element types that C++ does not have: half, bfloat16_t, four- and eight-bit storage types, complex numbers.
// Conversions round as the engine does.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "lanewise/shared/abi.h"
#include "lanewise/shared/chip.h"
#include "lanewise/shared/narrow.h"

namespace lanewise {

template <class T>
concept Number = std::is_arithmetic_v<T>;
template <class T>
concept OfSixteenBits = requires(T value) { value.lanewise_bits; };

}  // namespace lanewise

// Two 16-bit floats of the same making. A name of its own for each, so that overloads tell them apart.
#define LANEWISE_NARROW_FLOAT(name, exponent, fraction)                                                              \
    struct name {                                                                                                    \
        std::uint16_t lanewise_bits;                                                                                 \
        name() = default;                                                                                            \
        template <lanewise::Number T>                                                                                \
        constexpr name(T value) : lanewise_bits(lanewise::narrow<exponent, fraction>(static_cast<double>(value))) {} \
        template <lanewise::OfSixteenBits T>                                                                         \
            requires(!std::is_same_v<T, name>)                                                                       \
        explicit constexpr name(T value) : name(static_cast<float>(value)) {}                                        \
        constexpr operator float() const { return lanewise::widen<exponent, fraction>(lanewise_bits); }              \
        static constexpr name from_bits(std::uint16_t bits) {                                                        \
            name made = 0;                                                                                           \
            made.lanewise_bits = bits;                                                                               \
            return made;                                                                                             \
        }                                                                                                            \
        constexpr name operator-() const { return from_bits(lanewise_bits ^ 0x8000); }                               \
        constexpr name operator+() const { return *this; }                                                           \
        template <class T> constexpr name& operator+=(T v) { return *this = static_cast<name>(*this + v); }          \
        template <class T> constexpr name& operator-=(T v) { return *this = static_cast<name>(*this - v); }          \
        template <class T> constexpr name& operator*=(T v) { return *this = static_cast<name>(*this * v); }          \
        template <class T> constexpr name& operator/=(T v) { return *this = static_cast<name>(*this / v); }          \
        constexpr name& operator++() { return *this += 1; }                                                          \
        constexpr name& operator--() { return *this -= 1; }                                                          \
        constexpr name operator++(int) { name old = *this; ++*this; return old; }                                    \
        constexpr name operator--(int) { name old = *this; --*this; return old; }                                    \
    }

LANEWISE_NARROW_FLOAT(half, 5, 10);
LANEWISE_NARROW_FLOAT(bfloat16_t, 8, 7);
#undef LANEWISE_NARROW_FLOAT

namespace lanewise {

template <class T>
concept NarrowFloat = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

// With an integer a narrow float stays narrow; with a wider float it becomes that.
template <class N, class T>
using Mixed = std::conditional_t<std::is_floating_point_v<T>, T, N>;

}  // namespace lanewise

#define LANEWISE_NARROW_OPERATOR(op)                                                                          \
    template <lanewise::NarrowFloat N>                                                                        \
    constexpr N operator op(N a, N b) { return N(static_cast<float>(a) op static_cast<float>(b)); }           \
    template <lanewise::NarrowFloat N, lanewise::Number T>                                                    \
    constexpr lanewise::Mixed<N, T> operator op(N a, T b) {                                                   \
        using M = lanewise::Mixed<N, T>;                                                                      \
        if constexpr (std::is_same_v<M, N>) return a op N(b);                                                 \
        else return static_cast<M>(static_cast<float>(a)) op b;                                               \
    }                                                                                                         \
    template <lanewise::NarrowFloat N, lanewise::Number T>                                                    \
    constexpr lanewise::Mixed<N, T> operator op(T a, N b) {                                                   \
        using M = lanewise::Mixed<N, T>;                                                                      \
        if constexpr (std::is_same_v<M, N>) return N(a) op b;                                                 \
        else return a op static_cast<M>(static_cast<float>(b));                                               \
    }
LANEWISE_NARROW_OPERATOR(+)
LANEWISE_NARROW_OPERATOR(-)
LANEWISE_NARROW_OPERATOR(*)
LANEWISE_NARROW_OPERATOR(/)
#undef LANEWISE_NARROW_OPERATOR

#define LANEWISE_NARROW_COMPARISON(op)                                                                       \
    template <lanewise::NarrowFloat N>                                                                       \
    constexpr bool operator op(N a, N b) { return static_cast<float>(a) op static_cast<float>(b); }          \
    template <lanewise::NarrowFloat N, lanewise::Number T>                                                   \
    constexpr bool operator op(N a, T b) { return static_cast<double>(static_cast<float>(a)) op static_cast<double>(b); } \
    template <lanewise::NarrowFloat N, lanewise::Number T>                                                   \
    constexpr bool operator op(T a, N b) { return static_cast<double>(a) op static_cast<double>(static_cast<float>(b)); }
LANEWISE_NARROW_COMPARISON(==)
LANEWISE_NARROW_COMPARISON(!=)
LANEWISE_NARROW_COMPARISON(<)
LANEWISE_NARROW_COMPARISON(<=)
LANEWISE_NARROW_COMPARISON(>)
LANEWISE_NARROW_COMPARISON(>=)
#undef LANEWISE_NARROW_COMPARISON

namespace lanewise {

// One byte that holds a small float, or two of four bits: storage, with conversions through the engine.
template <DType type>
struct SmallFloat {
    std::uint8_t lanewise_bits;
    SmallFloat() = default;
    explicit SmallFloat(float value) {
        lw_convert(static_cast<int>(DType::float_), static_cast<int>(type), 1, true, &value, &lanewise_bits);
    }
    explicit operator float() const {
        float value;
        lw_convert(static_cast<int>(type), static_cast<int>(DType::float_), 1, true, &lanewise_bits, &value);
        return value;
    }
    friend constexpr bool operator==(SmallFloat, SmallFloat) = default;
};

}  // namespace lanewise

#if LANEWISE_HAS_SMALL_FLOATS
using fp8_e5m2_t = lanewise::SmallFloat<lanewise::DType::fp8_e5m2_>;
using fp8_e4m3fn_t = lanewise::SmallFloat<lanewise::DType::fp8_e4m3fn_>;
using fp8_e8m0_t = lanewise::SmallFloat<lanewise::DType::fp8_e8m0_>;
using hifloat8_t = lanewise::SmallFloat<lanewise::DType::hifloat8_>;
using fp4x2_e2m1_t = lanewise::SmallFloat<lanewise::DType::fp4x2_e2m1_>;
using fp4x2_e1m2_t = lanewise::SmallFloat<lanewise::DType::fp4x2_e1m2_>;
#else  // the chips without them still have the names
using fp8_e5m2_t = std::uint8_t;
using fp8_e4m3fn_t = std::uint8_t;
using fp8_e8m0_t = std::uint8_t;
using hifloat8_t = std::uint8_t;
using fp4x2_e2m1_t = std::uint8_t;
using fp4x2_e1m2_t = std::uint8_t;
#endif

// A four-bit integer in a byte of its own. In tensors two of them share a byte.
struct int4b_t {
    std::uint8_t storage;
    int4b_t() = default;
    constexpr int4b_t(std::int32_t value) : storage(static_cast<std::uint8_t>(value) & 15) {}
    constexpr int4b_t(std::uint32_t value) : storage(static_cast<std::uint8_t>(value) & 15) {}
    constexpr operator std::int8_t() const { return static_cast<std::int8_t>(static_cast<std::int8_t>(storage << 4) >> 4); }
};
struct int4x2_t {
    std::uint8_t storage;
};

// What the vendor's compiler calls them, too.
using float16_t = half;
using float32_t = float;

namespace AscendC {

using ::int4b_t;

template <class T>
struct Complex {
    T real{}, imag{};
    constexpr Complex() = default;
    template <class U>
        requires std::is_convertible_v<U, T>
    constexpr Complex(U re) : real(static_cast<T>(re)), imag(static_cast<T>(0)) {}
    constexpr Complex(T re, T im) : real(re), imag(im) {}
    friend constexpr Complex operator+(Complex a, Complex b) { return {T(a.real + b.real), T(a.imag + b.imag)}; }
    friend constexpr Complex operator-(Complex a, Complex b) { return {T(a.real - b.real), T(a.imag - b.imag)}; }
    friend constexpr Complex operator*(Complex a, Complex b) {
        return {T(a.real * b.real - a.imag * b.imag), T(a.real * b.imag + a.imag * b.real)};
    }
    friend constexpr bool operator==(Complex a, Complex b) { return a.real == b.real && a.imag == b.imag; }
};
using complex32 = Complex<half>;
using complex64 = Complex<float>;

}  // namespace AscendC
using AscendC::complex32;
using AscendC::complex64;

namespace lanewise {

// The engine's number for an element type; none_ for what is not one.
template <class T> inline constexpr DType dtype_of = DType::none_;
template <> inline constexpr DType dtype_of<std::int8_t> = DType::int8_;
template <> inline constexpr DType dtype_of<std::uint8_t> = DType::uint8_;
template <> inline constexpr DType dtype_of<char> = DType::int8_;
template <> inline constexpr DType dtype_of<std::int16_t> = DType::int16_;
template <> inline constexpr DType dtype_of<std::uint16_t> = DType::uint16_;
template <> inline constexpr DType dtype_of<std::int32_t> = DType::int32_;
template <> inline constexpr DType dtype_of<std::uint32_t> = DType::uint32_;
template <> inline constexpr DType dtype_of<long> = sizeof(long) == 8 ? DType::int64_ : DType::int32_;
template <> inline constexpr DType dtype_of<unsigned long> = sizeof(long) == 8 ? DType::uint64_ : DType::uint32_;
template <> inline constexpr DType dtype_of<long long> = DType::int64_;
template <> inline constexpr DType dtype_of<unsigned long long> = DType::uint64_;
template <> inline constexpr DType dtype_of<half> = DType::half_;
template <> inline constexpr DType dtype_of<bfloat16_t> = DType::bfloat16_;
template <> inline constexpr DType dtype_of<float> = DType::float_;
template <> inline constexpr DType dtype_of<double> = DType::double_;
template <> inline constexpr DType dtype_of<bool> = DType::bool_;
template <> inline constexpr DType dtype_of<int4b_t> = DType::int4_;
template <> inline constexpr DType dtype_of<int4x2_t> = DType::int4x2_;
template <> inline constexpr DType dtype_of<complex32> = DType::complex32_;
template <> inline constexpr DType dtype_of<complex64> = DType::complex64_;
template <DType type> inline constexpr DType dtype_of<SmallFloat<type>> = type;

template <class T> inline constexpr std::uint32_t bits_of = dtype_of<T> == DType::none_ ? 8 * sizeof(T) : dtype_bits[static_cast<int>(dtype_of<T>)];

// Two elements of four bits in a byte.
template <class T>
inline constexpr bool pairs_in_bytes = bits_of<T> == 4 || dtype_of<T> == DType::fp4x2_e2m1_ || dtype_of<T> == DType::fp4x2_e1m2_;

// The bits of a scalar as a record holds them.
template <class T>
constexpr std::uint64_t raw_bits(T value) {
    static_assert(sizeof(T) <= 8);
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

// A parameter that takes part in no deduction: scalars follow the tensors' type.
template <class T>
struct Plain {
    using type = T;
};
template <class T>
using plain_t = typename Plain<T>::type;

}  // namespace lanewise

template <>
struct std::numeric_limits<half> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, has_infinity = true, has_quiet_NaN = true;
    static constexpr half min() { return half::from_bits(0x0400); }
    static constexpr half max() { return half::from_bits(0x7BFF); }
    static constexpr half lowest() { return half::from_bits(0xFBFF); }
    static constexpr half epsilon() { return half::from_bits(0x1400); }
    static constexpr half infinity() { return half::from_bits(0x7C00); }
    static constexpr half quiet_NaN() { return half::from_bits(0x7E00); }
};
