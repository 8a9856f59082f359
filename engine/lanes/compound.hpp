// Several element-wise steps in one instruction.
#pragma once

#include "lanes/arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// a*b + c, rounded once where the chip fuses, after each step where it does not.
template <class E, class A, class C>
inline auto multiply_add(const E& e, A a, A b, C c) {
    using D = typename E::To;
    if constexpr (is_number<A>) {
        return integer_multiply_add<E::saturate>(a, b, c);
    } else if constexpr (std::is_same_v<D, float>) {
        return e.rules.multiply_add == multiply_add_fused ? std::fma(a, b, c) : step<E>(a * b) + c;
    } else {
        return e.rules.multiply_add == multiply_add_fused ? exact::fused_multiply_add(a, b, c)
                                                          : static_cast<double>(step<E>(a * b) + c);
    }
}

struct axpy {
    template <class E, class D, class A>
    static auto of(const E& e, D d, A a, A s) {
        return multiply_add(e, s, a, d);
    }
};

struct mul_add_dst {
    template <class E, class D, class A>
    static auto of(const E& e, D d, A a, A b) {
        return multiply_add(e, a, b, d);
    }
};

struct fused_mul_add {
    template <class E, class V>
    static auto of(const E& e, V d, V a, V b) {
        return multiply_add(e, a, d, b);
    }
};

struct mul_add_relu {
    template <class E, class V>
    static auto of(const E& e, V d, V a, V b) {
        return relu::of(e, multiply_add(e, a, d, b));
    }
};

struct add_relu {
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        return relu::of(e, add::of(e, a, b));
    }
};

struct sub_relu {
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        return relu::of(e, sub::of(e, a, b));
    }
};

// NaN keeps no sign, so its bits are those of the quiet NaN.
struct abs_sub {
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (is_number<V>) return abs::of(e, integer_sub<E::saturate>(a, b));
        else return std::fabs(a - b);
    }
};

struct exp_sub {
    static constexpr std::uint64_t places = exp::places;
    template <class E>
    static double guess(const E& e, double x) {
        return exp::guess(e, x);
    }
    template <class E, class V>
    static V argument(const E& e, V a, V b) {
        return exp::argument(e, a - b);
    }
    template <class E, class V>
    static double of(const E& e, V a, V b) {
        return exp::of(e, a - b);
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
