// Operators on vectors and accumulators. They are found without asking; aie::operators exists for code that asks.
#pragma once

#include "lanewise/aie/operations.h"

namespace lanewise::aie {

template <class X>
inline constexpr bool is_element_ref = false;
template <class T, unsigned N>
inline constexpr bool is_element_ref<::aie::vector_elem_ref<T, N>> = true;
template <class T, unsigned N>
inline constexpr bool is_element_ref<::aie::vector_elem_const_ref<T, N>> = true;
template <class A, class B>
concept OneElement = (is_element_ref<A> || is_element_ref<B>) && (is_element_ref<A> || is_element<A>) &&
                     (is_element_ref<B> || is_element<B>);
template <class X>
constexpr auto element_value(const X& x) {
    if constexpr (is_element_ref<X>)
        return x.get();
    else
        return x;
}

}  // namespace lanewise::aie

namespace aie {

template <class X>
concept Laned = is_vector_v<std::remove_cvref_t<X>>;
template <class X>
concept Summed = is_accum_v<std::remove_cvref_t<X>>;

template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator+(const A& a, const B& b) {
    return add(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator-(const A& a, const B& b) {
    return sub(a, b);
}
template <Summed A, class B>
auto operator+(const A& a, const B& b) {
    return add(a, b);
}
template <Summed A, class B>
auto operator-(const A& a, const B& b) {
    return sub(a, b);
}
template <Laned A, class B>
A& operator+=(A& a, const B& b) {
    return a = add(a, b);
}
template <Laned A, class B>
A& operator-=(A& a, const B& b) {
    return a = sub(a, b);
}
template <Summed A, class B>
A& operator+=(A& a, const B& b) {
    return a = add(a, b);
}
template <Summed A, class B>
A& operator-=(A& a, const B& b) {
    return a = sub(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator*(const A& a, const B& b) {
    return mul(a, b);
}
template <Laned A>
auto operator-(const A& a) {
    return neg(a);
}
template <Summed A>
auto operator-(const A& a) {
    return neg(a);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator&(const A& a, const B& b) {
    return bit_and(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator|(const A& a, const B& b) {
    return bit_or(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator^(const A& a, const B& b) {
    return bit_xor(a, b);
}
template <Laned A, class B>
A& operator&=(A& a, const B& b) {
    return a = bit_and(a, b);
}
template <Laned A, class B>
A& operator|=(A& a, const B& b) {
    return a = bit_or(a, b);
}
template <Laned A, class B>
A& operator^=(A& a, const B& b) {
    return a = bit_xor(a, b);
}
template <Laned A>
auto operator~(const A& a) {
    return bit_not(a);
}
template <Laned A>
auto operator<<(const A& a, int n) {
    return upshift(a, static_cast<unsigned>(n));
}
template <Laned A>
auto operator>>(const A& a, int n) {
    return downshift(a, static_cast<unsigned>(n));
}
template <Laned A>
A& operator<<=(A& a, int n) {
    return a = upshift(a, static_cast<unsigned>(n));
}
template <Laned A>
A& operator>>=(A& a, int n) {
    return a = downshift(a, static_cast<unsigned>(n));
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator<(const A& a, const B& b) {
    return lt(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator<=(const A& a, const B& b) {
    return le(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator>(const A& a, const B& b) {
    return gt(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator>=(const A& a, const B& b) {
    return ge(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator==(const A& a, const B& b) {
    return eq(a, b);
}
template <class A, class B>
    requires((Laned<A> || Laned<B>) && detail::OneVector<A, B>)
auto operator!=(const A& a, const B& b) {
    return neq(a, b);
}

// Elements of vectors are values in an expression: v[i] + 1, v[i] < w[j].
#define LANEWISE_ELEMENTS(sign)                                                              \
    template <class A, class B>                                                              \
        requires(detail::OneElement<A, B> &&                                                         \
                 requires(const A& a, const B& b) { detail::element_value(a) sign detail::element_value(b); }) \
    constexpr auto operator sign(const A& a, const B& b) {                                   \
        return detail::element_value(a) sign detail::element_value(b);                                       \
    }
LANEWISE_ELEMENTS(==)
LANEWISE_ELEMENTS(!=)
LANEWISE_ELEMENTS(<)
LANEWISE_ELEMENTS(<=)
LANEWISE_ELEMENTS(>)
LANEWISE_ELEMENTS(>=)
LANEWISE_ELEMENTS(+)
LANEWISE_ELEMENTS(-)
LANEWISE_ELEMENTS(*)
LANEWISE_ELEMENTS(/)
LANEWISE_ELEMENTS(&)
LANEWISE_ELEMENTS(|)
LANEWISE_ELEMENTS(^)
LANEWISE_ELEMENTS(<<)
LANEWISE_ELEMENTS(>>)
#undef LANEWISE_ELEMENTS
template <class A>
    requires detail::is_element_ref<A>
constexpr auto operator~(const A& a) {
    return ~a.get();
}

namespace operators {}

}  // namespace aie
