// Operations on the bits of float64 that the generated functions are made of.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "numerics/exact.hpp"
#include "numerics/level.hpp"

namespace lanewise::elementary {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
double remainder(double a, double b);  // exact, with the sign of a

inline namespace LANEWISE_LEVEL {

inline double power_of_two(double k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(k)) + 1023) << 52);
}
inline double exponent(double x) {
    return static_cast<double>(static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7FF) - 1023);
}
inline double mantissa(double x) {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & 0xFFFFFFFFFFFFFull) | std::uint64_t{1023} << 52);
}
inline double to_single(double x) { return static_cast<double>(static_cast<float>(x)); }
inline double fused(double a, double b, double c) { return exact::fused_multiply_add(a, b, c); }

}  // namespace LANEWISE_LEVEL

}  // namespace lanewise::elementary
