// Integer operations that wrap or clamp, without undefined behaviour.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

template <bool Saturate, class T>
inline T integer_add(T a, T b) {
    using U = std::make_unsigned_t<T>;
    T wrapped = static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    if constexpr (!Saturate) return wrapped;
    T result;
    if (!__builtin_add_overflow(a, b, &result)) return result;
    return std::is_signed_v<T> && a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

template <bool Saturate, class T>
inline T integer_sub(T a, T b) {
    using U = std::make_unsigned_t<T>;
    T wrapped = static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
    if constexpr (!Saturate) return wrapped;
    T result;
    if (!__builtin_sub_overflow(a, b, &result)) return result;
    return !std::is_signed_v<T> || a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

template <bool Saturate, class T>
inline T integer_mul(T a, T b) {
    // Through 64 bits: promotion to int would overflow for uint16.
    using U = std::make_unsigned_t<T>;
    using W = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    T wrapped = static_cast<T>(static_cast<W>(static_cast<U>(a)) * static_cast<W>(static_cast<U>(b)));
    if constexpr (!Saturate) return wrapped;
    T result;
    if (!__builtin_mul_overflow(a, b, &result)) return result;
    return std::is_signed_v<T> && (a < 0) != (b < 0) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

// One rounding of the exact a*b + c.
template <bool Saturate, class T>
inline T integer_multiply_add(T a, T b, T c) {
    T wrapped = integer_add<false>(integer_mul<false>(a, b), c);
    if constexpr (!Saturate) return wrapped;
    using W = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    W wide;
    bool over = __builtin_mul_overflow(static_cast<W>(a), static_cast<W>(b), &wide);
    over |= __builtin_add_overflow(wide, static_cast<W>(c), &wide);
    constexpr W low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    if (over) return static_cast<T>(high);  // only unsigned 64-bit can leave 128 bits, upward
    return static_cast<T>(wide < low ? low : wide > high ? high : wide);
}

// Toward zero; all ones for a zero divisor.
template <class T>
inline T integer_div(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return integer_sub<false>(T{0}, a);
    return static_cast<T>(a / b);
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
