// Operations on the bits of float64 that the functions of numerics/elementary.py are made of, in the engine and in
// programs. Always inline: the engine is compiled for several levels of CPUs, and the linker must not keep a copy of one of them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lanewise::elementary {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

[[gnu::always_inline]] inline double power_of_two(double k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(k)) + 1023) << 52);
}
[[gnu::always_inline]] inline double exponent(double x) {
    return static_cast<double>(static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7FF) - 1023);
}
[[gnu::always_inline]] inline double mantissa(double x) {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & 0xFFFFFFFFFFFFFull) | std::uint64_t{1023} << 52);
}
[[gnu::always_inline]] inline double to_single(double x) { return static_cast<double>(static_cast<float>(x)); }

}  // namespace lanewise::elementary
