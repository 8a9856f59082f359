// Accumulator lanes: how they are kept, and how sums wrap in them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "lanewise/shared/aie/srs.h"

namespace lanewise::aie {

// A lane is kept sign extended in the next power of two, which is also how it lies in memory.
template <int Bits>
using lane_storage =
    std::conditional_t<Bits <= 32, std::int32_t, std::conditional_t<Bits <= 64, std::int64_t, int128>>;

// What a sum of products is collected in before it meets the lane: wide enough to be exact for all columns of a MAC.
template <int Bits>
using lane_sum = std::conditional_t<Bits <= 48, std::int64_t, int128>;

// A lane after a sum is added to it. `overflow` stays true once a sum has left the lane.
template <int Bits>
constexpr lane_storage<Bits> accumulate(lane_storage<Bits> lane, lane_sum<Bits> sum, bool& overflow) {
    const lane_sum<Bits> exact = lane + sum;
    const lane_sum<Bits> kept = wrap<Bits>(exact);
    overflow |= kept != exact;
    return static_cast<lane_storage<Bits>>(kept);
}

// Real and imaginary part, real first in memory.
template <class T>
struct complex {
    T real, imag;

    complex() = default;
    constexpr complex(T r, T i = T(0)) : real(r), imag(i) {}
    friend constexpr bool operator==(const complex&, const complex&) = default;
};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

// Operands are widened before anything is done to them, so that differences and conjugates are exact.
template <class Sum, class T>
constexpr Sum widened(T x) {
    return static_cast<Sum>(x);
}
template <class Sum, class T>
constexpr complex<Sum> widened(complex<T> x) {
    return {static_cast<Sum>(x.real), static_cast<Sum>(x.imag)};
}

template <class T>
constexpr complex<T> conj(complex<T> x) {
    return {x.real, static_cast<T>(-x.imag)};
}

// Products in the width of a sum. A real factor has no imaginary part, so the cross terms are left out.
template <class Sum, class A, class B>
constexpr Sum product(A a, B b) {
    return static_cast<Sum>(a) * static_cast<Sum>(b);
}
template <class Sum, class A, class B>
constexpr complex<Sum> product(complex<A> a, B b) {
    return {product<Sum>(a.real, b), product<Sum>(a.imag, b)};
}
template <class Sum, class A, class B>
constexpr complex<Sum> product(A a, complex<B> b) {
    return {product<Sum>(a, b.real), product<Sum>(a, b.imag)};
}
template <class Sum, class A, class B>
constexpr complex<Sum> product(complex<A> a, complex<B> b) {
    return {product<Sum>(a.real, b.real) - product<Sum>(a.imag, b.imag),
            product<Sum>(a.real, b.imag) + product<Sum>(a.imag, b.real)};
}

template <class T>
constexpr complex<T> operator+(complex<T> a, complex<T> b) {
    return {static_cast<T>(a.real + b.real), static_cast<T>(a.imag + b.imag)};
}
template <class T>
constexpr complex<T> operator-(complex<T> a, complex<T> b) {
    return {static_cast<T>(a.real - b.real), static_cast<T>(a.imag - b.imag)};
}

template <int Bits>
constexpr complex<lane_storage<Bits>> accumulate(complex<lane_storage<Bits>> lane, complex<lane_sum<Bits>> sum,
                                                 bool& overflow) {
    return {accumulate<Bits>(lane.real, sum.real, overflow), accumulate<Bits>(lane.imag, sum.imag, overflow)};
}

}  // namespace lanewise::aie
