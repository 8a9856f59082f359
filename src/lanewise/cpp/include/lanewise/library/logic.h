// Bits and truth: bitwise functions, logical functions with one byte per answer, tests of floats, choices and limits.
#pragma once

#include "lanewise/library/map.h"

// Functions of ascend950 with a configuration first: dst[i] = expression of a (and b), for the first `count` elements.
#define LANEWISE_BITWISE(Name, Config, chosen, expression)                                                                        \
    struct Config {                                                                                                               \
        bool isReuseSource;                                                                                                       \
    };                                                                                                                            \
    inline constexpr Config chosen{false};                                                                                        \
    template <Config config = chosen, class T>                                                                                    \
    void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, const std::uint32_t count) {     \
        LANEWISE_ONLY_3510(Name, T);                                                                                              \
        static_assert(std::is_integral_v<T>, #Name " takes tensors of integers");                                                 \
        lanewise::library::map(#Name, count, [](T a, T b) { return static_cast<T>(expression); }, dst, src0, src1);               \
    }
#define LANEWISE_LOGICAL(Name, Config, chosen, expression)                                                                        \
    struct Config {                                                                                                               \
        bool isReuseSource;                                                                                                       \
    };                                                                                                                            \
    inline constexpr Config chosen{false};                                                                                        \
    template <Config config = chosen, class T, class U>                                                                           \
    void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, const std::uint32_t count) {     \
        LANEWISE_ONLY_3510(Name, T);                                                                                              \
        lanewise::library::map(#Name, count, [](auto x, auto y) {                                                                 \
            const bool a = x != 0, b = y != 0;                                                                                    \
            return expression;                                                                                                    \
        }, dst, src0, src1);                                                                                                      \
    }
// One operand is a vector, the other a scalar or a tensor whose first element is the scalar.
#define LANEWISE_LOGICAL_SCALAR(Name, Config, chosen, expression)                                                                 \
    struct Config {                                                                                                               \
        bool isReuseSource;                                                                                                       \
        std::int8_t scalarTensorIndex;                                                                                            \
    };                                                                                                                            \
    inline constexpr Config chosen{false, 1};                                                                                     \
    template <Config config = chosen, class T, class U, class S>                                                                  \
    void Name(const LocalTensor<T>& dst, const U& src0, const S& src1, const std::uint32_t count) {                               \
        LANEWISE_ONLY_3510(Name, T);                                                                                              \
        using namespace lanewise::library;                                                                                        \
        constexpr bool both = Tensor<U> && Tensor<S>;                                                                             \
        const Source<U> left(#Name, "src0", src0, both && config.scalarTensorIndex == 0 ? 1 : count);                          \
        const Source<S> right(#Name, "src1", src1, both && config.scalarTensorIndex == 1 ? 1 : count);                         \
        const Lanes<T> to(#Name, "dst", dst, count);                                                                              \
        for (std::uint32_t i = 0; i < count; ++i) {                                                                               \
            const bool a = left.wide(both && config.scalarTensorIndex == 0 ? 0 : i) != 0;                                         \
            const bool b = right.wide(both && config.scalarTensorIndex == 1 ? 0 : i) != 0;                                        \
            to.set(i, expression);                                                                                                \
        }                                                                                                                         \
    }
#define LANEWISE_TEST(Name, Config, chosen, expression)                                                                           \
    struct Config {                                                                                                               \
        bool isReuseSource;                                                                                                       \
    };                                                                                                                            \
    inline constexpr Config chosen{false};                                                                                        \
    template <Config config = chosen, class T, class U, class... Tail>                                                            \
        requires lanewise::library::CountedTail<Tail...>                                                                          \
    void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, const Tail&... tail) {                                        \
        LANEWISE_ONLY_3510(Name, T);                                                                                              \
        lanewise::library::map(#Name, lanewise::library::count_in(src, tail...), [](double x) { return expression; }, dst, src);  \
    }

namespace AscendC {

LANEWISE_BITWISE(BitwiseAnd, BitwiseAndConfig, DEFAULT_BITWISE_AND_CONFIG, a & b)
LANEWISE_BITWISE(BitwiseOr, BitwiseOrConfig, DEFAULT_BITWISE_OR_CONFIG, a | b)
LANEWISE_BITWISE(BitwiseXor, BitwiseXorConfig, DEFAULT_BITWISE_XOR_CONFIG, a ^ b)
LANEWISE_LOGICAL(LogicalAnd, LogicalAndConfig, DEFAULT_LOGICAL_AND_CONFIG, a && b)
LANEWISE_LOGICAL(LogicalOr, LogicalOrConfig, DEFAULT_LOGICAL_OR_CONFIG, a || b)
LANEWISE_LOGICAL(LogicalXor, LogicalXorConfig, DEFAULT_LOGICAL_XOR_CONFIG, a != b)
LANEWISE_LOGICAL_SCALAR(LogicalAnds, LogicalAndsConfig, DEFAULT_LOGICAL_ANDS_CONFIG, a && b)
LANEWISE_LOGICAL_SCALAR(LogicalOrs, LogicalOrsConfig, DEFAULT_LOGICAL_ORS_CONFIG, a || b)
LANEWISE_TEST(IsInf, IsInfConfig, DEFAULT_IS_INF_CONFIG, std::isinf(x))
LANEWISE_TEST(IsNan, IsNanConfig, DEFAULT_IS_NAN_CONFIG, std::isnan(x))

struct BitwiseNotConfig {
    bool isReuseSource;
};
inline constexpr BitwiseNotConfig DEFAULT_BITWISE_NOT_CONFIG{false};
template <BitwiseNotConfig config = DEFAULT_BITWISE_NOT_CONFIG, class T>
void BitwiseNot(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint32_t count) {
    LANEWISE_ONLY_3510(BitwiseNot, T);
    static_assert(std::is_integral_v<T>, "BitwiseNot takes tensors of integers");
    lanewise::library::map("BitwiseNot", count, [](T a) { return static_cast<T>(~a); }, dst, src);
}

struct LogicalNotConfig {
    bool isReuseSource;
};
inline constexpr LogicalNotConfig DEFAULT_LOGICAL_NOT_CONFIG{false};
template <LogicalNotConfig config = DEFAULT_LOGICAL_NOT_CONFIG, class T, class U>
void LogicalNot(const LocalTensor<T>& dst, const LocalTensor<U>& src, const std::uint32_t count) {
    LANEWISE_ONLY_3510(LogicalNot, T);
    lanewise::library::map("LogicalNot", count, [](auto x) { return x == 0; }, dst, src);
}

template <class T, class U>
void IsFinite(const LocalTensor<U>& dst, const LocalTensor<T>& src, std::uint32_t calCount) {
    LANEWISE_ONLY_3510(IsFinite, T);
    lanewise::library::map("IsFinite", calCount, [](double x) { return std::isfinite(x); }, dst, src);
}

// Bitwise, for 16-bit integers on every chip.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Xor(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    static_assert(std::is_integral_v<T>, "Xor takes tensors of integers");
    lanewise::library::map("Xor", lanewise::library::count_in(src0Tensor, tail...), [](T a, T b) { return static_cast<T>(a ^ b); },
                           dstTensor, src0Tensor, src1Tensor);
}

// Scalars follow the destination's type.
template <class T, class U, class S, class V>
void Where(const LocalTensor<T>& dst, const U& src0, const S& src1, const LocalTensor<V>& condition, const std::uint32_t count) {
    LANEWISE_ONLY_3510(Where, T);
    using namespace lanewise::library;
    const Source<U> yes("Where", "src0", src0, count);
    const Source<S> no("Where", "src1", src1, count);
    const Lanes<V> which("Where", "condition", condition, count);
    const Lanes<T> to("Where", "dst", dst, count);
    for (std::uint32_t i = 0; i < count; ++i) to.put(i, which[i] ? static_cast<T>(yes[i]) : static_cast<T>(no[i]));
}

struct ClampConfig {
    bool isReuseSource;
};
inline constexpr ClampConfig DEFAULT_CLAMP_CONFIG{false};
// NaN stays; the upper limit is applied last. Each limit is a scalar or a tensor.
template <ClampConfig config = DEFAULT_CLAMP_CONFIG, class T, class U, class S>
void Clamp(const LocalTensor<T>& dst, const LocalTensor<T>& src, const U& min, const S& max, const std::uint32_t count) {
    LANEWISE_ONLY_3510(Clamp, T);
    using namespace lanewise::library;
    const Source<U> low("Clamp", "min", min, count);
    const Source<S> high("Clamp", "max", max, count);
    const Lanes<T> from("Clamp", "src", src, count), to("Clamp", "dst", dst, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        T x = from[i];
        if (x < static_cast<T>(low[i])) x = static_cast<T>(low[i]);
        if (x > static_cast<T>(high[i])) x = static_cast<T>(high[i]);
        to.put(i, x);
    }
}

}  // namespace AscendC

#undef LANEWISE_BITWISE
#undef LANEWISE_LOGICAL
#undef LANEWISE_LOGICAL_SCALAR
#undef LANEWISE_TEST
