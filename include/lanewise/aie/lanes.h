// First-generation intrinsics that move or compare lanes with the same addressing as MACs: shuffle, select, add, max,
// lt, ... They bypass srs: no mode changes them and their results wrap at the element.
#pragma once

#include "lanewise/aie/compare.h"
#include "lanewise/aie/mac.h"

namespace lanewise::aie {

// Real 16-bit data goes through 2 x 2 blocks: a pair of nibbles and the square serve four lanes. All else is regular.
template <class T>
inline constexpr bool in_blocks = std::is_same_v<T, int16>;

template <class T, unsigned L>
using lane_places =
    selection_places<in_blocks<T> ? scheme::halves : scheme::regular, (L > (in_blocks<T> ? 16 : 8)), false>;

template <class T, unsigned N>
T lane_of(const ::aie::vector<T, N>& v, const selection& s, unsigned l) {
    int i;
    if constexpr (in_blocks<T>)
        i = index<scheme::halves>(s, l / 4 * 2 + l / 2 % 2, l % 2);
    else
        i = index<scheme::regular>(s, l, 0);
    return v.lane(static_cast<unsigned>(i) & (N - 1));
}

// The second buffer of a call, or the first where there is none.
template <class X>
const X& second_buffer(const X& x) {
    return x;
}
template <class X, class A, class... More>
const auto& second_buffer(const X& x, const A& a, const More&... more) {
    if constexpr (::aie::is_vector_v<A>)
        return a;
    else
        return second_buffer(x, more...);
}

// x and y lanes of a call: x buffer, x numbers[, y buffer], y numbers. Buffers alone mean lane by lane.
template <unsigned L, class T>
struct lane_pair {
    ::aie::vector<T, L> x, y;
};
template <unsigned L, class T, unsigned NX, class... A>
lane_pair<L, T> lane_arguments(const ::aie::vector<T, NX>& xb, const A&... a) {
    using Args = arguments<A...>;
    using Places = lane_places<T, L>;
    constexpr int second = Args::buffer_at(0);
    constexpr bool own_y = second < Args::count, plain = Args::number_at(0, 0) < 0;
    const Args args(a...);
    const selection sx = Places::template of<0>(args);
    const selection sy = own_y ? Places::template of<second + 1>(args) : Places::template of<0, Places::count>(args);
    const auto& yb = second_buffer(xb, a...);
    lane_pair<L, T> out;
    for (unsigned i = 0; i < L; ++i) {
        out.x.put(plain ? xb.lane(i) : lane_of(xb, sx, i), i);
        out.y.put(plain ? yb.lane(i) : lane_of(yb, sy, i), i);
    }
    return out;
}

}  // namespace lanewise::aie

#define LANEWISE_LANES(L)                                                                           \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> shuffle##L(const aie::vector<T, N>& x, const A&... a) {                       \
        return lanewise::aie::lane_arguments<L>(x, a...).x;                                         \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> select##L(unsigned mask, const aie::vector<T, N>& x, const A&... a) {         \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::select(p.x, p.y, aie::mask<L>::from_uint32(mask));                              \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> add##L(const aie::vector<T, N>& x, const A&... a) {                           \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::add(p.x, p.y);                                                                  \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> sub##L(const aie::vector<T, N>& x, const A&... a) {                           \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::sub(p.x, p.y);                                                                  \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> abs##L(const aie::vector<T, N>& x, const A&... a) {                           \
        return aie::lanes::abs(lanewise::aie::lane_arguments<L>(x, a...).x);                               \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> max##L(const aie::vector<T, N>& x, const A&... a) {                           \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::max(p.x, p.y);                                                                  \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> min##L(const aie::vector<T, N>& x, const A&... a) {                           \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::min(p.x, p.y);                                                                  \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> maxdiff##L(const aie::vector<T, N>& x, const A&... a) {                       \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::maxdiff(p.x, p.y);                                                              \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned lt##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::lt(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned ge##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::ge(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned gt##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::gt(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned le##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::le(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned eq##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::eq(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    unsigned ne##L(const aie::vector<T, N>& x, const A&... a) {                                     \
        const auto p = lanewise::aie::lane_arguments<L>(x, a...);                                   \
        return aie::lanes::neq(p.x, p.y).to_uint32();                                                       \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> maxcmp##L(const aie::vector<T, N>& x, const A&... a) {                        \
        return lanewise::aie::with_mask<L, T>(x, std::forward_as_tuple(a...),                       \
                                              std::make_index_sequence<sizeof...(A) - 1>(), true);  \
    }                                                                                               \
    template <class T, unsigned N, class... A>                                                      \
    aie::vector<T, L> mincmp##L(const aie::vector<T, N>& x, const A&... a) {                        \
        return lanewise::aie::with_mask<L, T>(x, std::forward_as_tuple(a...),                       \
                                              std::make_index_sequence<sizeof...(A) - 1>(), false); \
    }

namespace lanewise::aie {

// The last argument takes the mask: bit l says that lane l came from y.
template <unsigned L, class T, class X, class Args, std::size_t... I>
::aie::vector<T, L> with_mask(const X& x, const Args& args, std::index_sequence<I...>, bool larger) {
    const auto p = lane_arguments<L>(x, std::get<I>(args)...);
    const auto mask = larger ? ::aie::lanes::lt(p.x, p.y) : ::aie::lanes::gt(p.x, p.y);
    auto& to = const_cast<std::remove_cvref_t<std::tuple_element_t<sizeof...(I), Args>>&>(std::get<sizeof...(I)>(args));
    to = static_cast<std::remove_cvref_t<decltype(to)>>(mask.to_uint32());
    return ::aie::lanes::select(p.x, p.y, mask);
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
LANEWISE_LANES(4)
LANEWISE_LANES(8)
LANEWISE_LANES(16)
LANEWISE_LANES(32)
}  // namespace lanewise_intrinsics
#undef LANEWISE_LANES
