// Lane functions of bitwise operations and shifts on registers.
#pragma once

#include "lanes/logic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

struct reg_xor {
    template <class E, class V>
    static V of(const E&, V a, V b) {
        return a ^ b;
    }
};

// Of a 64-bit amount only the low word counts.
template <class S>
inline auto low_word(S s) {
    if constexpr (sizeof(S) == 8) return static_cast<std::int32_t>(s);
    else return s;
}

struct reg_shift_left {
    template <class V, class E, class S>
    static Amount ready(const E& e, S s) {
        return shift_left::ready<V>(e, low_word(s));
    }
    template <class E, class V, class S>
    static V of(const E& e, V a, S s) {
        if constexpr (std::is_same_v<S, Amount>) return shift_left::of(e, a, s);
        else return shift_left::of(e, a, low_word(s));
    }
};
using reg_shift_lefts = reg_shift_left;

struct reg_shift_right {
    template <class V, class E, class S>
    static Amount ready(const E& e, S s) {
        return shift_right::ready<V>(e, low_word(s));
    }
    template <class E, class V, class S>
    static V of(const E& e, V a, S s) {
        if constexpr (std::is_same_v<S, Amount>) return shift_right::of(e, a, s);
        else return shift_right::of(e, a, low_word(s));
    }
};
using reg_shift_rights = reg_shift_right;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
