// Elements of vectors: integers under their short names, complex numbers, bfloat16 and four-bit integers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "lanewise/shared/aie/accumulate.h"
#include "lanewise/shared/aie/modes.h"
#include "lanewise/shared/aie/small.h"

using int8 = std::int8_t;
using uint8 = std::uint8_t;
using int16 = std::int16_t;
using uint16 = std::uint16_t;
using int32 = std::int32_t;
using uint32 = std::uint32_t;
using int64 = std::int64_t;
using uint64 = std::uint64_t;
using lanewise::aie::bfloat16;

namespace lanewise::aie {

// Alone it takes a byte; in a vector two share one.
template <bool Signed>
struct nibble {
    std::int8_t value;

    nibble() = default;
    constexpr nibble(int number) : value(static_cast<std::int8_t>(Signed ? wrap<4>(number) : number & 15)) {}
    constexpr operator int() const { return value; }
};

}  // namespace lanewise::aie

using int4 = lanewise::aie::nibble<true>;
using uint4 = lanewise::aie::nibble<false>;
using int4_t = int4;
using uint4_t = uint4;

namespace lanewise::aie {

// Arithmetic of single complex numbers. Integers wrap at their width, floats round once per step.
template <class T>
constexpr complex<T> operator*(complex<T> a, complex<T> b) {
    return {static_cast<T>(a.real * b.real - a.imag * b.imag), static_cast<T>(a.real * b.imag + a.imag * b.real)};
}
template <class T>
    requires std::is_integral_v<T> && (sizeof(T) < 4)  // the general ones promote to int
constexpr complex<T> operator+(complex<T> a, complex<T> b) {
    return {static_cast<T>(a.real + b.real), static_cast<T>(a.imag + b.imag)};
}
template <class T>
    requires std::is_integral_v<T> && (sizeof(T) < 4)
constexpr complex<T> operator-(complex<T> a, complex<T> b) {
    return {static_cast<T>(a.real - b.real), static_cast<T>(a.imag - b.imag)};
}
template <class T, class S>
    requires std::is_arithmetic_v<S>
constexpr complex<T> operator*(complex<T> a, S b) {
    return {static_cast<T>(a.real * b), static_cast<T>(a.imag * b)};
}
template <class T, class S>
    requires std::is_arithmetic_v<S>
constexpr complex<T> operator*(S a, complex<T> b) {
    return b * a;
}
template <class T>
constexpr complex<T> operator-(complex<T> a) {
    return {static_cast<T>(-a.real), static_cast<T>(-a.imag)};
}
template <class T, class U>
constexpr complex<T>& operator+=(complex<T>& a, U b) {
    return a = a + b;
}
template <class T, class U>
constexpr complex<T>& operator-=(complex<T>& a, U b) {
    return a = a - b;
}
template <class T, class U>
constexpr complex<T>& operator*=(complex<T>& a, U b) {
    return a = a * b;
}

}  // namespace lanewise::aie

using cint16 = lanewise::aie::complex<int16>;
using cint32 = lanewise::aie::complex<int32>;
using cint64 = lanewise::aie::complex<int64>;
using cfloat = lanewise::aie::complex<float>;
using cbfloat16 = lanewise::aie::complex<bfloat16>;
using cint16_t = cint16;
using cint32_t = cint32;

constexpr cint16 as_cint16(int32 word) { return {static_cast<int16>(word), static_cast<int16>(word >> 16)}; }
constexpr int32 as_int32(cint16 x) {
    return static_cast<int32>(static_cast<uint16>(x.real) | static_cast<uint32>(static_cast<uint16>(x.imag)) << 16);
}
constexpr cint32 as_cint32(int32 real, int32 imag) { return {real, imag}; }
constexpr cfloat as_cfloat(float real, float imag) { return {real, imag}; }
using lanewise::aie::conj;
template <class T>
constexpr T real(lanewise::aie::complex<T> x) {
    return x.real;
}
template <class T>
constexpr T imag(lanewise::aie::complex<T> x) {
    return x.imag;
}

namespace lanewise::aie {

template <class T>
inline constexpr unsigned element_bits = sizeof(T) * 8;
template <bool Signed>
inline constexpr unsigned element_bits<nibble<Signed>> = 4;

template <class T>
struct component_of {
    using type = T;
};
template <class T>
struct component_of<complex<T>> {
    using type = T;
};
// The real type that a complex element is made of, or the element itself.
template <class T>
using component = typename component_of<T>::type;

template <class T>
inline constexpr bool is_nibble = std::is_same_v<T, int4> || std::is_same_v<T, uint4>;
template <class T>
inline constexpr bool is_float = std::is_same_v<component<T>, float> || std::is_same_v<component<T>, bfloat16>;
template <class T>
inline constexpr bool is_integer = std::is_integral_v<component<T>> || is_nibble<T>;
template <class T>
inline constexpr bool is_unsigned = std::is_unsigned_v<component<T>> || std::is_same_v<T, uint4>;
template <class T>
inline constexpr bool is_element = is_integer<T> || is_float<T>;

template <bool Complex, class T>
using complex_if = std::conditional_t<Complex, complex<T>, T>;

// A lane as arithmetic sees it: integers exact in 64 bits, every float as float.
template <class T>
using wide = complex_if<is_complex<T>, std::conditional_t<is_float<T>, float, std::int64_t>>;

template <class T>
constexpr wide<T> widened(T x) {
    if constexpr (is_complex<T>)
        return {static_cast<component<wide<T>>>(x.real), static_cast<component<wide<T>>>(x.imag)};
    else
        return static_cast<wide<T>>(x);
}

// Back to an element: integers wrap at their width, floats round by the core's mode.
template <class T, class W>
constexpr T narrowed(W x) {
    if constexpr (is_complex<T>)
        return {narrowed<component<T>>(x.real), narrowed<component<T>>(x.imag)};
    else if constexpr (std::is_same_v<T, bfloat16>)
        return bfloat16::rounded(x, core().modes.rounding);
    else
        return static_cast<T>(x);
}

// An operand of `?:` whose other operand is an `Other`: numbers and bfloat16 meet in the type that a compiler with a
// bfloat16 of its own would take.
template <class Other, class T>
constexpr decltype(auto) arm(T&& x) {
    using A = std::remove_cvref_t<T>;
    using B = std::remove_cvref_t<Other>;
    if constexpr (std::is_same_v<A, bfloat16> && std::is_floating_point_v<B>)
        return static_cast<B>(x);
    else if constexpr (std::is_same_v<B, bfloat16> && std::is_integral_v<A>)
        return bfloat16(x);
    else
        return static_cast<T>(x);
}

#ifdef __AIE_ARCH__
// Sums and products of float lanes as the chip gives them.
constexpr float plus(float a, float b) { return add<flushed>(a, b); }
constexpr std::int64_t plus(std::int64_t a, std::int64_t b) { return a + b; }
template <class T>
constexpr complex<T> plus(complex<T> a, complex<T> b) {
    return {plus(a.real, b.real), plus(a.imag, b.imag)};
}
constexpr float negative(float a) { return -a; }
constexpr std::int64_t negative(std::int64_t a) { return -a; }
template <class T>
constexpr complex<T> negative(complex<T> a) {
    return {negative(a.real), negative(a.imag)};
}
#endif

}  // namespace lanewise::aie
