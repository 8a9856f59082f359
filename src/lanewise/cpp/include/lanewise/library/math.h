// Element-wise mathematics on floats. The algorithms that some calls choose between differ in speed on the chips; here every
// function is evaluated in double and rounded once.
#pragma once

#include "lanewise/library/config.h"
#include "lanewise/library/map.h"

#define LANEWISE_UNARY(Name, TailKind, expression)                                                    \
    template <class T, bool isReuseSource = false, class... Tail>                                     \
        requires lanewise::library::TailKind<Tail...>                                                 \
    void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) { \
        LANEWISE_REAL(Name, T);                                                                       \
        lanewise::library::map(#Name, lanewise::library::count_in(srcTensor, tail...),                \
                               [](double x) -> double { return expression; }, dstTensor, srcTensor);  \
    }
// The same for functions whose last template argument chooses an algorithm.
#define LANEWISE_UNARY_WITH(Name, Config, chosen, expression)                                         \
    template <class T, bool isReuseSource = false, Config config = chosen, class... Tail>             \
        requires lanewise::library::Tail<Tail...>                                                     \
    void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) { \
        LANEWISE_REAL(Name, T);                                                                       \
        lanewise::library::map(#Name, lanewise::library::count_in(srcTensor, tail...),                \
                               [](double x) -> double { return expression; }, dstTensor, srcTensor);  \
    }

namespace lanewise::library {

// To the nearest integer, ties to even, whatever the host's rounding mode.
inline double nearest_even(double x) {
    const double down = std::floor(x), rest = x - down;
    if (rest != rest || std::isinf(x)) return x;
    const double up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2.0) != 0) ? down + 1 : down;
    return std::copysign(up, x);
}

// a + b in double, rounded to odd when it is not exact: rounding that to a narrow type is as good as rounding the true sum.
inline double sum_to_odd(double a, double b) {
    const double sum = a + b, back = sum - a, lost = (a - (sum - back)) + (b - back);
    if (lost == 0 || lost != lost || std::isinf(sum) || std::bit_cast<std::uint64_t>(sum) & 1) return sum;
    return std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

// The derivative of ln Gamma: mirrored for x < 0, raised to where the asymptotic series is exact to double, then summed.
inline double digamma(double x) {
    constexpr double pi = 3.14159265358979323846;
    if (x <= 0 && std::floor(x) == x) return std::numeric_limits<double>::quiet_NaN();
    if (x < 0) return digamma(1 - x) - pi / std::tan(pi * x);
    double sum = 0;
    for (; x < 12; x += 1) sum -= 1 / x;
    const double y = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x -
           y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y / 12))))));
}

// The truncated series that Exp sums on the fraction of x.
template <int level>
double exp_series(double x) {
    if (std::isinf(x)) return x > 0 ? x : 0.0;
    const double whole = std::floor(x), rest = x - whole;
    double term = 1, sum = 1;
    for (int i = 1; i <= level; ++i) sum += term *= rest / i;
    return std::exp(whole) * sum;
}

}  // namespace lanewise::library

namespace AscendC {

enum class ErfAlgo { PADE_APPROXIMATION, SUBSECTION_POLYNOMIAL_APPROXIMATION };
struct ErfConfig {
    ErfAlgo algo = ErfAlgo::PADE_APPROXIMATION;
};
enum class AtanAlgo { TAYLOR_EXPANSION, POLYNOMIAL_APPROXIMATION };
struct AtanConfig {
    AtanAlgo algo = AtanAlgo::TAYLOR_EXPANSION;
};
enum class TanhAlgo { INTRINSIC, SUBSECTION_COMPENSATION };
struct TanhConfig {
    TanhAlgo algo = TanhAlgo::INTRINSIC;
};
enum class FmodAlgo { NORMAL, ITERATION_COMPENSATION };
inline constexpr std::uint32_t FMOD_ITERATION_NUM_MAX = 11;
struct FmodConfig {
    FmodAlgo algo = FmodAlgo::NORMAL;
    std::uint32_t iterationNum = FMOD_ITERATION_NUM_MAX;
};
struct FmaConfig {
    bool isReuseSource;
};
struct RintConfig {
    bool isReuseSource;
};
struct SinCosConfig {
    bool isReuseSource;
};
inline constexpr ErfConfig defaultErfConfig{};
inline constexpr AtanConfig defaultAtanConfig{};
inline constexpr TanhConfig DEFAULT_TANH_CONFIG{};
inline constexpr SinConfig defaultSinConfig{};
inline constexpr CosConfig defaultCosConfig{};
inline constexpr FmodConfig DEFAULT_FMOD_CONFIG{};
inline constexpr FmaConfig DEFAULT_FMA_CONFIG{false};
inline constexpr RintConfig DEFAULT_RINT_CONFIG{false};
inline constexpr SinCosConfig DEFAULT_SINCOS_CONFIG{false};

LANEWISE_UNARY(Acos, Tail, std::acos(x))
LANEWISE_UNARY(Acosh, Tail, std::acosh(x))
LANEWISE_UNARY(Asin, Tail, std::asin(x))
LANEWISE_UNARY(Asinh, Tail, std::asinh(x))
LANEWISE_UNARY(Atanh, Tail, std::atanh(x))
LANEWISE_UNARY(Cosh, Tail, std::cosh(x))
LANEWISE_UNARY(Erfc, Tail, std::erfc(x))
LANEWISE_UNARY(Frac, Tail, x - std::trunc(x))
LANEWISE_UNARY(Log, Tail, std::log(x))
LANEWISE_UNARY(Log10, Tail, std::log10(x))
LANEWISE_UNARY(Log2, Tail, std::log2(x))
LANEWISE_UNARY(Sinh, Tail, std::sinh(x))
LANEWISE_UNARY(Tan, Tail, std::tan(x))
LANEWISE_UNARY(Trunc, Tail, std::trunc(x))
LANEWISE_UNARY(Ceil, CountedTail, std::ceil(x))
LANEWISE_UNARY(Digamma, CountedTail, lanewise::library::digamma(x))
LANEWISE_UNARY(Floor, CountedTail, std::floor(x))
LANEWISE_UNARY(Lgamma, CountedTail, std::lgamma(x))
LANEWISE_UNARY(Round, CountedTail, lanewise::library::nearest_even(x))
LANEWISE_UNARY_WITH(Atan, AtanConfig, defaultAtanConfig, std::atan(x))
LANEWISE_UNARY_WITH(Cos, CosConfig, defaultCosConfig, std::cos(x))
LANEWISE_UNARY_WITH(Erf, ErfConfig, defaultErfConfig, std::erf(x))
LANEWISE_UNARY_WITH(Sin, SinConfig, defaultSinConfig, std::sin(x))
LANEWISE_UNARY_WITH(Tanh, TanhConfig, DEFAULT_TANH_CONFIG, std::tanh(x))

// Also for 64-bit integers.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Sign(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) {
    lanewise::library::map("Sign", lanewise::library::count_in(srcTensor, tail...), [](auto x) { return x > 0 ? 1 : x < 0 ? -1 : 0; },
                           dstTensor, srcTensor);
}

// The level has no default, which tells this Exp from the instruction. Few terms leave their mark, ten or more do not.
template <class T, std::uint8_t taylorExpandLevel, bool isReuseSource = false, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const Tail&... tail) {
    LANEWISE_REAL(Exp, T);
    lanewise::library::map("Exp", lanewise::library::count_in(srcLocal, tail...), [](double x) {
        if constexpr (taylorExpandLevel == 0 || taylorExpandLevel >= 8) return std::exp(x);
        else return lanewise::library::exp_series<taylorExpandLevel>(x);
    }, dstLocal, srcLocal);
}

template <RintConfig config = DEFAULT_RINT_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
void Rint(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Tail&... tail) {
    LANEWISE_ONLY_3510(Rint, T);
    lanewise::library::map("Rint", lanewise::library::count_in(src, tail...), lanewise::library::nearest_even, dst, src);
}

template <SinCosConfig config = DEFAULT_SINCOS_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
void SinCos(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src, const Tail&... tail) {
    LANEWISE_ONLY_3510(SinCos, T);
    using namespace lanewise::library;
    const std::uint32_t n = count_in(src, tail...);
    const Lanes<T> sine("SinCos", "dst0", dst0, n), cosine("SinCos", "dst1", dst1, n), x("SinCos", "src", src, n);
    for (std::uint32_t i = 0; i < n; ++i) {
        const double angle = x.wide(i);
        sine.set(i, std::sin(angle));
        cosine.set(i, std::cos(angle));
    }
}

// The remainder with the sign of the dividend; exact whichever algorithm is chosen.
template <class T, bool isReuseSource = false, FmodConfig config = DEFAULT_FMOD_CONFIG, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Fmod(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    LANEWISE_REAL(Fmod, T);
    lanewise::library::map("Fmod", lanewise::library::count_in(src0Tensor, tail...), [](double a, double b) { return std::fmod(a, b); },
                           dstTensor, src0Tensor, src1Tensor);
}

template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
void Hypot(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    LANEWISE_ONLY_3510(Hypot, T);
    lanewise::library::map("Hypot", lanewise::library::count_in(src0Tensor, tail...), [](double a, double b) { return std::hypot(a, b); },
                           dstTensor, src0Tensor, src1Tensor);
}

// Fused: one rounding.
template <FmaConfig config = DEFAULT_FMA_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
void Fma(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, const LocalTensor<T>& src2, const Tail&... tail) {
    LANEWISE_ONLY_3510(Fma, T);
    lanewise::library::map("Fma", lanewise::library::count_in(src0, tail...), [](double a, double b, double c) -> double {
        if constexpr (std::is_same_v<T, float>) return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
        else return lanewise::library::sum_to_odd(a * b, c);
    }, dst, src0, src1, src2);
}

// dst += src * scalar: the product is rounded to float, then the sum. The scratch tells it from the instruction.
template <class T, class U, bool isReuseSource = false>
void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor, const lanewise::plain_t<U> scalarValue,
          const LocalTensor<std::uint8_t>&, const std::uint32_t calCount) {
    LANEWISE_REAL(Axpy, T);
    const float scalar = static_cast<float>(scalarValue);
    lanewise::library::map("Axpy", calCount, [scalar](double old, double x) {
        return static_cast<float>(old + static_cast<double>(static_cast<float>(x * scalar)));
    }, dstTensor, dstTensor, srcTensor);
}

// As Mins and Maxs.
template <class T, bool isReuseSource = false>
void ClampMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const lanewise::plain_t<T> scalar, const std::uint32_t calCount) {
    lanewise::library::map("ClampMax", calCount, [](auto x, auto high) { return x > high ? high : x; }, dstTensor, srcTensor, scalar);
}
template <class T, bool isReuseSource = false>
void ClampMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
              const lanewise::plain_t<T> scalar, const std::uint32_t calCount) {
    ClampMax<T>(dstTensor, srcTensor, scalar, calCount);
}
template <class T, bool isReuseSource = false>
void ClampMin(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const lanewise::plain_t<T> scalar, const std::uint32_t calCount) {
    lanewise::library::map("ClampMin", calCount, [](auto x, auto low) { return x < low ? low : x; }, dstTensor, srcTensor, scalar);
}
template <class T, bool isReuseSource = false>
void ClampMin(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
              const lanewise::plain_t<T> scalar, const std::uint32_t calCount) {
    ClampMin<T>(dstTensor, srcTensor, scalar, calCount);
}

}  // namespace AscendC

#undef LANEWISE_UNARY_WITH
