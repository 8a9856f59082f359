// Functions of float by the names of C, for threads. No mathematical library of the host decides a bit: what is not exact comes from numerics/elementary.py and special.py, correctly
// rounded as far as double precision carries (policy elementary). Where it is documented, subnormal numbers count as zero.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "lanewise/ascend/simt/meet.h"
#include "lanewise/generated/special.hpp"

namespace lanewise::simt {

namespace exact = lanewise::elementary::programs;
inline constexpr float inf_f = std::numeric_limits<float>::infinity(), nan_f = std::numeric_limits<float>::quiet_NaN();

inline bool is_subnormal(float x) { return x != 0 && __builtin_fabsf(x) < 0x1p-126f; }
inline float flushed(float x) { return is_subnormal(x) ? __builtin_copysignf(0.0f, x) : x; }
inline float single(double x) { return static_cast<float>(x); }

// --- rounding ---
inline float truncf(float x) { return __builtin_truncf(x); }
inline float floorf(float x) { return __builtin_floorf(x); }
inline float __floorf(float x) { return __builtin_floorf(x); }
inline float ceilf(float x) { return __builtin_ceilf(x); }
inline float roundf(float x) { return __builtin_roundf(x); }
inline float rintf(float x) { return __builtin_rintf(x); }
inline float nearbyintf(float x) { return __builtin_rintf(x); }
template <class I>
I whole(float x) {
    if (x != x) return 0;
    if (x >= -static_cast<float>(std::numeric_limits<I>::min())) return std::numeric_limits<I>::max();
    if (x < static_cast<float>(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
    return static_cast<I>(x);
}
inline long lrintf(float x) { return whole<long>(__builtin_rintf(x)); }
inline long long llrintf(float x) { return whole<long long>(__builtin_rintf(x)); }
inline long lroundf(float x) { return whole<long>(__builtin_roundf(x)); }
inline long long llroundf(float x) { return whole<long long>(__builtin_roundf(x)); }

// --- parts and signs ---
inline float fabsf(float x) { return __builtin_fabsf(x); }
inline float fmaf(float x, float y, float z) { return std::fma(x, y, z); }
inline float copysignf(float x, float y) { return y != y ? -__builtin_fabsf(x) : __builtin_copysignf(x, y); }
inline int signbit(float x) { return __builtin_signbit(x) != 0; }
template <class T> bool isnan(T x) { return static_cast<float>(x) != static_cast<float>(x); }
template <class T> bool isinf(T x) { return __builtin_fabsf(static_cast<float>(x)) == inf_f; }
template <class T> bool isfinite(T x) { return __builtin_fabsf(static_cast<float>(x)) < inf_f; }
inline float fmaxf(float x, float y) { return larger(x, y); }
inline float fminf(float x, float y) { return smaller(x, y); }
inline float fdimf(float x, float y) { return x != x || y != y ? nan_f : x > y ? x - y : 0.0f; }
inline float fmodf(float x, float y) { return std::fmod(x, y); }
inline float remainderf(float x, float y) { return std::remainder(x, y); }
inline float remquof(float x, float y, int* quotient) {
    int bits = 0;
    const float rest = std::remquo(x, y, &bits);
    *quotient = bits < 0 ? -(-bits & 7) : bits & 7;
    return rest;
}
inline float modff(float x, float* whole_part) {
    *whole_part = __builtin_truncf(x);
    return isinf(x) ? 0.0f : __builtin_copysignf(x - *whole_part, x);
}
inline float frexpf(float x, int* exponent) {
    *exponent = 0;
    return isfinite(x) ? std::frexp(x, exponent) : x;
}
inline float ldexpf(float x, int exponent) { return std::ldexp(x, exponent); }
inline float scalbnf(float x, int exponent) { return std::ldexp(x, exponent); }
inline float scalblnf(float x, long exponent) { return std::ldexp(x, exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : static_cast<int>(exponent)); }
inline float logbf(float x) { return isinf(x) ? inf_f : std::logb(x); }
inline int ilogbf(float x) { return x == 0 || x != x ? std::numeric_limits<int>::min() : isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x); }
inline float nextafterf(float x, float y) { return x == inf_f && y == y ? std::numeric_limits<float>::max() : std::nextafter(x, y); }
inline float __saturatef(float x) { return x != x ? 0.0f : x < 0 ? 0.0f : x > 1 ? 1.0f : x; }
inline float fdividef(float x, float y) { return flushed(flushed(x) / flushed(y)); }
inline float __fdividef(float x, float y) { return fdividef(x, y); }

// --- roots ---
inline float sqrtf(float x) { return flushed(__builtin_sqrtf(flushed(x))); }
inline float rsqrtf(float x) { return __builtin_fabsf(x) < 0x1p-126f ? inf_f : single(1.0 / __builtin_sqrt(static_cast<double>(x))); }
inline float cbrtf(float x) { return single(exact::cbrt(x)); }
inline float rcbrtf(float x) { return single(1 / exact::cbrt(x)); }
inline double norm_of(const double* parts, int count) {
    double sum = 0;
    bool infinite = false, subnormal = true;
    for (int i = 0; i < count; ++i) {
        infinite |= __builtin_isinf(parts[i]);
        subnormal &= parts[i] != 0 && __builtin_fabs(parts[i]) < 0x1p-126;
        sum += parts[i] * parts[i];
    }
    return infinite ? __builtin_inf() : subnormal ? __builtin_nan("") : __builtin_sqrt(sum);
}
inline double norm_of_all(std::initializer_list<double> parts) { return norm_of(parts.begin(), static_cast<int>(parts.size())); }
inline float hypotf(float x, float y) { return single(norm_of_all({x, y})); }
inline float rhypotf(float x, float y) { return single(1 / norm_of_all({x, y})); }
inline float norm3df(float x, float y, float z) { return single(norm_of_all({x, y, z})); }
inline float rnorm3df(float x, float y, float z) { return single(1 / norm_of_all({x, y, z})); }
inline float norm4df(float x, float y, float z, float w) { return single(norm_of_all({x, y, z, w})); }
inline float rnorm4df(float x, float y, float z, float w) { return single(1 / norm_of_all({x, y, z, w})); }
inline double norm_of_array(int n, const float* a) {
    if (n < 1) return __builtin_fabs(static_cast<double>(a[0]));
    double sum = 0;
    bool infinite = false;
    for (int i = 0; i < n; ++i) {
        infinite |= isinf(a[i]);
        sum += static_cast<double>(a[i]) * a[i];
    }
    return infinite ? __builtin_inf() : __builtin_sqrt(sum);
}
inline float normf(int n, const float* a) { return single(norm_of_array(n, a)); }
inline float rnormf(int n, const float* a) { return single(1 / norm_of_array(n, a)); }

// --- powers and logarithms ---
inline float expf(float x) { return flushed(single(exact::exp(flushed(x)))); }
inline float exp2f(float x) { return flushed(single(exact::exp2(flushed(x)))); }
inline float exp10f(float x) { return flushed(single(exact::exp10(flushed(x)))); }
inline float expm1f(float x) { return is_subnormal(x) ? 0.0f : single(exact::expm1(x)); }
inline float logf(float x) { return single(exact::log(x)); }
inline float log2f(float x) { return single(exact::log2(x)); }
inline float log10f(float x) { return single(exact::log10(x)); }
inline float log1pf(float x) { return single(exact::log1p(x)); }
inline float powf(float x, float y) {
    const float a = flushed(x), b = flushed(y);
    if (a == 1 || b == 0) return 1.0f;
    return flushed(single(exact::power(a, b)));
}
inline float __expf(float x) { return expf(x); }
inline float __logf(float x) { return logf(x); }
inline float __builtin_cce_expf(float x) { return expf(x); }

// --- angles ---
inline float sinf(float x) { return single(exact::sin(x)); }
inline float cosf(float x) { return single(exact::cos(x)); }
inline float tanf(float x) { return single(exact::tan(x)); }
inline float sinpif(float x) { return single(exact::sinpi(x)); }
inline float cospif(float x) { return single(exact::cospi(x)); }
inline float tanpif(float x) { return single(exact::tanpi(x)); }
template <class S, class C>
void sincosf(float x, S* sine, C* cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}
template <class S, class C>
void sincospif(float x, S* sine, C* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline float asinf(float x) { return single(exact::asin(x)); }
inline float acosf(float x) { return single(exact::acos(x)); }
inline float atanf(float x) { return single(exact::atan(x)); }
inline float atan2f(float y, float x) {
    if (is_subnormal(x) && is_subnormal(y)) return nan_f;
    if (is_subnormal(y)) return x > 0 ? 0.0f : single(exact::atan2(flushed(y), x));
    return single(exact::atan2(y, x));
}
inline float sinhf(float x) { return single(exact::sinh(x)); }
inline float coshf(float x) { return single(exact::cosh(x)); }
inline float tanhf(float x) { return single(exact::tanh(x)); }
inline float asinhf(float x) { return single(exact::asinh(x)); }
inline float acoshf(float x) { return single(exact::acosh(x)); }
inline float atanhf(float x) { return single(exact::atanh(x)); }

// --- of probability ---
inline float erff(float x) { return single(exact::erf(x)); }
inline float erfcf(float x) { return single(exact::erfc(x)); }
inline float normcdff(float x) { return single(exact::normcdf(x)); }
inline float normcdfinvf(float x) { return single(exact::normcdfinv(x)); }
inline float erfinvf(float x) { return single(exact::erfinv(x)); }
inline float erfcinvf(float x) { return single(exact::erfcinv(x)); }
inline float erfcxf(float x) { return single(exact::erfcx(x)); }
inline float lgammaf(float x) { return isinf(x) ? inf_f : single(exact::lgamma(x)); }
inline float tgammaf(float x) { return single(exact::tgamma(x)); }

// --- of all numbers ---
template <class T>
    requires(std::is_arithmetic_v<T>)
constexpr auto abs(T x) { return x < T(0) ? -x : x == T(0) ? T(0) + 0 : +x; }
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr std::common_type_t<A, B> min(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_integral_v<T>) return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
    else return smaller(static_cast<T>(a), static_cast<T>(b));
}
template <class A, class B>
    requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
constexpr std::common_type_t<A, B> max(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_integral_v<T>) return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
    else return larger(static_cast<T>(a), static_cast<T>(b));
}
template <class T>
    requires(!std::is_arithmetic_v<T>)
constexpr T min(T a, T b) { return smaller_of(a, b); }
template <class T>
    requires(!std::is_arithmetic_v<T>)
constexpr T max(T a, T b) { return larger_of(a, b); }

}  // namespace lanewise::simt
