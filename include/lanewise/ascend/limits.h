// NumericLimits: the special values of an element type, as numbers and as fills of a tensor.
#pragma once

#include <bit>
#include <limits>

#include "lanewise/ascend/issue.h"

namespace AscendC {

template <class T>
class NumericLimits {
    static_assert(std::is_integral_v<T> || std::is_same_v<T, float> || lanewise::NarrowFloat<T>);
    static constexpr bool floating = !std::is_integral_v<T>;
    using Integer = std::numeric_limits<std::conditional_t<floating, int, T>>;

    // Sign, exponent and fraction from high to low.
    static constexpr int fraction = std::is_same_v<T, half> ? 10 : std::is_same_v<T, bfloat16_t> ? 7 : 23;
    static constexpr std::uint32_t sign = std::is_same_v<T, float> ? 1u << 31 : 1u << 15;
    static constexpr std::uint32_t infinite = sign - (1u << fraction);

    static constexpr T bits(std::uint32_t word) {
        if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(word);
        else return T::from_bits(static_cast<std::uint16_t>(word));
    }
    LANEWISE_API static void fill(const LocalTensor<T>& dst, T value, std::uint32_t count) {
        using namespace lanewise;
        Call(Opcode::duplicate_, Overload::COUNT).tensors(dst).scalar(value).count(count).issue();
    }

  public:
    static constexpr T Max() {
        if constexpr (floating) return bits(infinite - 1);
        else return Integer::max();
    }
    static constexpr T Lowest() {
        if constexpr (floating) return bits(sign | (infinite - 1));
        else return Integer::lowest();
    }
    static constexpr T Min() {
        if constexpr (floating) return bits(1u << fraction);
        else return Integer::lowest();
    }
    static constexpr T Infinity() requires(floating) { return bits(infinite); }
    static constexpr T NegativeInfinity() requires(floating) { return bits(sign | infinite); }
    static constexpr T QuietNaN() requires(floating) { return bits(infinite | 1u << (fraction - 1)); }
    static constexpr T SignalingNaN() requires(floating) { return bits(infinite | 1u << (fraction - 2)); }
    static constexpr T DeNormMin() requires(floating) { return bits(1); }

    LANEWISE_API static void Max(const LocalTensor<T>& dst, std::uint32_t count) { fill(dst, Max(), count); }
    LANEWISE_API static void Lowest(const LocalTensor<T>& dst, std::uint32_t count) { fill(dst, Lowest(), count); }
    LANEWISE_API static void Min(const LocalTensor<T>& dst, std::uint32_t count) { fill(dst, Min(), count); }
    LANEWISE_API static void Infinity(const LocalTensor<T>& dst, std::uint32_t count) requires(floating) {
        fill(dst, Infinity(), count);
    }
    LANEWISE_API static void NegativeInfinity(const LocalTensor<T>& dst, std::uint32_t count) requires(floating) {
        fill(dst, NegativeInfinity(), count);
    }
    LANEWISE_API static void QuietNaN(const LocalTensor<T>& dst, std::uint32_t count) requires(floating) {
        fill(dst, QuietNaN(), count);
    }
    LANEWISE_API static void SignalingNaN(const LocalTensor<T>& dst, std::uint32_t count) requires(floating) {
        fill(dst, SignalingNaN(), count);
    }
    LANEWISE_API static void DeNormMin(const LocalTensor<T>& dst, std::uint32_t count) requires(floating) {
        fill(dst, DeNormMin(), count);
    }
};

}  // namespace AscendC
