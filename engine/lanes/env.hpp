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
    // What the chip and the call decide for all lanes, so that loops over them have no branches.
    const bool flushes = rules.function_subnormals == function_subnormals_flush && !(flags & KEEP_SUBNORMALS);
    const bool ones_for_nan = std::is_same_v<D, float> && rules.div_nan == div_nan_all_ones;

    bool has(Flag f) const { return flags & f; }

    // The NaN of a division, which one chip documents.
    template <class V>
    V div_nan(V x) const {
        const V nan = std::bit_cast<float>(ones_for_nan ? 0x7FFFFFFFu : 0x7FC00000u);
        return x == x ? x : nan;
    }

    // Subnormals of the destination type become zeros of the same sign, where the chip's functions do that.
    template <class V>
    V flush(V x) const {
        return zero_below(x, smallest_normal<D>());
    }
    // The same for a result that is still to be rounded: one that rounds up to the smallest normal number stays.
    template <class V>
    V flush_result(V y) const {
        constexpr double rounds_up = smallest_normal<D>() * (1 - 0x1p-1 / (1ull << Layout<D>::mantissa));
        return zero_below(y, rounds_up);
    }

  private:
    template <class V>
    V zero_below(V x, double limit) const {
        // Sizes are compared as integers, which leaves NaN what it is in half the instructions.
        using Bits = std::conditional_t<sizeof(V) == 4, std::uint32_t, std::uint64_t>;
        constexpr Bits sign = Bits{1} << (8 * sizeof(V) - 1);
        const Bits floor = flushes ? std::bit_cast<Bits>(static_cast<V>(limit)) : 0, bits = std::bit_cast<Bits>(x);
        return std::bit_cast<V>(bits & ((bits & ~sign) < floor ? sign : ~Bits{0}));
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
