// Runs a lane function over trees of neighbouring lanes: 0 with 1, 2 with 3 and so on, level by level, until every group has
// one value. Groups that lie back to back are reduced together, so that the loops stay long.
#pragma once

#include "kernels/dense.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline constexpr std::size_t tree_room = 1024;  // leaves taken at once

// An intermediate level of narrow floats, rounded in place to what memory would hold.
template <class D, bool Saturate>
inline void settle(float* values, std::size_t n) {
    if constexpr (is_narrow_float<D>) {
        alignas(64) D narrowed[tree_room / 2];
        if constexpr (Saturate && std::is_same_v<D, half>) {
            LANEWISE_VECTORISE
            for (std::size_t i = 0; i < n; ++i) values[i] = clamp<D>(values[i]);
        }
        narrow_n(values, narrowed, n);
        widen_n(narrowed, values, n);
    }
}

template <class Lane, class E, class V>
inline void level(const E& env, const V* __restrict in, V* __restrict out, std::size_t n) {
    LANEWISE_VECTORISE
    for (std::size_t i = 0; i < n; ++i) out[i] = Lane::of(env, in[2 * i], in[2 * i + 1]);
}

template <class T>
inline Value<T> number(T x) {
    if constexpr (is_narrow_float<T>) return widen(x);
    else return x;
}

// The first active lane that holds the value; the first NaN for a NaN.
template <class S, class D>
inline std::uint32_t first_lane(const S* lanes, std::uint32_t n, D value, const std::uint64_t* active) {
    const auto wanted = number(value);
    for (std::uint32_t k = 0; k < n; ++k) {
        if (active && !(active[k >> 6] >> (k & 63) & 1)) continue;
        const auto x = number(lanes[k]);
        if (x == wanted || (x != x && wanted != wanted)) return k;
    }
    return 0;
}

template <class Lane, bool Saturate, class D, class S>
void trees(const KernelArgs& k) {
    const auto& args = static_cast<const TreeArgs&>(k);
    using V = Value<D>;
    const Env<D, Saturate> env{*k.rules, k.flags, k.params, k.state};
    const auto* source = static_cast<const std::uint8_t*>(k.sources[0]);
    auto* values = static_cast<D*>(k.targets[0]);
    auto* indices = static_cast<std::uint32_t*>(k.targets[1]);
    const std::size_t leaves = args.leaves;
    const bool dense = args.pitch == static_cast<std::int64_t>(leaves * sizeof(S));
    const std::size_t together = dense ? tree_room / leaves : 1;
    constexpr bool in_place = std::is_same_v<S, V>;
    alignas(64) V wide[in_place ? 1 : tree_room];
    alignas(64) V odd[tree_room / 2], even[tree_room / 4];

    for (std::size_t at = 0; at < k.n; at += together) {
        const std::size_t groups = k.n - at < together ? k.n - at : together;
        const S* first = reinterpret_cast<const S*>(source + static_cast<std::int64_t>(at) * args.pitch);
        const V* in;
        if constexpr (in_place) {
            in = first;
        } else {
            if constexpr (is_narrow_float<S>) widen_n(first, wide, groups * leaves);
            else for (std::size_t i = 0; i < groups * leaves; ++i) wide[i] = static_cast<V>(first[i]);
            in = wide;
        }
        V* out = odd;
        for (std::size_t n = groups * leaves / 2; n >= groups; n /= 2) {
            level<Lane>(env, in, out, n);
            if constexpr (is_narrow_float<D> && ExactInHalf<Lane>) settle<D, Saturate>(out, n);  // the others only pick
            in = out;
            out = out == odd ? even : odd;
        }
        for (std::size_t i = 0; i < groups; ++i) {
            if constexpr (is_float<D>) values[at + i] = finish<D, Saturate>(in[i]);
            else values[at + i] = in[i];
        }
        if (indices)
            for (std::size_t i = 0; i < groups; ++i)
                indices[at + i] = first_lane(first + i * leaves, args.leaves, values[at + i], args.active);
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
