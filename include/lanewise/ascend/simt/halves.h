// Functions of half, bfloat16_t and their pairs. Each is the function of float, rounded once more: that is the correctly rounded result, as a float has more than twice
// the bits (of functions that are not exact, as far as double precision carries).
#pragma once

#include "lanewise/ascend/simt/convert.h"
#include "lanewise/ascend/simt/math.h"

namespace lanewise::simt {

template <class T>
concept Narrow = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;
template <class T>
concept Pair = std::is_same_v<T, half2> || std::is_same_v<T, bfloat16x2_t>;
template <class P>
using HalfOf = decltype(P::x);

template <Narrow T>
LANEWISE_API float wide(T x) { return static_cast<float>(x); }
// By double, and rounded once.
template <Narrow T>
LANEWISE_API T rounded(double x) { return T(x); }

}  // namespace lanewise::simt

#define LANEWISE_HALF_1(name, pair, expression)                                                          \
    template <lanewise::simt::Narrow T>                                                                  \
    LANEWISE_API T name(T v) { [[maybe_unused]] const double x = static_cast<float>(v); return T(expression); } \
    template <lanewise::simt::Pair P>                                                                    \
    LANEWISE_API P pair(P v) { return {name(v.x), name(v.y)}; }
LANEWISE_HALF_1(hcos, h2cos, lanewise::simt::exact::cos(x))
LANEWISE_HALF_1(hsin, h2sin, lanewise::simt::exact::sin(x))
LANEWISE_HALF_1(htanh, h2tanh, lanewise::simt::exact::tanh(x))
LANEWISE_HALF_1(hexp, h2exp, lanewise::simt::exact::exp(x))
LANEWISE_HALF_1(hexp2, h2exp2, lanewise::simt::exact::exp2(x))
LANEWISE_HALF_1(hexp10, h2exp10, lanewise::simt::exact::exp10(x))
LANEWISE_HALF_1(hlog, h2log, lanewise::simt::exact::log(x))
LANEWISE_HALF_1(hlog2, h2log2, lanewise::simt::exact::log2(x))
LANEWISE_HALF_1(hlog10, h2log10, lanewise::simt::exact::log10(x))
LANEWISE_HALF_1(hsqrt, h2sqrt, __builtin_sqrt(x))
LANEWISE_HALF_1(hrsqrt, h2rsqrt, 1.0 / __builtin_sqrt(x))
LANEWISE_HALF_1(hrcp, h2rcp, 1.0 / x)
LANEWISE_HALF_1(hfloor, h2floor, __builtin_floor(x))
LANEWISE_HALF_1(hceil, h2ceil, __builtin_ceil(x))
LANEWISE_HALF_1(hrint, h2rint, __builtin_rint(x))
LANEWISE_HALF_1(htrunc, h2trunc, __builtin_trunc(x))
#undef LANEWISE_HALF_1

#define LANEWISE_HALF_2(name, pair, expression)                                          \
    template <lanewise::simt::Narrow T>                                                  \
    LANEWISE_API T name(T a, T b) { return T(expression); }                              \
    template <lanewise::simt::Pair P>                                                    \
    LANEWISE_API P pair(P a, P b) { return {name(a.x, b.x), name(a.y, b.y)}; }
LANEWISE_HALF_2(__hadd, __haddx2, a + b)
LANEWISE_HALF_2(__hsub, __hsubx2, a - b)
LANEWISE_HALF_2(__hmul, __hmulx2, a * b)
LANEWISE_HALF_2(__hdiv, __hdivx2, a / b)
LANEWISE_HALF_2(__hmax, __hmaxx2, lanewise::simt::larger_of(a, b))
LANEWISE_HALF_2(__hmin, __hminx2, lanewise::simt::smaller_of(a, b))
LANEWISE_HALF_2(__hmax_nan, __hmaxx2_nan, a != a || b != b ? T(lanewise::simt::nan_f) : lanewise::simt::larger_of(a, b))
LANEWISE_HALF_2(__hmin_nan, __hminx2_nan, a != a || b != b ? T(lanewise::simt::nan_f) : lanewise::simt::smaller_of(a, b))
#undef LANEWISE_HALF_2

template <lanewise::simt::Narrow T>
LANEWISE_API T __hneg(T x) { return -x; }
template <lanewise::simt::Narrow T>
LANEWISE_API T __habs(T x) { return T::from_bits(x.lanewise_bits & 0x7FFF); }
template <lanewise::simt::Pair P>
LANEWISE_API P __hnegx2(P x) { return {-x.x, -x.y}; }
template <lanewise::simt::Pair P>
LANEWISE_API P __habsx2(P x) { return {__habs(x.x), __habs(x.y)}; }
// A product of narrow floats is exact in double, and a sum with it is rounded there at most once, far below the half's last bit... unless what is left decides a tie: so it is
// rounded to odd first.
template <lanewise::simt::Narrow T>
LANEWISE_API T __hfma(T x, T y, T z) {
    const double product = static_cast<double>(static_cast<float>(x)) * static_cast<float>(y), addend = static_cast<float>(z), sum = product + addend;
    const double part = sum - product, rest = (product - (sum - part)) + (addend - part);
    if (rest == 0 || !(__builtin_fabs(sum) < __builtin_inf())) return T(sum);
    auto bits = std::bit_cast<std::uint64_t>(sum);
    if (!(bits & 1)) bits += (rest > 0) == (sum > 0) ? 1 : -1;
    return T(std::bit_cast<double>(bits));
}
template <lanewise::simt::Narrow T>
LANEWISE_API T __hfma_relu(T x, T y, T z) {
    const T sum = __hfma(x, y, z);
    return sum < T(0.0f) ? T(0.0f) : sum;
}
template <lanewise::simt::Pair P>
LANEWISE_API P __hfmax2(P x, P y, P z) { return {__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y)}; }
template <lanewise::simt::Pair P>
LANEWISE_API P __hfmax2_relu(P x, P y, P z) { return {__hfma_relu(x.x, y.x, z.x), __hfma_relu(x.y, y.y, z.y)}; }
// x * y + z of complex numbers.
template <lanewise::simt::Pair P>
LANEWISE_API P __hcmadd(P x, P y, P z) {
    return {__hfma(-x.y, y.y, __hfma(x.x, y.x, z.x)), __hfma(x.y, y.x, __hfma(x.x, y.y, z.y))};
}

template <lanewise::simt::Narrow T>
LANEWISE_API bool __hisnan(T x) { return x != x; }
template <lanewise::simt::Narrow T>
LANEWISE_API bool __hisinf(T x) { return lanewise::simt::isinf(x); }
template <lanewise::simt::Pair P>
LANEWISE_API P __isnanx2(P x) { return {lanewise::simt::HalfOf<P>(x.x != x.x ? 1 : 0), lanewise::simt::HalfOf<P>(x.y != x.y ? 1 : 0)}; }

// Ordered comparisons are false on nan, unordered ones (u) true.
#define LANEWISE_COMPARE(name, expression)                                                                                                       \
    template <lanewise::simt::Narrow T>                                                                                                          \
    LANEWISE_API bool __h##name(T a, T b) { [[maybe_unused]] const bool nan = a != a || b != b; return expression; }                             \
    template <lanewise::simt::Pair P>                                                                                                            \
    LANEWISE_API bool __hb##name##x2(P a, P b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }                                            \
    template <lanewise::simt::Pair P>                                                                                                            \
    LANEWISE_API P __h##name##x2(P a, P b) {                                                                                                     \
        using T = lanewise::simt::HalfOf<P>;                                                                                                     \
        return {T(__h##name(a.x, b.x) ? 1 : 0), T(__h##name(a.y, b.y) ? 1 : 0)};                                                                 \
    }                                                                                                                                            \
    template <lanewise::simt::Pair P>                                                                                                            \
    LANEWISE_API unsigned int __h##name##x2_mask(P a, P b) { return (__h##name(a.x, b.x) ? 0xFFFFu : 0) | (__h##name(a.y, b.y) ? 0xFFFF0000u : 0); }
LANEWISE_COMPARE(eq, a == b)
LANEWISE_COMPARE(ne, !nan && a != b)
LANEWISE_COMPARE(lt, a < b)
LANEWISE_COMPARE(le, a <= b)
LANEWISE_COMPARE(gt, a > b)
LANEWISE_COMPARE(ge, a >= b)
LANEWISE_COMPARE(equ, nan || a == b)
LANEWISE_COMPARE(neu, nan || a != b)
LANEWISE_COMPARE(ltu, nan || a < b)
LANEWISE_COMPARE(leu, nan || a <= b)
LANEWISE_COMPARE(gtu, nan || a > b)
LANEWISE_COMPARE(geu, nan || a >= b)
#undef LANEWISE_COMPARE
