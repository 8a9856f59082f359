// Power: of a tensor and a tensor, a tensor and a scalar, or a scalar and a tensor.
#pragma once

#include "lanewise/library/map.h"

namespace lanewise::library {

// Integers multiply with wrap-around; a negative exponent leaves the integer part of the reciprocal.
template <class T>
T integer_power(T base, T exponent) {
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned power = 1, factor = static_cast<Unsigned>(base);
    Unsigned times = static_cast<Unsigned>(exponent);
    const bool negative = std::is_signed_v<T> && exponent < 0;
    if (negative) times = static_cast<Unsigned>(0 - times);
    for (; times; times = static_cast<Unsigned>(times >> 1), factor = static_cast<Unsigned>(1ull * factor * factor))
        if (times & 1) power = static_cast<Unsigned>(1ull * power * factor);
    const T result = static_cast<T>(power);
    if (!negative) return result;
    return result == T(1) || (std::is_signed_v<T> && result == static_cast<T>(-1)) ? result : T(0);
}

template <class T, class A, class B>
void power(const AscendC::LocalTensor<T>& dst, const A& base, const B& exponent, std::uint32_t n) {
    if constexpr (std::is_integral_v<T>) map("Power", n, [](T a, T b) { return integer_power<T>(a, b); }, dst, base, exponent);
    else map("Power", n, [](double a, double b) { return std::pow(a, b); }, dst, base, exponent);
}

}  // namespace lanewise::library

namespace AscendC {

enum class PowerAlgo { INTRINSIC, DOUBLE_FLOAT_TECH };
struct PowerConfig {
    PowerAlgo algo = PowerAlgo::INTRINSIC;
};
inline constexpr PowerConfig defaultPowerConfig{};

template <class T, bool isReuseSource = false, PowerConfig config = defaultPowerConfig, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Power(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Tensor, src1Tensor, lanewise::library::count_in(src0Tensor, tail...));
}
template <class T, bool isReuseSource = false, PowerConfig config = defaultPowerConfig, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Power(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const lanewise::plain_t<T>& src1Scalar, const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Tensor, src1Scalar, lanewise::library::count_in(src0Tensor, tail...));
}
template <class T, bool isReuseSource = false, PowerConfig config = defaultPowerConfig, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Power(const LocalTensor<T>& dstTensor, const lanewise::plain_t<T>& src0Scalar, const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Scalar, src1Tensor, lanewise::library::count_in(src1Tensor, tail...));
}

}  // namespace AscendC
