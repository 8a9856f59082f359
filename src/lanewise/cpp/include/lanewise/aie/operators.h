// Operators on vectors and accumulators. They are found without asking; aie::operators exists for code that asks.
#pragma once

#include "lanewise/aie/compare.h"

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

namespace operators {}

}  // namespace aie
