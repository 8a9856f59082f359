// Kernels of half in half instructions of the machine, 32 lanes at a time, by vectors as compilers have them.
#pragma once

#include "kernels/dense.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline constexpr std::size_t wide_halves = 32;
using WideHalves [[gnu::vector_size(2 * wide_halves), gnu::aligned(1), gnu::may_alias]] = _Float16;
using WideBits [[gnu::vector_size(2 * wide_halves), gnu::aligned(1), gnu::may_alias]] = std::uint16_t;

// Their results are those of the format but for NaN, which machines sign; clamped ones have no infinity and no NaN.
template <class Lane, bool Saturate>
inline void wide_lanes(const Env<half, Saturate>& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to) {
    const WideHalves x = Lane::of(env, *reinterpret_cast<const WideHalves*>(a), *reinterpret_cast<const WideHalves*>(b));
    const WideBits bits = reinterpret_cast<const WideBits&>(x), size = bits & 0x7FFF;
    const WideBits nan = reinterpret_cast<WideBits>(size > 0x7C00), infinite = reinterpret_cast<WideBits>(size == 0x7C00);
    WideBits stored;
    if constexpr (Saturate) stored = (bits + infinite) & ~nan;  // all ones are minus one: the number before infinity
    else stored = (bits & ~nan) | (nan & 0x7E00);
    *reinterpret_cast<WideBits*>(to) = stored;
}

template <class Lane, bool Saturate>
void native_half(const KernelArgs& k) {
    auto* target = static_cast<std::uint16_t*>(k.targets[0]);
    const auto* a = static_cast<const std::uint16_t*>(k.sources[0]);
    const auto* b = static_cast<const std::uint16_t*>(k.sources[1]);
    const Env<half, Saturate> env{*k.rules, k.flags, k.params, k.state};
    std::size_t i = 0;
    for (; i + wide_halves <= k.n; i += wide_halves) wide_lanes<Lane, Saturate>(env, a + i, b + i, target + i);
    if (const std::size_t rest = k.n - i) {
        std::uint16_t x[wide_halves] = {}, y[wide_halves] = {}, out[wide_halves];
        std::memcpy(x, a + i, 2 * rest);
        std::memcpy(y, b + i, 2 * rest);
        wide_lanes<Lane, Saturate>(env, x, y, out);
        std::memcpy(target + i, out, 2 * rest);
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
    return nullptr;
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
