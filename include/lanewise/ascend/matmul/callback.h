// Copies that users write themselves, and policies.
#pragma once

#include <cstdint>

namespace AscendC {

struct DataCopyOutParams {
    std::uint16_t cBurstNum = 0, burstLen = 0, srcStride = 0;
    std::uint32_t dstStride = 0;
    std::uint16_t oriNSize = 0;
    bool enUnitFlag = false;
    std::uint64_t quantScalar = 0, cbufWorkspaceAddr = 0;
};

template <auto DataCopyOut = nullptr, auto CopyA1 = nullptr, auto CopyB1 = nullptr>
struct MatmulCallBackFunc {
    static constexpr auto DataCopyOutPtr = DataCopyOut;
    static constexpr auto CopyA1Ptr = CopyA1;
    static constexpr auto CopyB1Ptr = CopyB1;
};

}  // namespace AscendC

namespace lanewise::matmul {

// Which blocks a policy computes.
enum class Triangle : std::uint8_t { whole, upper, lower };
// How the vector cores of a group share a block that both ask for: first half to the first.
enum class Halves : std::uint8_t { none, rows, columns };

template <auto function>
inline constexpr bool is_given = !std::is_null_pointer_v<std::remove_cv_t<decltype(function)>>;

}  // namespace lanewise::matmul

namespace AscendC::Impl::Detail {

template <const auto& MM_CFG, typename... Types>
struct MatmulPolicy {
    static constexpr auto lanewise_triangle = lanewise::matmul::Triangle::whole;
    static constexpr auto lanewise_halves = lanewise::matmul::Halves::none;
};
template <const auto& MM_CFG, typename... Types>
struct SplitMMatmulPolicy : MatmulPolicy<MM_CFG, Types...> {
    static constexpr auto lanewise_halves = lanewise::matmul::Halves::rows;
};
template <const auto& MM_CFG, typename... Types>
struct SplitNMatmulPolicy : MatmulPolicy<MM_CFG, Types...> {
    static constexpr auto lanewise_halves = lanewise::matmul::Halves::columns;
};
template <const auto& MM_CFG, typename... Types>
struct NBuffer33MatmulPolicy : MatmulPolicy<MM_CFG, Types...> {};
template <const auto& MM_CFG, typename... Types>
struct TrianUpperMatmulPolicy : MatmulPolicy<MM_CFG, Types...> {
    static constexpr auto lanewise_triangle = lanewise::matmul::Triangle::upper;
};
template <const auto& MM_CFG, typename... Types>
struct TrianLowerMatmulPolicy : MatmulPolicy<MM_CFG, Types...> {
    static constexpr auto lanewise_triangle = lanewise::matmul::Triangle::lower;
};

}  // namespace AscendC::Impl::Detail

namespace AscendC {

using Impl::Detail::MatmulPolicy;
namespace Impl {
inline constexpr std::int32_t QUEUE_DEPTH = 1;
}

}  // namespace AscendC
