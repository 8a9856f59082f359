// Runs a lane function over n contiguous elements. Sources and targets coincide exactly or do not overlap: the forms see to
// that, so every loop here may be vectorised.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "lanes/env.hpp"

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

// Lanes whose float result, rounded to half, is what half hardware gives.
template <class Lane>
concept ExactInHalf = requires { Lane::exact_in_half; };

// Lanes that choose the NaN they produce.
template <class Lane>
concept OwnNan = requires { Lane::own_nan; };

// Lanes that run over arrays themselves.
template <class Lane>
concept OwnLoop = requires { Lane::own_loop; };

inline constexpr std::size_t chunk = 128;

template <class Lane, class T>
using Seen = std::conditional_t<Raw<Lane>, T, Value<T>>;

// A source as values: in place where memory already holds them, else widened a chunk at a time.
template <class Lane, class T>
struct Source {
    const T* data;
    alignas(64) float wide[is_narrow_float<T> && !Raw<Lane> ? chunk : 1];

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

// Results on their way to memory: stored at once, or kept as float and narrowed a chunk at a time.
template <class Lane, bool Saturate, class D, class R>
inline void store_all(D* target, std::size_t n, auto&& result) {
    if constexpr (!is_float<D> || Raw<Lane> || (OwnNan<Lane> && std::is_same_v<D, R>)) {
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

#if defined(LANEWISE_NATIVE_HALF)
// Half arithmetic in the machine's own half instructions, eight lanes at a time.
template <class Lane, bool Saturate>
inline uint16x8_t half_lanes(const Env<half, Saturate>& env, float16x8_t a, float16x8_t b) {
    float16x8_t x = Lane::of(env, a, b);
    uint16x8_t is_number = vceqq_f16(x, x);
    if constexpr (Saturate) {
        const float16x8_t top = vreinterpretq_f16_u16(vdupq_n_u16(0x7BFF));
        x = vmaxq_f16(vminq_f16(x, top), vnegq_f16(top));
        return vandq_u16(vreinterpretq_u16_f16(x), is_number);
    } else {
        return vbslq_u16(is_number, vreinterpretq_u16_f16(x), vdupq_n_u16(0x7E00));
    }
}

template <class Lane, bool Saturate>
inline void native_half(const KernelArgs& k) {
    auto* target = static_cast<std::uint16_t*>(k.targets[0]);
    const auto* a = static_cast<const std::uint16_t*>(k.sources[0]);
    const auto* b = static_cast<const std::uint16_t*>(k.sources[1]);
    const Env<half, Saturate> env{*k.rules, k.flags, k.params, k.state};
    auto run = [&](const std::uint16_t* x, const std::uint16_t* y, std::uint16_t* to) {
        vst1q_u16(to, half_lanes<Lane, Saturate>(env, vreinterpretq_f16_u16(vld1q_u16(x)), vreinterpretq_f16_u16(vld1q_u16(y))));
    };
    std::size_t i = 0;
    for (; i + 8 <= k.n; i += 8) run(a + i, b + i, target + i);
    if (const std::size_t rest = k.n - i) {
        std::uint16_t x[8] = {}, y[8] = {}, out[8];
        std::memcpy(x, a + i, 2 * rest);
        std::memcpy(y, b + i, 2 * rest);
        run(x, y, out);
        std::memcpy(target + i, out, 2 * rest);
    }
}
#endif

template <class Lane, bool Saturate, class D, class... S>
void dense(const KernelArgs& k) {
#if defined(LANEWISE_NATIVE_HALF)
    if constexpr (ExactInHalf<Lane> && sizeof...(S) == 2 && std::is_same_v<D, half>) return native_half<Lane, Saturate>(k);
#endif
    const Env<D, Saturate> env{*k.rules, k.flags, k.params, k.state};
    constexpr bool chunked = !Raw<Lane> && (is_narrow_float<D> || (is_narrow_float<S> || ...));
    auto* target = static_cast<D*>(k.targets[0]);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        std::tuple<Source<Lane, S>...> sources{Source<Lane, S>{static_cast<const S*>(k.sources[I]), {}}...};
        const std::size_t size = chunked ? chunk : k.n;
        for (std::size_t at = 0; at < k.n; at += size) {
            const std::size_t n = k.n - at < size ? k.n - at : size;
            std::tuple<const Seen<Lane, S>*...> in{std::get<I>(sources).load(at, n)...};
            using R = decltype(Lane::of(env, std::get<I>(in)[0]...));
            store_all<Lane, Saturate, D, R>(target + at, n,
                                            [&](std::size_t i) { return Lane::of(env, std::get<I>(in)[i]...); });
        }
    }(std::index_sequence_for<S...>{});
}

template <class Lane, bool Saturate, class D, class... S>
constexpr Kernel kernel_of() {
    if constexpr (OwnLoop<Lane>) return Lane::template run<D, S...>;
    else return dense<Lane, Saturate, D, S...>;
}

template <class T>
inline T scalar_of(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// Lanes with one scalar, which may stand on either side of the last source.
template <class Lane, bool Saturate, class D, class U, class... S>
void dense_scalar(const KernelArgs& k) {
    const Env<D, Saturate> env{*k.rules, k.flags, k.params, k.state};
    constexpr bool chunked = !Raw<Lane> && (is_narrow_float<D> || (is_narrow_float<S> || ...));
    auto* target = static_cast<D*>(k.targets[0]);
    Seen<Lane, U> scalar;
    if constexpr (is_narrow_float<U> && !Raw<Lane>) scalar = widen(scalar_of<U>(k.scalars[0]));
    else scalar = scalar_of<U>(k.scalars[0]);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        std::tuple<Source<Lane, S>...> sources{Source<Lane, S>{static_cast<const S*>(k.sources[I]), {}}...};
        const std::size_t size = chunked ? chunk : k.n;
        for (std::size_t at = 0; at < k.n; at += size) {
            const std::size_t n = k.n - at < size ? k.n - at : size;
            std::tuple<const Seen<Lane, S>*...> in{std::get<I>(sources).load(at, n)...};
            using R = decltype(Lane::of(env, std::get<I>(in)[0]..., scalar));
            if constexpr (sizeof...(S) == 1) {
                if (k.flags & SCALAR_LEFT) {
                    store_all<Lane, Saturate, D, R>(
                        target + at, n, [&](std::size_t i) { return Lane::of(env, scalar, std::get<I>(in)[i]...); });
                    continue;
                }
            }
            store_all<Lane, Saturate, D, R>(
                target + at, n, [&]([[maybe_unused]] std::size_t i) { return Lane::of(env, std::get<I>(in)[i]..., scalar); });
        }
    }(std::index_sequence_for<S...>{});
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
