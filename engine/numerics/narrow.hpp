// Between half or bfloat16 in memory and float in registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/level.hpp"
#include "numerics/types.hpp"

#if !defined(LANEWISE_PORTABLE) && defined(__F16C__)
#include <immintrin.h>
#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline float widen(half h) {
    std::uint32_t sign = static_cast<std::uint32_t>(h.bits & 0x8000) << 16;
    std::uint32_t rest = h.bits & 0x7FFF;
    // Exact for subnormals too: place the bits under float's exponent and scale by 2^112.
    float scaled = std::bit_cast<float>(rest << 13) * 0x1p112f;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(scaled);
    if (rest >= 0x7C00) bits = 0x7F800000u | (rest & 0x3FF) << 13;
    return std::bit_cast<float>(sign | bits);
}

inline float widen(bfloat16 b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b.bits) << 16); }
inline float widen(float x) { return x; }

// Round to nearest even; NaN becomes the quiet NaN.
inline half narrow_half(float x) {
    std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    std::uint32_t sign = bits >> 16 & 0x8000;
    std::uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude > 0x7F800000u) return {0x7E00};
    if (magnitude >= 0x47800000u) return {static_cast<std::uint16_t>(sign | 0x7C00)};
    if (magnitude < 0x38800000u) {
        // Subnormal or zero: adding 0.5 aligns the quantum 2^-24 with float's last bit, and the adder rounds.
        float aligned = std::bit_cast<float>(magnitude) + 0.5f;
        return {static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(aligned) - 0x3F000000u))};
    }
    std::uint32_t odd = magnitude >> 13 & 1;
    std::uint32_t rounded = (magnitude + 0xFFF + odd - 0x38000000u) >> 13;
    return {static_cast<std::uint16_t>(sign | rounded)};
}

inline bfloat16 narrow_bfloat16(float x) {
    std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    std::uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    return {static_cast<std::uint16_t>(x != x ? 0x7FC0 : rounded)};
}

template <class T>
inline T narrow(float x) {
    if constexpr (std::is_same_v<T, half>) return narrow_half(x);
    else if constexpr (std::is_same_v<T, bfloat16>) return narrow_bfloat16(x);
    else return x;
}

inline float quiet(float x) { return x == x ? x : quiet_nan; }

// `Quiet`: every NaN becomes the quiet one.
template <bool Quiet = false>
inline void widen_n(const half* s, float* d, std::size_t n) {
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
inline void narrow_n(const float* s, half* d, std::size_t n) {
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
inline void widen_n(const bfloat16* s, float* d, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) d[i] = Quiet ? quiet(widen(s[i])) : widen(s[i]);
}

template <bool Clamps = false>
inline void narrow_n(const float* s, bfloat16* d, std::size_t n) {
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
