// Lanes in another order. Lanes that a function leaves undefined are zero.
#pragma once

#include "lanewise/aie/arithmetic.h"

namespace lanewise::aie {

// Lane i of the result comes from lane from(i) of the source.
template <unsigned M, class T, unsigned N, class F>
::aie::vector<T, M> picked(const ::aie::vector<T, N>& v, F from) {
    ::aie::vector<T, M> out;
    for (unsigned i = 0; i < M; ++i) out.put(v.lane(from(i)), i);
    return out;
}

}  // namespace lanewise::aie

namespace aie {
enum class filter_mode { even, odd };

}  // namespace aie

namespace aie::lanes {

template <class T, unsigned N>
vector<T, N> shuffle_down(const vector<T, N>& v, unsigned n) {
    vector<T, N> out;
    for (unsigned i = 0; i + n < N; ++i) out.put(v.lane(i + n), i);
    return out;
}
template <class T, unsigned N>
vector<T, N> shuffle_up(const vector<T, N>& v, unsigned n) {
    vector<T, N> out;
    for (unsigned i = n; i < N; ++i) out.put(v.lane(i - n), i);
    return out;
}
template <class T, unsigned N>
vector<T, N> shuffle_down_rotate(const vector<T, N>& v, unsigned n) {
    return detail::picked<N>(v, [n](unsigned i) { return (i + n) % N; });
}
template <class T, unsigned N>
vector<T, N> shuffle_up_rotate(const vector<T, N>& v, unsigned n) {
    return detail::picked<N>(v, [n](unsigned i) { return (i + N - n % N) % N; });
}
template <class T, unsigned N>
vector<T, N> shuffle_down_replicate(const vector<T, N>& v, unsigned n) {
    return detail::picked<N>(v, [n](unsigned i) { return i + n < N ? i + n : N - 1; });
}
template <class T, unsigned N>
vector<T, N> shuffle_up_replicate(const vector<T, N>& v, unsigned n) {
    return detail::picked<N>(v, [n](unsigned i) { return i < n ? 0 : i - n; });
}
template <class T, unsigned N>
vector<T, N> shuffle_down_fill(const vector<T, N>& v, const vector<T, N>& fill, unsigned n) {
    return detail::picked<N>(concat(v, fill), [n](unsigned i) { return i + n; });
}
template <class T, unsigned N>
vector<T, N> shuffle_up_fill(const vector<T, N>& v, const vector<T, N>& fill, unsigned n) {
    return detail::picked<N>(concat(fill, v), [n](unsigned i) { return N + i - n; });
}
template <class T, unsigned N>
vector<T, N> reverse(const vector<T, N>& v) {
    return detail::picked<N>(v, [](unsigned i) { return N - 1 - i; });
}

// Chunks of `step` lanes, alternately from a and b: the low and the high half.
template <class T, unsigned N>
std::pair<vector<T, N>, vector<T, N>> interleave_zip(const vector<T, N>& a, const vector<T, N>& b, unsigned step) {
    const auto from = [step](unsigned i) { return i / step % 2 * N + i / step / 2 * step + i % step; };
    const auto both = concat(a, b);
    return {detail::picked<N>(both, from), detail::picked<N>(both, [&](unsigned i) { return from(N + i); })};
}
template <class T, unsigned N>
std::pair<vector<T, N>, vector<T, N>> interleave_unzip(const vector<T, N>& a, const vector<T, N>& b, unsigned step) {
    const auto from = [step](unsigned i, unsigned odd) { return (2 * (i / step) + odd) * step + i % step; };
    const auto both = concat(a, b);
    return {detail::picked<N>(both, [&](unsigned i) { return from(i, 0); }),
            detail::picked<N>(both, [&](unsigned i) { return from(i, 1); })};
}
template <class T, unsigned N>
vector<T, N / 2> filter_even(const vector<T, N>& v, unsigned step = 1) {
    return detail::picked<N / 2>(v, [step](unsigned i) { return 2 * (i / step) * step + i % step; });
}
template <class T, unsigned N>
vector<T, N / 2> filter_odd(const vector<T, N>& v, unsigned step = 1) {
    return detail::picked<N / 2>(v, [step](unsigned i) { return (2 * (i / step) + 1) * step + i % step; });
}
template <class T, unsigned N>
vector<T, N / 2> filter(const vector<T, N>& v, filter_mode mode, unsigned step = 1) {
    return mode == filter_mode::even ? filter_even(v, step) : filter_odd(v, step);
}
template <class T, unsigned N>
vector<T, N> transpose(const vector<T, N>& v, unsigned rows, unsigned columns) {
    return detail::picked<N>(v, [=](unsigned i) { return i % rows * columns + i / rows; });
}

}  // namespace aie::lanes
