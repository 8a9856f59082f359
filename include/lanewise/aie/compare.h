// Comparisons give masks, masks choose lanes; maxima and minima; reductions of all lanes to one.
#pragma once

#include "lanewise/aie/arithmetic.h"
#include "lanewise/aie/mask.h"

namespace lanewise::aie {

template <class A, class B, class F>
auto compare(const A& a, const B& b, F f) {
    constexpr unsigned N = lanes_of_both<A, B>;
    check_pair<A, B>();
    ::aie::mask<N> out;
    for (unsigned i = 0; i < N; ++i) out.put(i, f(lane_at(a, i), lane_at(b, i)));
    return out;
}
// A vector as it is, a number in every lane.
template <class T, unsigned N, class X>
::aie::vector<T, N> spread(const X& x) {
    ::aie::vector<T, N> out;
    if constexpr (::aie::is_vector_v<X>)
        out = x;
    else
        out = ::aie::lanes::broadcast<T, N>(static_cast<T>(x));
    return out;
}

// Complex numbers by their real parts, then by their imaginary ones (policy complex_order).
template <class T>
constexpr bool before(T a, T b) {
    if constexpr (is_complex<T>)
        return a.real < b.real || (a.real == b.real && a.imag < b.imag);
    else
        return a < b;
}

// Lanes folded by halves: lane i meets lane i + N/2, until one is left.
template <class T, unsigned N, class F>
T fold(::aie::vector<T, N> v, F f) {
    for (unsigned n = N / 2; n > 0; n /= 2)
        for (unsigned i = 0; i < n; ++i) v.put(f(v.lane(i), v.lane(i + n)), i);
    return v.lane(0);
}

}  // namespace lanewise::aie

namespace aie::lanes {

template <class A, class B>
    requires detail::OneVector<A, B>
auto lt(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return x < y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto le(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return x <= y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto gt(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return x > y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto ge(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return x >= y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto eq(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return x == y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto neq(const A& a, const B& b) {
    return detail::compare(a, b, [](auto x, auto y) { return !(x == y); });
}
template <class T, unsigned N>
bool equal(const vector<T, N>& a, const vector<T, N>& b) {
    return eq(a, b).full();
}
template <class T, unsigned N>
bool not_equal(const vector<T, N>& a, const vector<T, N>& b) {
    return !equal(a, b);
}

// b where the bit is one.
template <class A, class B, unsigned N>
    requires detail::OneVector<A, B>
auto select(const A& a, const B& b, const mask<N>& m) {
    using T = detail::element_of_both<A, B>;
    const vector<T, N> low = detail::spread<T, N>(a), high = detail::spread<T, N>(b);
    vector<T, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(m.test(i) ? high.lane(i) : low.lane(i), i);
    return out;
}
template <unsigned N, class A, class B>
    requires(detail::Operand<A> && detail::Operand<B> && detail::lanes_of<A> == 0 && detail::lanes_of<B> == 0)
auto select(const A& a, const B& b, const mask<N>& m) {
    return select(broadcast<detail::element_of<A>, N>(a), broadcast<detail::element_of<A>, N>(b), m);
}

template <class A, class B>
    requires detail::OneVector<A, B>
auto max(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return x < y ? y : x; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto min(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return y < x ? y : x; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto maxdiff(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) {
        if constexpr (detail::is_float<decltype(x)>) {  // what is too small to count is gone before it is compared
            const auto difference = detail::plus(x, detail::negative(y));
            return difference < 0 ? decltype(difference)(0) : difference;
        } else {
            return x < y ? decltype(x)(0) : detail::plus(x, detail::negative(y));
        }
    });
}
template <class T, unsigned N, class L, class H>
vector<T, N> clamp(const vector<T, N>& v, const L& low, const H& high) {
    return min(max(v, detail::spread<T, N>(low)), detail::spread<T, N>(high));
}
// The values and where the second was taken.
template <class T, unsigned N>
auto max_cmp(const vector<T, N>& a, const vector<T, N>& b) {
    return std::pair(max(a, b), lt(a, b));
}
template <class T, unsigned N>
auto min_cmp(const vector<T, N>& a, const vector<T, N>& b) {
    return std::pair(min(a, b), gt(a, b));
}

// --- reductions ---

// Integers wrap at the element's width. bfloat16 is summed as float and rounded once (policy reduce_bfloat16).
template <class T, unsigned N>
T reduce_add(const vector<T, N>& v) {
    if constexpr (std::is_same_v<T, bfloat16>) {
        vector<float, N> wide;
        for (unsigned i = 0; i < N; ++i) wide.put(v.lane(i), i);
        return detail::narrowed<bfloat16>(reduce_add(wide));
    } else {
        return detail::fold(
            v, [](T a, T b) { return detail::narrowed<T>(detail::plus(detail::widened(a), detail::widened(b))); });
    }
}
template <class T, unsigned N>
T reduce_max(const vector<T, N>& v) {
    return detail::fold(v, [](T a, T b) { return detail::before(a, b) ? b : a; });
}
template <class T, unsigned N>
T reduce_min(const vector<T, N>& v) {
    return detail::fold(v, [](T a, T b) { return detail::before(b, a) ? b : a; });
}
template <class T, unsigned N>
T reduce_mul(const vector<T, N>& v) {
    return detail::fold(v, [](T a, T b) {
        if constexpr (detail::is_float<T> && !detail::is_complex<T>)
            return detail::narrowed<T>(detail::multiply<detail::flushed>(a, b));
        else
            return static_cast<T>(a * b);
    });
}
// Lane sums of several vectors, in the low lanes.
template <class T, unsigned N, class... V>
auto reduce_add_v(const vector<T, N>& v, const V&... more) {
    vector<T, N> out;
    unsigned i = 0;
    out.put(reduce_add(v), i++);
    (out.put(reduce_add(more), i++), ...);
    return out;
}

}  // namespace aie::lanes
