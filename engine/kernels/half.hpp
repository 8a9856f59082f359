// Kernels of half in the machine's own half instructions, eight lanes at a time.
#pragma once

#include "kernels/tree.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline void store_clamped(float16x8_t x, std::uint16_t* to) {
    const float16x8_t top = vreinterpretq_f16_u16(vdupq_n_u16(0x7BFF));
    const uint16x8_t bounded = vreinterpretq_u16_f16(vmaxq_f16(vminq_f16(x, top), vnegq_f16(top)));
    vst1q_u16(to, vandq_u16(bounded, vceqq_f16(x, x)));
}

template <class Lane, bool Saturate>
inline float16x8_t half_lane(const Env<half, Saturate>& env, const std::uint16_t* a, const std::uint16_t* b) {
    return Lane::of(env, vreinterpretq_f16_u16(vld1q_u16(a)), vreinterpretq_f16_u16(vld1q_u16(b)));
}

// Computed once more, out of line: results that are handed over would have to be in memory every time.
template <class Lane>
[[gnu::noinline, gnu::cold]] void clamped_lanes(const Env<half, true>& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to, int vectors) {
    for (int v = 0; v < vectors; ++v) store_clamped(half_lane<Lane, true>(env, a + 8 * v, b + 8 * v), to + 8 * v);
}

// 8 * Vectors lanes. Results that need clamping are rare: one look at all of them decides.
template <class Lane, bool Saturate, int Vectors>
inline void half_lanes(const Env<half, Saturate>& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to) {
    float16x8_t x[Vectors];
    uint16x8_t largest = vdupq_n_u16(0);
    for (int v = 0; v < Vectors; ++v) {
        x[v] = half_lane<Lane, Saturate>(env, a + 8 * v, b + 8 * v);
        if constexpr (Saturate) largest = vmaxq_u16(largest, vshlq_n_u16(vreinterpretq_u16_f16(x[v]), 1));
    }
    if constexpr (Saturate)
        if (vmaxvq_u16(largest) >= 0xF800) [[unlikely]]  // an infinity or a NaN, without its sign
            return clamped_lanes<Lane>(env, a, b, to, Vectors);
    for (int v = 0; v < Vectors; ++v) vst1q_u16(to + 8 * v, vreinterpretq_u16_f16(x[v]));
}

template <class Lane, bool Saturate>
inline void native_half(const KernelArgs& k) {
    auto* target = static_cast<std::uint16_t*>(k.targets[0]);
    const auto* a = static_cast<const std::uint16_t*>(k.sources[0]);
    const auto* b = static_cast<const std::uint16_t*>(k.sources[1]);
    const Env<half, Saturate> env{*k.rules, k.flags, k.params, k.state};
    const DefaultNan scope;
    std::size_t i = 0;
    for (; i + 32 <= k.n; i += 32) half_lanes<Lane, Saturate, 4>(env, a + i, b + i, target + i);
    for (; i + 8 <= k.n; i += 8) half_lanes<Lane, Saturate, 1>(env, a + i, b + i, target + i);
    if (const std::size_t rest = k.n - i) {
        std::uint16_t x[8] = {}, y[8] = {}, out[8];
        std::memcpy(x, a + i, 2 * rest);
        std::memcpy(y, b + i, 2 * rest);
        half_lanes<Lane, Saturate, 1>(env, x, y, out);
        std::memcpy(target + i, out, 2 * rest);
    }
}

// Trees of sums.
template <class Lane, bool Saturate>
inline void half_level(const Env<half, Saturate>& env, const std::uint16_t* in, std::uint16_t* out, std::size_t n) {
    auto run = [&](const std::uint16_t* from, std::uint16_t* to) {
        const float16x8_t a = vreinterpretq_f16_u16(vld1q_u16(from)), b = vreinterpretq_f16_u16(vld1q_u16(from + 8));
        const float16x8_t x = Lane::of(env, vuzp1q_f16(a, b), vuzp2q_f16(a, b));
        if constexpr (Saturate) store_clamped(x, to);
        else vst1q_u16(to, vreinterpretq_u16_f16(x));
    };
    const DefaultNan scope;
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) run(in + 2 * i, out + i);
    if (const std::size_t rest = n - i) {
        std::uint16_t from[16] = {}, to[8];
        std::memcpy(from, in + 2 * i, 4 * rest);
        run(from, to);
        std::memcpy(out + i, to, 2 * rest);
    }
}

template <class Lane, bool Saturate>
void half_trees(const KernelArgs& k) {
    const auto& args = static_cast<const TreeArgs&>(k);
    const Env<half, Saturate> env{*args.rules, args.flags, args.params, args.state};
    const auto* source = static_cast<const std::uint8_t*>(args.sources[0]);
    auto* values = static_cast<std::uint16_t*>(args.targets[0]);
    const std::size_t leaves = args.leaves;
    const std::size_t together = args.pitch == static_cast<std::int64_t>(2 * leaves) ? tree_room / leaves : 1;
    std::uint16_t odd[tree_room / 2], even[tree_room / 4];
    for (std::size_t at = 0; at < args.n; at += together) {
        const std::size_t groups = args.n - at < together ? args.n - at : together;
        const auto* in = reinterpret_cast<const std::uint16_t*>(source + static_cast<std::int64_t>(at) * args.pitch);
        std::uint16_t* out = odd;
        for (std::size_t n = groups * leaves / 2; n >= groups; n /= 2) {
            half_level<Lane, Saturate>(env, in, n == groups ? values + at : out, n);
            in = out;
            out = out == odd ? even : odd;
        }
    }
}

// The kernels that this level has; null: the level below does it as well.
template <class Lane, bool Saturate, class D, class... S>
constexpr Kernel half_kernel() {
    if constexpr (ExactInHalf<Lane> && sizeof...(S) == 2 && std::is_same_v<D, half>) return native_half<Lane, Saturate>;
    else return nullptr;
}

template <class Lane, bool Saturate, class D, class S>
constexpr Kernel half_tree_kernel() {
    if constexpr (!Picks<Lane> && std::is_same_v<D, half>) return half_trees<Lane, Saturate>;
    else return nullptr;
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
