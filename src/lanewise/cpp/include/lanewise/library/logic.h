// Bits and truth: bitwise functions, logical functions with one byte per answer, tests of floats, choices and limits.
#pragma once

#include "lanewise/library/map.h"

// Functions of ascend950 with a configuration first: the first `count` elements.
#define LANEWISE_CONFIG(Config, chosen)                                                                    \
    struct Config {                                                                                        \
        bool isReuseSource;                                                                                \
    };                                                                                                     \
    inline constexpr Config chosen{false};
#define LANEWISE_BITWISE(Name, Config, chosen, record)                                                     \
    LANEWISE_CONFIG(Config, chosen)                                                                        \
    template <Config config = chosen, class T>                                                             \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                          \
                           const LocalTensor<T>& src1, const std::uint32_t count) {                        \
        LANEWISE_ONLY_3510(Name, T);                                                                       \
        static_assert(std::is_integral_v<T>, #Name " takes tensors of integers");                          \
        lanewise::library::macro(lanewise::Opcode::record##_, dst, src0, src1).issue_with(count);          \
    }
#define LANEWISE_LOGICAL(Name, Config, chosen, record)                                                     \
    LANEWISE_CONFIG(Config, chosen)                                                                        \
    template <Config config = chosen, class T, class U>                                                    \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,                          \
                           const LocalTensor<U>& src1, const std::uint32_t count) {                        \
        LANEWISE_ONLY_3510(Name, T);                                                                       \
        lanewise::library::map(lanewise::Opcode::record##_, count, 0, dst, src0, src1);                    \
    }
// One operand is a vector, the other a scalar or a tensor whose first element is the scalar.
#define LANEWISE_LOGICAL_SCALAR(Name, Config, chosen, record)                                              \
    struct Config {                                                                                        \
        bool isReuseSource;                                                                                \
        std::int8_t scalarTensorIndex;                                                                     \
    };                                                                                                     \
    inline constexpr Config chosen{false, 1};                                                              \
    template <Config config = chosen, class T, class U, class S>                                           \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const U& src0, const S& src1,                        \
                           const std::uint32_t count) {                                                    \
        LANEWISE_ONLY_3510(Name, T);                                                                       \
        constexpr bool both = lanewise::library::Tensor<U> && lanewise::library::Tensor<S>;                \
        lanewise::library::map(lanewise::Opcode::record##_, count,                                         \
                               both ? 1u << config.scalarTensorIndex : 0u, dst, src0, src1);               \
    }
#define LANEWISE_TEST(Name, Config, chosen, record)                                                        \
    LANEWISE_CONFIG(Config, chosen)                                                                        \
    template <Config config = chosen, class T, class U, class... Tail>                                     \
        requires lanewise::library::CountedTail<Tail...>                                                   \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, const Tail&... tail) {    \
        LANEWISE_ONLY_3510(Name, T);                                                                       \
        lanewise::library::map(lanewise::Opcode::record##_, lanewise::library::count_in(src, tail...), 0,  \
                               dst, src);                                                                  \
    }

namespace AscendC {

LANEWISE_BITWISE(BitwiseAnd, BitwiseAndConfig, DEFAULT_BITWISE_AND_CONFIG, lib_bitwise_and)
LANEWISE_BITWISE(BitwiseOr, BitwiseOrConfig, DEFAULT_BITWISE_OR_CONFIG, lib_bitwise_or)
LANEWISE_BITWISE(BitwiseXor, BitwiseXorConfig, DEFAULT_BITWISE_XOR_CONFIG, lib_bitwise_xor)
LANEWISE_LOGICAL(LogicalAnd, LogicalAndConfig, DEFAULT_LOGICAL_AND_CONFIG, lib_logical_and)
LANEWISE_LOGICAL(LogicalOr, LogicalOrConfig, DEFAULT_LOGICAL_OR_CONFIG, lib_logical_or)
LANEWISE_LOGICAL(LogicalXor, LogicalXorConfig, DEFAULT_LOGICAL_XOR_CONFIG, lib_logical_xor)
LANEWISE_LOGICAL_SCALAR(LogicalAnds, LogicalAndsConfig, DEFAULT_LOGICAL_ANDS_CONFIG, lib_logical_ands)
LANEWISE_LOGICAL_SCALAR(LogicalOrs, LogicalOrsConfig, DEFAULT_LOGICAL_ORS_CONFIG, lib_logical_ors)
LANEWISE_TEST(IsInf, IsInfConfig, DEFAULT_IS_INF_CONFIG, lib_is_inf)
LANEWISE_TEST(IsNan, IsNanConfig, DEFAULT_IS_NAN_CONFIG, lib_is_nan)

LANEWISE_CONFIG(BitwiseNotConfig, DEFAULT_BITWISE_NOT_CONFIG)
template <BitwiseNotConfig config = DEFAULT_BITWISE_NOT_CONFIG, class T>
LANEWISE_API void BitwiseNot(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint32_t count) {
    LANEWISE_ONLY_3510(BitwiseNot, T);
    static_assert(std::is_integral_v<T>, "BitwiseNot takes tensors of integers");
    lanewise::library::macro(lanewise::Opcode::lib_bitwise_not_, dst, src).issue_with(count);
}

LANEWISE_CONFIG(LogicalNotConfig, DEFAULT_LOGICAL_NOT_CONFIG)
template <LogicalNotConfig config = DEFAULT_LOGICAL_NOT_CONFIG, class T, class U>
LANEWISE_API void LogicalNot(const LocalTensor<T>& dst, const LocalTensor<U>& src, const std::uint32_t count) {
    LANEWISE_ONLY_3510(LogicalNot, T);
    lanewise::library::map(lanewise::Opcode::lib_logical_not_, count, 0, dst, src);
}

template <class T, class U>
LANEWISE_API void IsFinite(const LocalTensor<U>& dst, const LocalTensor<T>& src, std::uint32_t calCount) {
    LANEWISE_ONLY_3510(IsFinite, T);
    lanewise::library::map(lanewise::Opcode::lib_is_finite_, calCount, 0, dst, src);
}

// Bitwise, for 16-bit integers on every chip.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Xor(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                      const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    static_assert(std::is_integral_v<T>, "Xor takes tensors of integers");
    lanewise::library::macro(lanewise::Opcode::lib_xor_, dstTensor, src0Tensor, src1Tensor)
        .issue_with(lanewise::library::count_in(src0Tensor, tail...));
}

// Scalars follow the destination's type.
template <class T, class U, class S, class V>
LANEWISE_API void Where(const LocalTensor<T>& dst, const U& src0, const S& src1, const LocalTensor<V>& condition,
                        const std::uint32_t count) {
    LANEWISE_ONLY_3510(Where, T);
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_where_, dst, tensor_of(src0), tensor_of(src1), condition)
        .issue_with(count, bits_as<T>(src0), bits_as<T>(src1));
}

LANEWISE_CONFIG(ClampConfig, DEFAULT_CLAMP_CONFIG)
// NaN stays; the upper limit is applied last. Each limit is a scalar or a tensor.
template <ClampConfig config = DEFAULT_CLAMP_CONFIG, class T, class U, class S>
LANEWISE_API void Clamp(const LocalTensor<T>& dst, const LocalTensor<T>& src, const U& min, const S& max,
                        const std::uint32_t count) {
    LANEWISE_ONLY_3510(Clamp, T);
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_clamp_, dst, src, tensor_of(min), tensor_of(max))
        .issue_with(count, bits_as<T>(min), bits_as<T>(max));
}

}  // namespace AscendC

#undef LANEWISE_BITWISE
#undef LANEWISE_CONFIG
#undef LANEWISE_LOGICAL
#undef LANEWISE_LOGICAL_SCALAR
#undef LANEWISE_TEST
