// Power: of a tensor and a tensor, a tensor and a scalar, or a scalar and a tensor.
#pragma once

#include "lanewise/library/map.h"

namespace lanewise::library {

template <class T, class A, class B>
LANEWISE_API void power(const AscendC::LocalTensor<T>& dst, const A& base, const B& exponent, std::uint32_t n) {
    if constexpr (std::is_integral_v<T>)
        macro(Opcode::lib_power_integers_, dst, tensor_of(base), tensor_of(exponent))
            .issue_with(n, bits_as<T>(base), bits_as<T>(exponent));
    else map(Opcode::lib_power_, n, 0, dst, base, exponent);
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
LANEWISE_API void Power(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor,
           const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Tensor, src1Tensor, lanewise::library::count_in(src0Tensor, tail...));
}
template <class T, bool isReuseSource = false, PowerConfig config = defaultPowerConfig, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Power(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const lanewise::plain_t<T>& src1Scalar,
           const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Tensor, src1Scalar, lanewise::library::count_in(src0Tensor, tail...));
}
template <class T, bool isReuseSource = false, PowerConfig config = defaultPowerConfig, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Power(const LocalTensor<T>& dstTensor, const lanewise::plain_t<T>& src0Scalar, const LocalTensor<T>& src1Tensor,
           const Tail&... tail) {
    lanewise::library::power(dstTensor, src0Scalar, src1Tensor, lanewise::library::count_in(src1Tensor, tail...));
}

}  // namespace AscendC
