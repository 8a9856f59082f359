// Element-wise functions that never meet an accumulator: they wrap at the element's width and know no modes. Sums of
// accumulators wrap at the lane.
#pragma once

#include <algorithm>
#include <cmath>

#include "lanewise/aie/mask.h"
#include "lanewise/aie/multiply.h"

namespace lanewise::aie {

// F of the widened lanes, back in elements.
template <class T, unsigned N, class F, class... X>
::aie::vector<T, N> each(F f, const X&... x) {
    ::aie::vector<T, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(narrowed<T>(f(lane_at(x, i)...)), i);
    return out;
}
// A lane shifted. 64 and more leave nothing as well, where scalar and vector instructions of hosts would not agree.
template <class X>
constexpr X shifted_down(X x, unsigned n) {
    return x >> std::min(n, 63u);
}
template <class X>
constexpr X shifted_up(X x, unsigned n) {
    return n < 64 ? x << n : 0;
}
template <class A, class B, class F>
auto each_of_both(const A& a, const B& b, F f) {
    using T = element_of_both<A, B>;
    check_pair<A, B>();
    return each<T, lanes_of_both<A, B>>(
        [&](auto x, auto y) { return f(static_cast<wide<T>>(x), static_cast<wide<T>>(y)); }, a, b);
}

template <class Tag>
typename Tag::lane lane_sum_of(typename Tag::lane a, typename Tag::lane b) {
    if constexpr (Tag::is_float) {
        return plus(a, b);
    } else if constexpr (Tag::is_complex) {
        return {lane_sum_of<integer_tag<Tag::bits, false>>(a.real, b.real),
                lane_sum_of<integer_tag<Tag::bits, false>>(a.imag, b.imag)};
    } else {
        bool overflow = false;
        const auto sum = accumulate<Tag::lane_bits>(a, b, overflow);
        if (overflow) {
            core().status |= accumulator_overflow;
            note(happening::accumulator_overflow);
        }
        return sum;
    }
}
template <class Tag, unsigned N>
::aie::accum<Tag, N> sum_of(const ::aie::accum<Tag, N>& a, const ::aie::accum<Tag, N>& b, bool subtract) {
    ::aie::accum<Tag, N> out;
    for (unsigned i = 0; i < N; ++i)
        out.lane(i) = lane_sum_of<Tag>(a.lane(i), subtract ? negated<Tag>(b.lane(i)) : b.lane(i));
    return out;
}

// The same lane in an accumulator of a type that holds every sum of two such elements.
template <class T>
using spacious_tag = std::conditional_t<is_float<T>, float_tag<is_complex<T>>, integer_tag<64, is_complex<T>>>;

}  // namespace lanewise::aie

namespace aie {

namespace traits {
template <class T, unsigned N>
struct zeros_of {
    using type = vector<T, N>;
};
template <class Tag, unsigned N>
    requires detail::is_tag<Tag>
struct zeros_of<Tag, N> {
    using type = accum<Tag, N>;
};
template <class T>
inline constexpr unsigned native_lanes = 512 / detail::element_bits<T>;
}  // namespace traits

// Between accumulators and vectors, as functions.
template <class T, class Tag, unsigned N>
auto to_vector(const accum<Tag, N>& a, int shift = 0) {
    return a.template to_vector<T>(shift);
}
template <class Tag, class T, unsigned N>
    requires detail::is_tag<Tag>
accum<Tag, N> from_vector(const vector<T, N>& v, int shift = 0) {
    return accum<Tag, N>(v, shift);
}
// A single number.
template <class T>
    requires detail::is_element<T>
constexpr T zero() {
    return T(0);
}

// Single numbers.
template <class T>
    requires(detail::is_element<T>)
constexpr T conj(T x) {
    if constexpr (detail::is_complex<T>)
        return detail::conj(x);
    else
        return x;
}
template <class T>
constexpr T real(detail::complex<T> x) {
    return x.real;
}
template <class T>
constexpr T imag(detail::complex<T> x) {
    return x.imag;
}
template <class T>
    requires std::is_arithmetic_v<T>
constexpr T real(T x) {
    return x;
}
template <class T>
    requires std::is_arithmetic_v<T>
constexpr T imag(T) {
    return 0;
}

}  // namespace aie

namespace aie::lanes {

// --- init ---

template <class Tag, class T, unsigned N>
    requires detail::is_tag<Tag>
accum<Tag, N> from_vector_sign(const vector<T, N>& v, bool sign, int shift = 0) {
    return accum<Tag, N>().from_vector_sign(v, sign, shift);
}
template <class T, class Tag, unsigned N>
auto to_vector_sign(const accum<Tag, N>& a, bool sign, int shift = 0) {
    return a.template to_vector_sign<T>(sign, shift);
}

template <class T, unsigned N>
typename traits::zeros_of<T, N>::type zeros() {
    if constexpr (detail::is_tag<T>)
        return accum<T, N>::zeros();
    else
        return {};
}
template <class T>
vector<T, traits::native_lanes<T>> zeros() {
    return {};
}
// Parameters come as <type, lanes> or as <lanes> alone, and the number may need converting.
template <class T, unsigned N, class S>
    requires(!is_accum_v<S> && !is_vector_v<S>)
vector<T, N> broadcast(const S& x) {
    vector<T, N> out;
    const T value = static_cast<T>(x);
    for (unsigned i = 0; i < N; ++i) out.put(value, i);
    return out;
}
template <class T, class S>
    requires(!is_vector_v<S>)
auto broadcast(const S& x) {
    return broadcast<T, traits::native_lanes<T>>(x);
}
template <unsigned N, class S>
    requires detail::is_element<S>
vector<S, N> broadcast(const S& x) {
    return broadcast<S, N>(x);
}
template <unsigned N, class T, unsigned M>
vector<T, N> broadcast(const vector_elem_ref<T, M>& x) {
    return broadcast<T, N>(x.get());
}
template <unsigned N, class T, unsigned M>
vector<T, N> broadcast(const vector_elem_const_ref<T, M>& x) {
    return broadcast<T, N>(x.get());
}
// A short vector over and over.
template <class T, unsigned N, unsigned M>
vector<T, N> broadcast(const vector<T, M>& v) {
    return v.template grow_replicate<N>();
}

// 0, step, 2 * step, ...
template <class T, unsigned N>
vector<T, N> iota(T start = T(0), T step = T(1)) {
    vector<T, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(static_cast<T>(start + static_cast<T>(i) * step), i);
    return out;
}

template <class T, unsigned N, class... V>
    requires(std::is_convertible_v<const V&, vector<T, N>> && ...)
auto concat(const vector<T, N>& a, const V&... more) {
    vector<T, N * (1 + sizeof...(V))> out;
    unsigned i = 0;
    out.insert(i++, a);
    (out.insert(i++, static_cast<vector<T, N>>(more)), ...);
    return out;
}
template <class Tag, unsigned N, class... A>
    requires(std::is_convertible_v<const A&, accum<Tag, N>> && ...)
auto concat(const accum<Tag, N>& a, const A&... more) {
    accum<Tag, N * (1 + sizeof...(A))> out;
    unsigned i = 0;
    out.insert(i++, a);
    (out.insert(i++, more), ...);
    return out;
}
template <unsigned N, class... M>
    requires(std::is_convertible_v<const M&, mask<N>> && ...)
auto concat(const mask<N>& a, const M&... more) {
    mask<N * (1 + sizeof...(M))> out;
    unsigned i = 0;
    out.insert(i++, a);
    (out.insert(i++, more), ...);
    return out;
}
// Parts in one object.
template <class Parts>
    requires requires { std::tuple_size<Parts>::value; }
auto concat(const Parts& parts) {
    return std::apply([](const auto&... p) { return concat(p...); }, parts);
}
// With the types of the parts written out.
template <class A, class... More>
    requires(is_vector_v<A> || is_accum_v<A>)
auto concat(const std::type_identity_t<A>& a, const std::type_identity_t<More>&... more) {
    return concat(a, more...);
}

// --- sums ---

template <class A, class B>
    requires detail::OneVector<A, B>
auto add(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return detail::plus(x, y); });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto sub(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return detail::plus(x, detail::negative(y)); });
}
template <class Tag, unsigned N>
auto add(const accum<Tag, N>& a, const accum<Tag, N>& b) {
    return detail::sum_of(a, b, false);
}
template <class Tag, unsigned N>
auto sub(const accum<Tag, N>& a, const accum<Tag, N>& b) {
    return detail::sum_of(a, b, true);
}
template <class Tag, unsigned N, class T>
auto add(const accum<Tag, N>& a, const vector<T, N>& b, int shift = 0) {
    return detail::sum_of(a, accum<Tag, N>(b, shift), false);
}
template <class Tag, unsigned N, class T>
auto sub(const accum<Tag, N>& a, const vector<T, N>& b, int shift = 0) {
    return detail::sum_of(a, accum<Tag, N>(b, shift), true);
}
template <class Tag, unsigned N, class T>
    requires detail::is_element<T>
auto add(const accum<Tag, N>& a, T b, int shift = 0) {
    return add(a, broadcast<T, N>(b), shift);
}
template <class Tag, unsigned N, class T>
    requires detail::is_element<T>
auto sub(const accum<Tag, N>& a, T b, int shift = 0) {
    return sub(a, broadcast<T, N>(b), shift);
}

// Through the accumulator: these obey the saturation mode.
template <class A, class B>
    requires detail::OneVector<A, B>
auto saturating_add(const A& a, const B& b) {
    using T = detail::element_of_both<A, B>;
    constexpr unsigned N = detail::lanes_of_both<A, B>;
    using Tag = detail::spacious_tag<T>;
    const auto whole = [](const auto& x) { return accum<Tag, N>(detail::each<T, N>([](auto v) { return v; }, x)); };
    return detail::sum_of(whole(a), whole(b), false).template to_vector<T>(0);
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto saturating_sub(const A& a, const B& b) {
    using T = detail::element_of_both<A, B>;
    constexpr unsigned N = detail::lanes_of_both<A, B>;
    using Tag = detail::spacious_tag<T>;
    const auto whole = [](const auto& x) { return accum<Tag, N>(detail::each<T, N>([](auto v) { return v; }, x)); };
    return detail::sum_of(whole(a), whole(b), true).template to_vector<T>(0);
}

template <class T, unsigned N>
vector<T, N> neg(const vector<T, N>& v) {
    return detail::each<T, N>([](auto x) { return detail::negative(x); }, v);
}
template <class Tag, unsigned N>
accum<Tag, N> neg(const accum<Tag, N>& a) {
    accum<Tag, N> out;
    for (unsigned i = 0; i < N; ++i) out.lane(i) = detail::negated<Tag>(a.lane(i));
    return out;
}
template <class T, unsigned N>
vector<T, N> abs(const vector<T, N>& v) {
    return detail::each<T, N>(
        [](auto x) {
            if constexpr (detail::is_float<T>)
                return std::fabs(x);
            else
                return x < 0 ? -x : x;
        },
        v);
}
template <class T, unsigned N>
vector<T, N> conj(const vector<T, N>& v) {
    if constexpr (detail::is_complex<T>)
        return detail::each<T, N>([](auto x) { return decltype(x){x.real, -x.imag}; }, v);
    else
        return v;
}
template <class T, unsigned N>
auto real(const vector<detail::complex<T>, N>& v) {
    vector<T, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(v.lane(i).real, i);
    return out;
}
template <class T, unsigned N>
auto imag(const vector<detail::complex<T>, N>& v) {
    vector<T, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(v.lane(i).imag, i);
    return out;
}

// Real lanes are complex ones without an imaginary part.
template <class T, unsigned N>
    requires(!detail::is_complex<T>)
vector<T, N> real(const vector<T, N>& v) {
    return v;
}
template <class T, unsigned N>
    requires(!detail::is_complex<T>)
vector<T, N> imag(const vector<T, N>&) {
    return {};
}

// --- bits ---

template <class A, class B>
    requires detail::OneVector<A, B>
auto bit_and(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return x & y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto bit_or(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return x | y; });
}
template <class A, class B>
    requires detail::OneVector<A, B>
auto bit_xor(const A& a, const B& b) {
    return detail::each_of_both(a, b, [](auto x, auto y) { return x ^ y; });
}
template <class T, unsigned N>
auto bit_not(const vector<T, N>& v) {
    return detail::each<T, N>([](auto x) { return ~x; }, v);
}
// Shifts of elements: nothing is rounded, what leaves the element is lost.
template <class T, unsigned N>
    requires(!detail::is_complex<T>)
auto downshift(const vector<T, N>& v, unsigned n) {
    return detail::each<T, N>([n](auto x) { return detail::shifted_down(x, n); }, v);
}
template <class T, unsigned N>
    requires detail::is_complex<T>
auto downshift(const vector<T, N>& v, unsigned n) {
    return detail::each<T, N>(
        [n](auto x) { return decltype(x){detail::shifted_down(x.real, n), detail::shifted_down(x.imag, n)}; }, v);
}
template <class T, unsigned N>
    requires(!detail::is_complex<T>)
auto upshift(const vector<T, N>& v, unsigned n) {
    return detail::each<T, N>([n](auto x) { return detail::shifted_up(x, n); }, v);
}
template <class T, unsigned N>
    requires detail::is_complex<T>
auto upshift(const vector<T, N>& v, unsigned n) {
    return detail::each<T, N>(
        [n](auto x) { return decltype(x){detail::shifted_up(x.real, n), detail::shifted_up(x.imag, n)}; }, v);
}
template <class T, unsigned N>
auto logical_downshift(const vector<T, N>& v, unsigned n) {
    constexpr int64 low = (int64{1} << detail::element_bits<T>)-1;
    return detail::each<T, N>([n](auto x) { return detail::shifted_down(x & low, n); }, v);
}

}  // namespace aie::lanes
