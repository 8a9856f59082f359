// Lane functions of several steps in one register instruction; 64-bit integers always wrap.
#pragma once

#include "lanes/compound.hpp"
#include "lanes/reg_arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

struct reg_mul_add_dst {
    template <class E, class V>
    static auto of(const E& e, V d, V a, V b) {
        if constexpr (two_words<V>) return integer_multiply_add<false>(a, b, d);
        else return multiply_add(e, a, b, d);
    }
};
using reg_axpy = reg_mul_add_dst;

struct reg_abs_sub {
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (is_number<V>) return abs::of(e, integer_sub<false>(a, b));
        else return abs_sub::of(e, a, b);
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
