// Reductions of a register. Sums are trees of neighbouring pairs, every step rounded to the type of the result.
#pragma once

#include "lanes/reduction.hpp"
#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

template <class D, bool Saturate>
inline D plus(D a, D b) {
    if constexpr (is_number<D>) return integer_add<Saturate>(a, b);
    else return finish<D, Saturate>(widen(a) + widen(b));
}

// `levels` times neighbours become one; what is left stands in front.
template <class D, bool Saturate>
inline void add_neighbours(Lanes<D>& x, int levels) {
    for (int level = 0; level < levels; ++level) {
        x.count /= 2;
        for (int i = 0; i < x.count; ++i) x[i] = plus<D, Saturate>(x[2 * i], x[2 * i + 1]);
    }
}

// Sums of groups of `group` neighbouring lanes in the first lanes of dst, the others zero.
template <class D, class S>
void sum_groups(RegisterWalk& w, int group, bool lost) {
    const ActiveLanes active(w, 2, w.pitch(1));
    const Lanes<S> x(w, 1, [&](int i) { return !lost && active[i]; });
    Lanes<D> leaves(x.count);
    active.each([&](int i) {
        if constexpr (is_number<D>) leaves[i] = static_cast<D>(x[i]);
        else leaves[i] = x[i];
    });
    int levels = 0;
    while (1 << levels < group) ++levels;
    if (w.saturates()) add_neighbours<D, true>(leaves, levels);
    else add_neighbours<D, false>(leaves, levels);
    Lanes<D> out(w.count(0));
    for (int i = 0; i < leaves.count && !lost; ++i) out[i] = leaves[i];
    w.put(0, out.at);
}

inline void sums(RegisterWalk& w, int group, bool lost = false) {
    switch (w.type(1)) {
        case DType::half_: return sum_groups<half, half>(w, group, lost);
        case DType::float_: return sum_groups<float, float>(w, group, lost);
        case DType::int16_: return sum_groups<std::int32_t, std::int16_t>(w, group, lost);
        case DType::uint16_: return sum_groups<std::uint32_t, std::uint16_t>(w, group, lost);
        case DType::int32_: return sum_groups<std::int32_t, std::int32_t>(w, group, lost);
        case DType::uint32_: return sum_groups<std::uint32_t, std::uint32_t>(w, group, lost);
        case DType::int64_: return sum_groups<std::int64_t, std::int64_t>(w, group, lost);
        default: return sum_groups<std::uint64_t, std::uint64_t>(w, group, lost);
    }
}

// 64-bit: the library's carries run under the mask, so that nothing is left when lane 0 is masked.
inline void reg_reduce_sum(RegisterWalk& w) { sums(w, w.count(1), w.size(1) == 8 && !w.bit(2, 0)); }
inline void reg_reduce_data_block_sum(RegisterWalk& w) { sums(w, 32 / w.size(1)); }
inline void reg_pair_reduce_elem(RegisterWalk& w) { sums(w, 2); }

// The value that changes no maximum or minimum.
template <class T, bool Largest>
inline T outermost(bool finite_half) {
    using Limits = std::numeric_limits<T>;
    if constexpr (is_number<T>) return Largest ? Limits::min() : Limits::max();
    const float end = finite_half && std::is_same_v<T, half> ? Layout<half>::maximum : INFINITY;
    return narrow<T>(Largest ? -end : end);
}

template <bool Largest, class T>
inline T further(T a, T b) {
    const Env<T, false>* none = nullptr;
    if constexpr (is_number<T>) return extreme<Largest>::of(none, a, b);
    else return narrow<T>(extreme<Largest>::of(none, widen(a), widen(b)));
}

// The value in lane 0 and the number of its first lane in lane 1, as an integer of the same width.
template <bool Largest>
void extreme_lane(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const ActiveLanes active(w, 2, w.pitch(1));
        const Lanes<T> x(w, 1, active);
        bool any = false;
        T value{};
        active.each([&](int i) {
            value = further<Largest>(any ? value : x[i], x[i]);
            any = true;
        });
        std::uint64_t place = 0;
        auto same = [](auto a, auto b) { return a == b || (a != a && b != b); };
        while (any && !(active[static_cast<int>(place)] && same(value_of(x[static_cast<int>(place)]), value_of(value)))) ++place;
        if (!any) value = outermost<T, Largest>(w.core.rules->masked_repeat == masked_repeat_largest);
        Lanes<T> out(x.count);
        out[0] = value;
        std::memcpy(&out[1], &place, sizeof(T));
        w.put(0, out.at);
    });
}

inline void reg_reduce_max(RegisterWalk& w) { extreme_lane<true>(w); }
inline void reg_reduce_min(RegisterWalk& w) { extreme_lane<false>(w); }

template <bool Largest>
void extreme_blocks(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const ActiveLanes active(w, 2, w.pitch(1));
        const Lanes<T> x(w, 1, active);
        const T outside = outermost<T, Largest>(w.core.rules->masked_block == masked_block_largest);
        constexpr int per_block = 32 / sizeof(T);
        Lanes<T> out(x.count);
        for (int b = 0; b < register_bytes / 32; ++b) {
            T value = outside;
            for (int i = b * per_block; i < (b + 1) * per_block; ++i)
                if (active[i]) value = further<Largest>(value, x[i]);
            out[b] = value;
        }
        w.put(0, out.at);
    });
}

inline void reg_reduce_data_block_max(RegisterWalk& w) { extreme_blocks<true>(w); }
inline void reg_reduce_data_block_min(RegisterWalk& w) { extreme_blocks<false>(w); }

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
