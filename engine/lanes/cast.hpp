// Conversions between element types, and arithmetic that ends in one.
#pragma once

#include "lanes/arithmetic.hpp"
#include "lanes/convert.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// Conversions run over whole arrays: mode and control bits are looked at once.
struct cast {
    static constexpr bool own_loop = true;

    template <class D, class S>
    static void run(const KernelArgs& k) {
        const CastRule rule = cast_rule(*k.rules, k.state->ctrl, static_cast<RoundMode>(k.params[0]));
        const auto* s = static_cast<const S*>(k.sources[0]);
        auto* d = static_cast<D*>(k.targets[0]);
        if constexpr (is_complex<S>) {
            convert_n(rule, &s->re, &d->re, 2 * k.n);
        } else {
            if constexpr (std::is_same_v<S, std::int32_t> && std::is_same_v<D, half>)
                if (k.rules->cast_int32_to_half == cast_int32_to_half_deqscale) return dequantise(k, s, d);
            convert_n(rule, s, d, k.n);
        }
    }

  private:
    static void dequantise(const KernelArgs& k, const std::int32_t* s, half* d) {
        const bool clamps = quantising_rule(*k.rules, k.state->ctrl).clamps_float;
        const float scale = deq_scale(*k.state);
        alignas(64) float x[cast_chunk];
        for (std::size_t at = 0; at < k.n; at += cast_chunk) {
            const std::size_t n = k.n - at < cast_chunk ? k.n - at : cast_chunk;
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) x[i] = scaled(s[at + i], scale);
            store_float(x, d + at, n, RoundMode::rint, clamps);
        }
    }
};

// Same type: whole numbers.
struct truncate {
    static constexpr bool own_loop = true;

    template <class D, class S>
    static void run(const KernelArgs& k) {
        const CastRule rule{static_cast<RoundMode>(k.params[0]), false, false, false};
        convert_n(rule, static_cast<const S*>(k.sources[0]), static_cast<D*>(k.targets[0]), k.n);
    }
};

// A sum or product in the type of the sources; D says which that is, since half comes here as float.
template <class E, class V, class Operation>
inline V in_source_type(const E& e, V a, V b, Operation operation) {
    const std::uint64_t ctrl = e.state->ctrl;
    if constexpr (is_number<V>) {
        return integers_saturate(e.rules, ctrl) ? operation(std::true_type{}, a, b) : operation(std::false_type{}, a, b);
    } else {
        float x = operation(std::false_type{}, a, b);
        if constexpr (!is_number<typename E::To>) return x;  // float to half
        if (halves_saturate(ctrl)) x = clamp<half>(x);
        return widen(narrow<half>(x));
    }
}

template <class E, class V>
inline typename E::To then_cast(const E& e, V x, RoundMode mode) {
    using D = typename E::To;
    const CastRule rule = cast_rule(e.rules, e.state->ctrl, mode);
    if constexpr (std::is_same_v<V, float> && is_number<D>) {
        const float whole = std::rint(x);
        return rule.clamps_integer ? clamped<D>(whole) : wrapped<D>(whole);
    } else if constexpr (std::is_same_v<V, float>) {
        return rounded<D>(x, Narrowing<D>(mode, rule.clamps_float));
    } else if constexpr (std::is_same_v<V, std::int16_t>) {  // goes through half
        return then_cast(e, widen(narrow<half>(static_cast<float>(x))), mode);
    } else if constexpr (is_number<D>) {
        return integer_cast<D>(x, rule.clamps_integer);
    } else {
        return static_cast<D>(x);
    }
}

struct add_relu_cast {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static auto of(const E& e, V a, V b) {
        auto sum = [](auto clamps, V x, V y) {
            if constexpr (is_number<V>) return integer_add<clamps.value>(x, y);
            else return x + y;
        };
        return then_cast(e, relu::of(e, in_source_type(e, a, b, sum)), RoundMode::rint);
    }
};

struct sub_relu_cast {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static auto of(const E& e, V a, V b) {
        auto difference = [](auto clamps, V x, V y) {
            if constexpr (is_number<V>) return integer_sub<clamps.value>(x, y);
            else return x - y;
        };
        return then_cast(e, relu::of(e, in_source_type(e, a, b, difference)), RoundMode::rint);
    }
};

struct mul_cast {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static auto of(const E& e, V a, V b) {
        auto product = [](auto clamps, V x, V y) {
            if constexpr (is_number<V>) return integer_mul<clamps.value>(x, y);
            else return x * y;
        };
        return then_cast(e, in_source_type(e, a, b, product), RoundMode::rint);
    }
};

struct muls_cast {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static auto of(const E& e, V a, V s) {
        return then_cast(e, a * s, RoundMode::round);
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
