// Runs a lane function over trees of neighbouring lanes: 0 with 1, 2 with 3 and so on, level by level, until every group has
// one value. Groups that lie back to back are reduced together, so that the loops stay long.
#pragma once

#include "kernels/dense.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline constexpr std::size_t tree_room = 1024;  // leaves taken at once

// Lanes that return one of their sources: the order of a tree does not matter to them. The others are sums.
template <class Lane>
concept Picks = requires { Lane::picks; };

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
inline void tree_level(const E& env, const V* __restrict in, V* __restrict out, std::size_t n) {
    std::size_t i = 0;
    // Machines add neighbours in one instruction; the compiler does not see it.
    if constexpr (std::is_same_v<V, float>) {
#if !defined(LANEWISE_PORTABLE) && defined(__AVX2__)
        for (; i + 8 <= n; i += 8) {
            const __m256 sums = _mm256_hadd_ps(_mm256_loadu_ps(in + 2 * i), _mm256_loadu_ps(in + 2 * i + 8));
            _mm256_storeu_ps(out + i, _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(sums), 0xD8)));
        }
#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)
        for (; i + 4 <= n; i += 4) vst1q_f32(out + i, vpaddq_f32(vld1q_f32(in + 2 * i), vld1q_f32(in + 2 * i + 4)));
#endif
    }
    LANEWISE_VECTORISE
    for (; i < n; ++i) out[i] = Lane::of(env, in[2 * i], in[2 * i + 1]);
}

// Whole registers against each other first, then what is left in halves.
template <class Lane, class E, class V>
inline V pick(const E& env, const V* lanes, std::size_t leaves) {
    constexpr std::size_t width = 16;
    alignas(64) V room[width];
    std::size_t n = leaves < width ? leaves : width;
    std::memcpy(room, lanes, n * sizeof(V));
    for (std::size_t at = width; at < leaves; at += width) {
        LANEWISE_VECTORISE
        for (std::size_t i = 0; i < width; ++i) room[i] = Lane::of(env, room[i], lanes[at + i]);
    }
    while (n /= 2)
        for (std::size_t i = 0; i < n; ++i) room[i] = Lane::of(env, room[i], room[i + n]);
    return room[0];
}

// The first active lane that holds the value; the first NaN for a NaN.
template <class V>
inline std::uint32_t first_lane(const V* lanes, std::uint32_t n, V value, const std::uint64_t* active) {
    const bool nan = value != value;
    std::uint32_t found = n;
    if (active) {
        for (std::uint32_t k = n; k-- > 0;)
            if (active[k >> 6] >> (k & 63) & 1 && (nan ? lanes[k] != lanes[k] : lanes[k] == value)) found = k;
    } else {
        for (std::uint32_t k = 0; k < n; ++k) {
            const std::uint32_t here = (lanes[k] == value) | (nan & (lanes[k] != lanes[k])) ? k : n;
            found = here < found ? here : found;
        }
    }
    return found < n ? found : 0;
}

template <class D, bool Saturate>
inline D stored(Value<D> x) {
    if constexpr (is_float<D>) return finish<D, Saturate>(x);
    else return x;
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
    [[maybe_unused]] alignas(64) V odd[tree_room / 2];
    [[maybe_unused]] alignas(64) V even[tree_room / 4];

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
        if constexpr (Picks<Lane>) {
            for (std::size_t i = 0; i < groups; ++i) {
                const V value = pick<Lane>(env, in + i * leaves, leaves);
                values[at + i] = stored<D, Saturate>(value);
                if (indices) indices[at + i] = first_lane(in + i * leaves, args.leaves, value, args.active);
            }
        } else {
            V* out = odd;
            for (std::size_t n = groups * leaves / 2; n >= groups; n /= 2) {
                tree_level<Lane>(env, in, out, n);
                if constexpr (is_narrow_float<D>) settle<D, Saturate>(out, n);
                in = out;
                out = out == odd ? even : odd;
            }
            for (std::size_t i = 0; i < groups; ++i) values[at + i] = stored<D, Saturate>(in[i]);
        }
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
