// What a lane function sees besides its values: the destination type, the flags of the call and the chip's rules.
#pragma once

#include <cmath>

#include "isa.hpp"
#include "numerics/exact.hpp"
#include "numerics/narrow.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// The type a lane function computes in: half and bfloat16 as float, everything else as itself.
template <class T>
using Value = std::conditional_t<is_narrow_float<T>, float, T>;

template <class T>
inline constexpr bool is_number = std::is_integral_v<T>;

template <class D, bool Saturate>
struct Env {
    using To = D;
    static constexpr bool saturate = Saturate;
    const Rules& rules;
    std::uint32_t flags;
    const std::int64_t* params = nullptr;
    const State* state = nullptr;

    bool has(Flag f) const { return flags & f; }
    bool flushes() const { return rules.function_subnormals == function_subnormals_flush && !has(KEEP_SUBNORMALS); }

    // The NaN of a division, which one chip documents.
    template <class V>
    V div_nan(V x) const {
        if (x == x) return x;
        const bool all_ones = std::is_same_v<D, float> && rules.div_nan == div_nan_all_ones;
        return all_ones ? std::bit_cast<float>(0x7FFFFFFFu) : quiet_nan;
    }

    // Subnormals of the destination type become zeros of the same sign, where the chip's functions do that.
    template <class V>
    V flush(V x) const {
        return flushes() && std::fabs(x) < static_cast<V>(smallest_normal<D>()) ? std::copysign(V{0}, x) : x;
    }
};

// A result clamped as CTRL[48] asks: infinities to the largest number, NaN to 0.
template <class T>
inline float clamp(float x) {
    float bounded = x > Layout<T>::maximum ? Layout<T>::maximum : x < -Layout<T>::maximum ? -Layout<T>::maximum : x;
    return bounded == bounded ? bounded : 0.0f;
}

// A value rounded to T once and stored; NaN becomes the quiet NaN.
template <class T, bool Saturate>
inline T finish(float x) {
    if constexpr (Saturate && std::is_same_v<T, half>) x = clamp<T>(x);
    if constexpr (is_narrow_float<T>) return narrow<T>(x);
    else return x == x ? x : static_cast<T>(quiet_nan);
}

template <class T, bool Saturate>
inline T finish(double x) {
    if constexpr (std::is_same_v<T, double>) return x == x ? x : std::numeric_limits<double>::quiet_NaN();
    else if constexpr (std::is_same_v<T, float>) return finish<T, false>(static_cast<float>(x));
    else {
        T rounded = exact::round_to<T>(x);
        return Saturate && std::is_same_v<T, half> ? narrow<T>(clamp<T>(widen(rounded))) : rounded;
    }
}

// An intermediate result rounded to the destination type.
template <class E>
inline float step(float x) {
    return widen(finish<typename E::To, E::saturate>(x));
}

// One real operation inside complex arithmetic, rounded to the component type.
template <class T>
inline float part(float x) {
    return widen(narrow<T>(x));
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
