// What arithmetic takes: vectors, single numbers, `v[i]`, and the lazy op_... forms, seen as widened lanes.
#pragma once

#include "lanewise/aie/accum.h"
#include "lanewise/aie/vector.h"

namespace lanewise::aie {

// A vector, or `lanes == 0`: the same number in every lane. Bits and kinds are those of the element type.
template <class X>
struct operand {
    static constexpr bool valid = false;
};

template <class T, unsigned N>
struct operand<::aie::vector<T, N>> {
    static constexpr bool valid = true;
    static constexpr unsigned lanes = N;
    using element = T;
    static wide<T> at(const ::aie::vector<T, N>& v, unsigned i) { return widened(v.lane(i)); }
};

// Numbers of the host's types count as what the core has.
template <class S>
using as_element = std::conditional_t<
    std::is_same_v<S, double>, float,
    std::conditional_t<std::is_same_v<S, bool>, int8,
                       std::conditional_t<std::is_integral_v<S> && (sizeof(S) > 4),
                                          std::conditional_t<std::is_signed_v<S>, int32, uint32>, S>>>;

template <class S>
    requires is_element<as_element<S>>
struct operand<S> {
    static constexpr bool valid = true;
    static constexpr unsigned lanes = 0;
    using element = as_element<S>;
    static wide<element> at(const S& x, unsigned) { return widened(static_cast<element>(x)); }
};

template <class T, unsigned N>
struct operand<::aie::vector_elem_ref<T, N>> : operand<T> {
    static wide<T> at(const ::aie::vector_elem_ref<T, N>& x, unsigned) { return widened(x.get()); }
};
template <class T, unsigned N>
struct operand<::aie::vector_elem_const_ref<T, N>> : operand<T> {
    static wide<T> at(const ::aie::vector_elem_const_ref<T, N>& x, unsigned) { return widened(x.get()); }
};

enum class lazy_op { none, conj, abs, negative, maximum, minimum, sum, difference, as_signed, as_unsigned };

// An operation that happens on the way into the multiplier, in its full width.
template <lazy_op Op, class A, class B = A>
struct lazy {
    A a;
    B b;
};

template <lazy_op Op, class A, class B>
struct operand<lazy<Op, A, B>> {
    static constexpr bool valid = true;
    static constexpr unsigned lanes = operand<A>::lanes;
    using element = typename operand<A>::element;

    static wide<element> at(const lazy<Op, A, B>& x, unsigned i) {
        const wide<element> a = operand<A>::at(x.a, i);
        const wide<element> b = operand<B>::at(x.b, i);
        if constexpr (Op == lazy_op::conj && is_complex<element>)
            return {a.real, -a.imag};
        else if constexpr (Op == lazy_op::abs && !is_complex<element>)
            return a < 0 ? -a : a;
        else if constexpr (Op == lazy_op::negative)
            return negative(a);
        else if constexpr (Op == lazy_op::maximum)
            return a < b ? b : a;
        else if constexpr (Op == lazy_op::minimum)
            return b < a ? b : a;
        else if constexpr (Op == lazy_op::sum)
            return plus(a, b);
        else if constexpr (Op == lazy_op::difference)
            return plus(a, negative(b));
        else
            return a;
    }
};

template <class T, unsigned N>
struct signed_operand {
    ::aie::vector<T, N> v;
    bool sign;
};
template <class T, unsigned N>
struct operand<signed_operand<T, N>> {
    static constexpr bool valid = true;
    static constexpr unsigned lanes = N;
    using element = T;
    static wide<T> at(const signed_operand<T, N>& x, unsigned i) {
        const T lane = x.v.lane(i);
        return x.sign ? wide<T>{static_cast<std::make_signed_t<T>>(lane)}
                      : wide<T>{static_cast<std::make_unsigned_t<T>>(lane)};
    }
};

template <class X>
concept Operand = operand<std::remove_cvref_t<X>>::valid;
template <class X>
using element_of = typename operand<std::remove_cvref_t<X>>::element;
template <class X>
inline constexpr unsigned lanes_of = operand<std::remove_cvref_t<X>>::lanes;
template <class... X>
concept OneVector = (Operand<X> && ...) && ((lanes_of<X> != 0) || ...);

template <class A, class B>
inline constexpr unsigned lanes_of_both = lanes_of<A> ? lanes_of<A> : lanes_of<B>;
// Elements of a result that is a vector again: those of the vector among the operands.
template <class A, class B>
using element_of_both = std::conditional_t<lanes_of<A> != 0, element_of<A>, element_of<B>>;

// Two vectors that meet lane by lane.
template <class A, class B>
constexpr void check_lanes() {
    static_assert(lanes_of<A> == 0 || lanes_of<B> == 0 || lanes_of<A> == lanes_of<B>,
                  "these vectors have different numbers of lanes");
}
template <class A, class B>
constexpr void check_pair() {
    check_lanes<A, B>();
    static_assert(lanes_of<A> == 0 || lanes_of<B> == 0 || std::is_same_v<element_of<A>, element_of<B>>,
                  "these vectors have different element types: unpack the narrow one, or multiply");
}

template <class X>
auto lane_at(const X& x, unsigned i) {
    return operand<X>::at(x, i);
}

}  // namespace lanewise::aie

namespace aie {

template <class X>
auto op_none(const X& x) {
    return detail::lazy<detail::lazy_op::none, X>{x, x};
}
template <class X>
auto op_conj(const X& x) {
    return detail::lazy<detail::lazy_op::conj, X>{x, x};
}
template <class X>
auto op_abs(const X& x) {
    return detail::lazy<detail::lazy_op::abs, X>{x, x};
}
// Integers read as signed or unsigned, decided while running.
template <class T, unsigned N>
    requires std::is_integral_v<T>
auto op_sign(const vector<T, N>& v, bool sign) {
    return detail::signed_operand<T, N>{v, sign};
}
template <class A, class B>
auto op_max(const A& a, const B& b) {
    return detail::lazy<detail::lazy_op::maximum, A, B>{a, b};
}
template <class A, class B>
auto op_min(const A& a, const B& b) {
    return detail::lazy<detail::lazy_op::minimum, A, B>{a, b};
}
template <class A, class B>
auto op_add(const A& a, const B& b) {
    return detail::lazy<detail::lazy_op::sum, A, B>{a, b};
}
template <class A, class B>
auto op_sub(const A& a, const B& b) {
    return detail::lazy<detail::lazy_op::difference, A, B>{a, b};
}

}  // namespace aie
