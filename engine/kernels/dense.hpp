// Runs a lane function over n contiguous elements. Sources and targets coincide exactly or do not overlap: the forms see to
// that, so every loop here may be vectorised.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "kernels/guessed.hpp"
#include "kernels/halves.hpp"
#include "lanes/env.hpp"
#include "numerics/default_nan.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

#if defined(__clang__)
#define LANEWISE_VECTORISE _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANEWISE_VECTORISE _Pragma("GCC ivdep")
#endif

// Lanes that move bits see elements as they lie in memory.
template <class Lane>
concept Raw = requires { Lane::raw; };

// Lanes of one IEEE operation: its float result, rounded to half, is what half hardware gives.
template <class Lane>
concept ExactInHalf = requires { Lane::exact_in_half; };

// Lanes that choose the NaN they produce.
template <class Lane>
concept OwnNan = requires { Lane::own_nan; };

// Lanes that run over arrays themselves.
template <class Lane>
concept OwnLoop = requires { Lane::own_loop; };

// A scalar as lanes take it: those that look at it once, for all of their values, make something else of it.
template <class Lane, class V, class E, class U>
inline auto ready(const E& env, U scalar) {
    if constexpr (requires { Lane::template ready<V>(env, scalar); }) return Lane::template ready<V>(env, scalar);
    else return scalar;
}

inline constexpr std::size_t chunk = 128;

template <class Lane, class T>
using Seen = std::conditional_t<Raw<Lane>, T, Value<T>>;

// A source as values: in place where memory already holds them, else widened a chunk at a time.
template <class Lane, class T>
struct Source {
    const T* data;
    alignas(64) float wide[is_narrow_float<T> && !Raw<Lane> ? chunk : 1];

    Source(const void* start) : data(static_cast<const T*>(start)) {}  // what is not loaded yet is not cleared, either
    const Seen<Lane, T>* load(std::size_t at, std::size_t n) {
        if constexpr (is_narrow_float<T> && !Raw<Lane>) {
            widen_n(data + at, wide, n);
            return wide;
        } else {
            (void)n;
            return data + at;
        }
    }
};

// Whether the machine is told to make the quiet NaN: narrowing makes one of all by itself.
template <class Lane, class D>
concept OneFloat = ExactInHalf<Lane> && std::is_floating_point_v<D>;
template <class Lane, class D>
inline constexpr bool by_default = default_nan && OneFloat<Lane, D>;

// Results on their way to memory: stored at once, or kept as float and narrowed a chunk at a time. `no_nan_left`: every NaN is
// the quiet one already.
template <class Lane, bool Saturate, bool no_nan_left, class D, class R>
inline void store_all(D* target, std::size_t n, auto&& result) {
    if constexpr (!is_float<D> || Raw<Lane> || (no_nan_left && std::is_same_v<D, R>)) {
        LANEWISE_VECTORISE
        for (std::size_t i = 0; i < n; ++i) target[i] = result(i);
    } else if constexpr (is_narrow_float<D> && std::is_same_v<R, float>) {
        alignas(64) float wide[chunk];
        LANEWISE_VECTORISE
        for (std::size_t i = 0; i < n; ++i) {
            float x = result(i);
            if constexpr (Saturate && std::is_same_v<D, half>) x = clamp<D>(x);
            wide[i] = x;
        }
        narrow_n(wide, target, n);
    } else {
        LANEWISE_VECTORISE
        for (std::size_t i = 0; i < n; ++i) target[i] = finish<D, Saturate>(result(i));
    }
}

template <class Lane, bool Saturate, bool no_nan_left, class D, class... S>
inline void dense_lanes(const KernelArgs& k) {
    const Env<D, Saturate> env{*k.rules, k.flags, k.params, k.state};
    constexpr bool chunked = !Raw<Lane> && (Guessed<Lane> || is_narrow_float<D> || (is_narrow_float<S> || ...));
    auto* target = static_cast<D*>(k.targets[0]);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        std::tuple<Source<Lane, S>...> sources{k.sources[I]...};
        const std::size_t size = chunked ? chunk : k.n;
        for (std::size_t at = 0; at < k.n; at += size) {
            const std::size_t n = k.n - at < size ? k.n - at : size;
            std::tuple<const Seen<Lane, S>*...> in{std::get<I>(sources).load(at, n)...};
            if constexpr (Guessed<Lane>) {
                store_guessed<Lane, chunk>(
                    env, target + at, n, [&](std::size_t i) { return Lane::argument(env, std::get<I>(in)[i]...); },
                    [&](std::size_t i) { return Lane::of(env, std::get<I>(in)[i]...); });
            } else {
                using R = decltype(Lane::of(env, std::get<I>(in)[0]...));
                store_all<Lane, Saturate, no_nan_left, D, R>(target + at, n,
                                                             [&](std::size_t i) { return Lane::of(env, std::get<I>(in)[i]...); });
            }
        }
    }(std::index_sequence_for<S...>{});
}

// A register, or a repeat: a loop that knows how long it is has nothing to find out first.
inline constexpr std::size_t whole_bytes = 256;

template <class D>
inline KernelArgs whole(const KernelArgs& k) {
    KernelArgs fixed = k;
    fixed.n = whole_bytes / sizeof(D);
    return fixed;
}

template <class Lane, bool Saturate, class D, class... S>
void dense(const KernelArgs& k) {
    if constexpr (OneFloat<Lane, D>)
        if (k.n == whole_bytes / sizeof(D)) return dense_lanes<Lane, Saturate, OwnNan<Lane>, D, S...>(whole<D>(k));
    if constexpr (by_default<Lane, D>)
        if (k.n > few_lanes) {
            const DefaultNan scope;
            return dense_lanes<Lane, Saturate, true, D, S...>(k);
        }
    dense_lanes<Lane, Saturate, OwnNan<Lane>, D, S...>(k);
}

template <class Lane, bool Saturate, class D, class... S>
constexpr Kernel kernel_of() {
    constexpr bool of_halves = std::is_same_v<D, half> && sizeof...(S) == 2 && (std::is_same_v<S, half> && ...);
    if constexpr (OwnLoop<Lane>) return Lane::template run<D, S...>;
    else if constexpr (ExactInHalf<Lane> && of_halves && converts_halves) return halves<ConvertedHalves, Lane, Saturate>;
    else return dense<Lane, Saturate, D, S...>;
}

template <class T>
inline T scalar_of(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// Lanes with one scalar, which may stand on either side of the last source.
template <class Lane, bool Saturate, bool no_nan_left, class D, class U, class... S>
inline void scalar_lanes(const KernelArgs& k) {
    const Env<D, Saturate> env{*k.rules, k.flags, k.params, k.state};
    constexpr bool chunked = !Raw<Lane> && (is_narrow_float<D> || (is_narrow_float<S> || ...));
    auto* target = static_cast<D*>(k.targets[0]);
    Seen<Lane, U> scalar;
    if constexpr (is_narrow_float<U> && !Raw<Lane>) scalar = widen(scalar_of<U>(k.scalars[0]));
    else scalar = scalar_of<U>(k.scalars[0]);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        std::tuple<Source<Lane, S>...> sources{k.sources[I]...};
        const std::size_t size = chunked ? chunk : k.n;
        for (std::size_t at = 0; at < k.n; at += size) {
            const std::size_t n = k.n - at < size ? k.n - at : size;
            std::tuple<const Seen<Lane, S>*...> in{std::get<I>(sources).load(at, n)...};
            using R = decltype(Lane::of(env, std::get<I>(in)[0]..., scalar));
            if constexpr (sizeof...(S) == 1) {
                if (k.flags & SCALAR_LEFT) {
                    store_all<Lane, Saturate, no_nan_left, D, R>(
                        target + at, n, [&](std::size_t i) { return Lane::of(env, scalar, std::get<I>(in)[i]...); });
                    continue;
                }
            }
            const auto right = ready<Lane, R>(env, scalar);
            store_all<Lane, Saturate, no_nan_left, D, R>(
                target + at, n, [&]([[maybe_unused]] std::size_t i) { return Lane::of(env, std::get<I>(in)[i]..., right); });
        }
    }(std::index_sequence_for<S...>{});
}

template <class Lane, bool Saturate, class D, class U, class... S>
void dense_scalar(const KernelArgs& k) {
    if constexpr (OneFloat<Lane, D>)
        if (k.n == whole_bytes / sizeof(D)) return scalar_lanes<Lane, Saturate, OwnNan<Lane>, D, U, S...>(whole<D>(k));
    if constexpr (by_default<Lane, D>)
        if (k.n > few_lanes) {
            const DefaultNan scope;
            return scalar_lanes<Lane, Saturate, true, D, U, S...>(k);
        }
    scalar_lanes<Lane, Saturate, OwnNan<Lane>, D, U, S...>(k);
}

// Lanes with two results.
template <class Lane, class D, class A, class B>
void dense_pair(const KernelArgs& k) {
    const Env<D, false> env{*k.rules, k.flags, k.params, k.state};
    auto *low = static_cast<D*>(k.targets[0]), *high = static_cast<D*>(k.targets[1]);
    const auto* a = static_cast<const A*>(k.sources[0]);
    const auto* b = static_cast<const B*>(k.sources[1]);
    for (std::size_t i = 0; i < k.n; ++i) Lane::of(env, low[i], high[i], a[i], b[i]);
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
