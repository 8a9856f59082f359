// Lane functions of exponentials, logarithms and roots on registers.
#pragma once

#include "lanes/arithmetic.hpp"
#include "lanes/convert.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// ln in float, then one multiplication. Subnormals are zeros, or are multiplied by 2^23 first, which `shift` takes back.
template <class E>
inline float scaled_logarithm(const E& e, float x, float scale, float shift) {
    const bool tiny = std::fabs(x) < 0x1p-126f, keeps = e.has(KEEP_SUBNORMALS);
    if (tiny) x = keeps ? x * 0x1p23f : std::copysign(0.0f, x);
    float y = static_cast<float>(exact::ln<float>(x)) * scale;
    if (tiny && keeps) y += shift;
    if constexpr (std::is_same_v<typename E::To, half>)  // the cast back to half asks for no saturation of its own
        if (quantising_rule(e.rules, e.state->ctrl).clamps_float) y = clamp<half>(y);
    return y;
}

struct reg_log2 {
    template <class E>
    static float of(const E& e, float a) {
        return scaled_logarithm(e, a, 1.4426950408889634f, -23.0f);
    }
};

struct reg_log10 {
    template <class E>
    static float of(const E& e, float a) {
        return scaled_logarithm(e, a, 0.43429448190325176f, -6.9236899f);
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
