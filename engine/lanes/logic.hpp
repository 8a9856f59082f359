// Bitwise operations and shifts.
#pragma once

#include "lanes/env.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

struct bitwise_and {
    template <class E, class V>
    static V of(const E&, V a, V b) {
        return a & b;
    }
};
using ands = bitwise_and;

struct bitwise_or {
    template <class E, class V>
    static V of(const E&, V a, V b) {
        return a | b;
    }
};
using ors = bitwise_or;

struct bitwise_not {
    static constexpr bool raw = true;
    template <class E, class T>
    static T of(const E&, T a) {
        if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(~std::bit_cast<std::uint32_t>(a));
        else if constexpr (is_number<T>) return static_cast<T>(~a);
        else return T{static_cast<std::uint16_t>(~a.bits)};
    }
};

// 0..width, or width + 1 for anything beyond; a negative amount (tensor form) counts as beyond.
template <class V, class S>
inline int shift_amount(S s) {
    constexpr int width = sizeof(V) * 8;
    return s < 0 || s > static_cast<S>(width) ? width + 1 : static_cast<int>(s);
}

// Signed elements keep their sign bit; the other bits move and fall off below it. Beyond the width nothing is left.
struct shift_left {
    template <class E, class V, class S>
    static V of(const E&, V a, S s) {
        constexpr int width = sizeof(V) * 8;
        using U = std::make_unsigned_t<V>;
        if (s < 0 || s > static_cast<S>(width)) return V{0};  // beyond the width not even the sign is left
        int amount = shift_amount<V>(s);
        std::uint64_t moved = amount >= width ? 0 : static_cast<std::uint64_t>(static_cast<U>(a)) << amount;
        if constexpr (!std::is_signed_v<V>) return static_cast<V>(moved);
        constexpr std::uint64_t sign = std::uint64_t{1} << (width - 1);
        if (amount > width) return 0;
        return static_cast<V>((static_cast<std::uint64_t>(static_cast<U>(a)) & sign) | (moved & (sign - 1)));
    }
};
using shift_left_tensor = shift_left;

struct shift_right {
    template <class E, class V, class S>
    static V of(const E& e, V a, S s) {
        constexpr int width = sizeof(V) * 8;
        int amount = shift_amount<V>(s);
        if constexpr (!std::is_signed_v<V>) return amount >= width ? V{0} : static_cast<V>(a >> amount);
        // Beyond the width only sign bits are left: width - 1 gives the same.
        V shifted = static_cast<V>(a >> (amount >= width ? width - 1 : amount));
        if (e.has(ROUND) && amount > 0 && amount <= width) shifted = static_cast<V>(shifted + ((a >> (amount - 1)) & 1));
        return shifted;
    }
};
using shift_right_tensor = shift_right;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
