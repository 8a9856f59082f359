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

// 0..width, or width + 1 for anything beyond; a negative amount (tensor form) counts as beyond. A scalar is looked at once, and not
// in each lane as a number of its own width, which is what keeps g++ from taking narrow lanes together on x86-64.
struct Amount {
    int bits;
};
template <class V, class S>
inline Amount shift_amount(S s) {
    constexpr int width = sizeof(V) * 8;
    return {s < 0 || s > static_cast<S>(width) ? width + 1 : static_cast<int>(s)};
}

// Signed elements keep their sign bit; the other bits move and fall off below it. Beyond the width nothing is left.
struct shift_left {
    template <class V, class E, class S>
    static Amount ready(const E&, S s) {
        return shift_amount<V>(s);
    }
    template <class E, class V, class S>
    static V of(const E& e, V a, S s) {
        return of(e, a, shift_amount<V>(s));
    }
    template <class E, class V>
    static V of(const E&, V a, Amount given) {
        constexpr int width = sizeof(V) * 8;
        using U = std::make_unsigned_t<V>;
        constexpr U sign = static_cast<U>(U{1} << (width - 1));
        const int amount = given.bits;
        const U moved = static_cast<U>(static_cast<U>(a) << (amount >= width ? width - 1 : amount));
        // By the width itself nothing but a sign is left, beyond it not even that.
        const U rest = amount >= width ? U{0} : std::is_signed_v<V> ? static_cast<U>(sign - 1) : static_cast<U>(~U{0});
        const U kept = std::is_signed_v<V> && amount <= width ? sign : U{0};
        return static_cast<V>((moved & rest) | (static_cast<U>(a) & kept));
    }
};
using shift_left_tensor = shift_left;

struct shift_right {
    template <class V, class E, class S>
    static Amount ready(const E&, S s) {
        return shift_amount<V>(s);
    }
    template <class E, class V, class S>
    static V of(const E& e, V a, S s) {
        return of(e, a, shift_amount<V>(s));
    }
    template <class E, class V>
    static V of(const E& e, V a, Amount given) {
        constexpr int width = sizeof(V) * 8;
        const int amount = given.bits;
        // Beyond the width only sign bits are left: width - 1 gives the same.
        const V shifted = static_cast<V>(a >> (amount >= width ? width - 1 : amount));
        if constexpr (!std::is_signed_v<V>) return amount >= width ? V{0} : shifted;
        // What is decided is the same for all lanes of a scalar; a bit that is not asked for is and-ed away.
        const V asked = e.has(ROUND) && amount > 0 && amount <= width;
        const int below = amount > 0 && amount <= width ? amount - 1 : 0;
        return static_cast<V>(shifted + (static_cast<V>(a >> below) & asked));
    }
};
using shift_right_tensor = shift_right;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
