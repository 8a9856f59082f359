// Correctly rounded fused multiply-add, exp, ln and 1/sqrt: a fast float64 guess, and twice the precision where the guess
// cannot decide. Results do not depend on the host's mathematical library.
#pragma once

#include <cmath>
#include <cstdint>

#include "numerics/convert.hpp"
#include "numerics/level.hpp"
#include "numerics/narrow.hpp"
#include "numerics/types.hpp"

namespace lanewise::exact {

// Sums and products of two float64, exact as a pair.
struct Pair {
    double hi, lo;
};
Pair precise_exp(double x);
Pair precise_ln(double x, double guess);
Pair precise_rsqrt(double x, double guess);

inline namespace LANEWISE_LEVEL {

// A float64 rounded to a narrower type, held as the type's bits.
template <class T>
inline T round_to(double x) {
    if constexpr (std::is_same_v<T, float>) return static_cast<float>(x);
    else return narrow<T>(odd_float(x));
}

template <class T>
inline std::uint32_t key(T x) {
    if constexpr (std::is_same_v<T, float>) return std::bit_cast<std::uint32_t>(x);
    else return x.bits;
}

// hi + lo rounded to odd in float64: one more rounding to a narrower type is then the only one that counts.
inline double to_odd(double hi, double lo) {
    if (lo == 0 || !std::isfinite(hi)) return hi;
    std::int64_t bits = std::bit_cast<std::int64_t>(hi);
    if (bits & 1) return hi;
    return std::bit_cast<double>((lo < 0) == (hi > 0) ? bits - 1 : bits + 1);
}

// a*b + c for float or narrower values, rounded to odd.
inline double fused_multiply_add(double a, double b, double c) {
    double p = a * b, s = p + c, v = s - p;
    double error = (p - (s - v)) + (c - v);
    return std::isfinite(s) ? to_odd(s, error) : s;
}

// Whether rounding the guess to T is certain although it may be off by a few last bits.
template <class T>
inline bool certain(double guess) {
    double slack = std::fabs(guess) * 0x1p-48;
    return !std::isfinite(guess) || key(round_to<T>(guess - slack)) == key(round_to<T>(guess + slack));
}

template <class T>
inline double exp(double x) {
    double guess = std::exp(x);
    if (certain<T>(guess)) return guess;
    Pair p = precise_exp(x);
    return to_odd(p.hi, p.lo);
}

template <class T>
inline double ln(double x) {
    double guess = std::log(x);
    if (certain<T>(guess)) return guess;
    Pair p = precise_ln(x, guess);
    return to_odd(p.hi, p.lo);
}

template <class T>
inline double rsqrt(double x) {
    double guess = 1 / std::sqrt(x);
    if (certain<T>(guess)) return guess;
    Pair p = precise_rsqrt(x, guess);
    return to_odd(p.hi, p.lo);
}

}  // namespace LANEWISE_LEVEL

}  // namespace lanewise::exact
