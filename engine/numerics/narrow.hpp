// Between arrays of half or bfloat16 and of float, in the instructions of the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/level.hpp"

#include "lanewise/shared/narrow.h"
#include "numerics/types.hpp"

#if !defined(LANEWISE_PORTABLE) && defined(__F16C__)
#include <immintrin.h>
#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline float widen(half h) { return widen<5, 10>(h.bits); }
inline float widen(bfloat16 b) { return widen<8, 7>(b.bits); }
inline float widen(float x) { return x; }

// Round to nearest even; NaN becomes the quiet NaN.
inline half narrow_half(float x) { return {narrow<5, 10>(x)}; }
inline bfloat16 narrow_bfloat16(float x) { return {narrow<8, 7>(x)}; }

template <class T>
inline T narrow(float x) {
    if constexpr (std::is_same_v<T, half>) return narrow_half(x);
    else if constexpr (std::is_same_v<T, bfloat16>) return narrow_bfloat16(x);
    else return x;
}

inline float quiet(float x) { return x == x ? x : quiet_nan; }

// `Quiet`: every NaN becomes the quiet one. Whole arrays are never inlined: kernels of halves would be little but these loops.
template <bool Quiet = false>
[[gnu::noinline]] void widen_n(const half* s, float* d, std::size_t n) {
    std::size_t i = 0;
#if !defined(LANEWISE_PORTABLE) && defined(__F16C__)
    for (; i + 8 <= n; i += 8) {
        __m256 x = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(s + i)));
        if constexpr (Quiet) x = _mm256_blendv_ps(x, _mm256_set1_ps(quiet_nan), _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
        _mm256_storeu_ps(d + i, x);
    }
#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)
    for (; i + 8 <= n; i += 8) {
        const uint16x8_t bits = vld1q_u16(reinterpret_cast<const std::uint16_t*>(s + i));
        float32x4_t low = vcvt_f32_f16(vreinterpret_f16_u16(vget_low_u16(bits)));
        float32x4_t high = vcvt_f32_f16(vreinterpret_f16_u16(vget_high_u16(bits)));
        if constexpr (Quiet) {
            low = vbslq_f32(vceqq_f32(low, low), low, vdupq_n_f32(quiet_nan));
            high = vbslq_f32(vceqq_f32(high, high), high, vdupq_n_f32(quiet_nan));
        }
        vst1q_f32(d + i, low);
        vst1q_f32(d + i + 4, high);
    }
#endif
    for (; i < n; ++i) d[i] = Quiet ? quiet(widen(s[i])) : widen(s[i]);
}

// `Clamps`: infinities and overflow become the largest number and NaN becomes 0.
template <bool Clamps = false>
[[gnu::noinline]] void narrow_n(const float* s, half* d, std::size_t n) {
    std::size_t i = 0;
    constexpr float nan_result = Clamps ? 0.0f : quiet_nan;
    [[maybe_unused]] constexpr float top = Layout<half>::maximum;
#if !defined(LANEWISE_PORTABLE) && defined(__F16C__)
    const __m256 nan = _mm256_set1_ps(nan_result);
    for (; i + 8 <= n; i += 8) {
        __m256 x = _mm256_loadu_ps(s + i);
        x = _mm256_blendv_ps(x, nan, _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
        if constexpr (Clamps) x = _mm256_max_ps(_mm256_min_ps(x, _mm256_set1_ps(top)), _mm256_set1_ps(-top));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(d + i), _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
    }
#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)
    const float32x4_t nan = vdupq_n_f32(nan_result);
    for (; i + 4 <= n; i += 4) {
        float32x4_t x = vld1q_f32(s + i);
        x = vbslq_f32(vceqq_f32(x, x), x, nan);
        if constexpr (Clamps) x = vmaxq_f32(vminq_f32(x, vdupq_n_f32(top)), vdupq_n_f32(-top));
        vst1_u16(reinterpret_cast<std::uint16_t*>(d + i), vreinterpret_u16_f16(vcvt_f16_f32(x)));
    }
#endif
    for (; i < n; ++i) {
        float x = s[i] == s[i] ? s[i] : nan_result;
        if constexpr (Clamps) x = x > top ? top : x < -top ? -top : x;
        d[i] = narrow_half(x);
    }
}

template <bool Quiet = false>
[[gnu::noinline]] void widen_n(const bfloat16* s, float* d, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) d[i] = Quiet ? quiet(widen(s[i])) : widen(s[i]);
}

template <bool Clamps = false>
[[gnu::noinline]] void narrow_n(const float* s, bfloat16* d, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t bits = narrow_bfloat16(s[i]).bits;
        if constexpr (Clamps) {
            const std::uint32_t size = bits & 0x7FFF, sign = bits & 0x8000;
            bits = size > 0x7F80 ? 0 : size == 0x7F80 ? sign | 0x7F7F : bits;
        }
        d[i] = {static_cast<std::uint16_t>(bits)};
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
