// Lane functions of register arithmetic: those of the memory instructions, except that 64-bit integers always wrap.
#pragma once

#include "lanes/arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

template <class V>
inline constexpr bool two_words = is_number<V> && sizeof(V) == 8;

struct reg_add {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (two_words<V>) return integer_add<false>(a, b);
        else return add::of(e, a, b);
    }
};
using reg_adds = reg_add;

struct reg_sub {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (two_words<V>) return integer_sub<false>(a, b);
        else return sub::of(e, a, b);
    }
};

struct reg_mul {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (two_words<V>) return integer_mul<false>(a, b);
        else return mul::of(e, a, b);
    }
};
using reg_muls = reg_mul;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
