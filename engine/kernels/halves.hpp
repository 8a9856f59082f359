// One IEEE operation on halves, many lanes at a time. Results go to their place as the machine makes them; whether an infinity or a
// NaN is among them is asked once for a piece, and only such a piece is looked at again, where it lies.
#pragma once

#include <algorithm>

#include "lanes/env.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// Every NaN becomes the quiet one; saturating, infinities become the largest number and NaN 0.
template <bool Saturate>
[[gnu::noinline]] void mend_halves(std::uint16_t* bits, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint16_t x = bits[i], size = x & 0x7FFF;
        if constexpr (Saturate) bits[i] = size > 0x7C00 ? 0 : static_cast<std::uint16_t>(x - (size == 0x7C00));
        else bits[i] = size > 0x7C00 ? 0x7E00 : x;
    }
}

// A machine runs `lanes` of them at a time and keeps what tells it whether a result may have been special.
template <class Machine, class Lane, bool Saturate>
void halves(const KernelArgs& k) {
    constexpr std::size_t piece = 256, chains = 4, lanes = Machine::lanes;  // chains do not wait for each other
    const Env<half, Saturate> env{*k.rules, k.flags, k.params, k.state};
    for (std::size_t at = 0; at < k.n; at += piece) {
        const std::size_t n = std::min(piece, k.n - at);
        const auto *a = static_cast<const std::uint16_t*>(k.sources[0]) + at, *b = static_cast<const std::uint16_t*>(k.sources[1]) + at;
        auto* to = static_cast<std::uint16_t*>(k.targets[0]) + at;
        Machine machines[chains];
        std::size_t i = 0;
        for (; i + chains * lanes <= n; i += chains * lanes)
            for (std::size_t c = 0; c < chains; ++c) machines[c].template run<Lane>(env, a + i + c * lanes, b + i + c * lanes, to + i + c * lanes);
        for (; i + lanes <= n; i += lanes) machines[0].template run<Lane>(env, a + i, b + i, to + i);
        if (const std::size_t rest = n - i) {
            std::uint16_t x[lanes] = {}, y[lanes] = {}, out[lanes];
            std::memcpy(x, a + i, 2 * rest);
            std::memcpy(y, b + i, 2 * rest);
            machines[0].template run<Lane>(env, x, y, out);
            std::memcpy(to + i, out, 2 * rest);
        }
        for (std::size_t c = 1; c < chains; ++c) machines[0].join(machines[c]);
        if (machines[0].special()) [[unlikely]] mend_halves<Saturate>(to, n);
    }
}

// Machines that convert, and compute in float.
#if !defined(LANEWISE_PORTABLE) && defined(__F16C__) && defined(__AVX2__)

class ConvertedHalves {
  public:
    static constexpr std::size_t lanes = 16;
    template <class Lane, class E>
    void run(const E& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to) {
        const __m256i x = _mm256_inserti128_si256(_mm256_castsi128_si256(eight<Lane>(env, a, b)), eight<Lane>(env, a + 8, b + 8), 1);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
        largest_ = _mm256_max_epu16(largest_, _mm256_add_epi16(x, x));  // without their signs
    }
    void join(const ConvertedHalves& other) { largest_ = _mm256_max_epu16(largest_, other.largest_); }
    bool special() const {
        const __m256i infinity = _mm256_set1_epi16(static_cast<short>(0xF800));
        return _mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_max_epu16(largest_, infinity), largest_));
    }

  private:
    using Floats [[gnu::vector_size(32)]] = float;
    static Floats widened(const std::uint16_t* from) {
        return (Floats)_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    }
    template <class Lane, class E>
    static __m128i eight(const E& env, const std::uint16_t* a, const std::uint16_t* b) {
        const Floats x = Lane::of(env, widened(a), widened(b));
        return _mm256_cvtps_ph((__m256)x, _MM_FROUND_TO_NEAREST_INT);
    }
    __m256i largest_ = _mm256_setzero_si256();
};
inline constexpr bool converts_halves = true;

#elif !defined(LANEWISE_PORTABLE) && defined(__aarch64__)

class ConvertedHalves {
  public:
    static constexpr std::size_t lanes = 8;
    template <class Lane, class E>
    void run(const E& env, const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* to) {
        const float16x8_t left = vreinterpretq_f16_u16(vld1q_u16(a)), right = vreinterpretq_f16_u16(vld1q_u16(b));
        const float32x4_t low = Lane::of(env, vcvt_f32_f16(vget_low_f16(left)), vcvt_f32_f16(vget_low_f16(right)));
        const float32x4_t high = Lane::of(env, vcvt_high_f32_f16(left), vcvt_high_f32_f16(right));
        const uint16x8_t x = vreinterpretq_u16_f16(vcvt_high_f16_f32(vcvt_f16_f32(low), high));
        vst1q_u16(to, x);
        largest_ = vmaxq_u16(largest_, vaddq_u16(x, x));  // without their signs
    }
    void join(const ConvertedHalves& other) { largest_ = vmaxq_u16(largest_, other.largest_); }
    bool special() const { return vmaxvq_u16(largest_) >= 0xF800; }

  private:
    uint16x8_t largest_ = vdupq_n_u16(0);
};
inline constexpr bool converts_halves = true;

#else

class ConvertedHalves;
inline constexpr bool converts_halves = false;

#endif

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
