// What plain C++ needs for the same work: the limit that benchmarks are measured against. Times itself.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

template <class Run>
double seconds_per_run(int rounds, Run run) {
    run();
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) {
        run();
        asm volatile("" ::: "memory");
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / rounds;
}

}  // namespace

extern "C" {

double float_add(float* d, const float* a, const float* b, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = a[i] + b[i];
    });
}

#if defined(__FLT16_MAX__) && !defined(__aarch64__)
using fast_half = _Float16;
#else
using fast_half = __fp16;
#endif

double half_add(fast_half* d, const fast_half* a, const fast_half* b, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = a[i] + b[i];
    });
}

// 8 blocks of 8 floats a repeat, `stride` blocks apart, lanes switched by a mask: a branch-free blend.
double masked_add(float* d, const float* a, const float* b, int repeats, int stride, std::uint64_t mask, int rounds) {
    std::uint32_t keep[64];
    for (int k = 0; k < 64; ++k) keep[k] = mask >> k & 1 ? ~0u : 0;
    return seconds_per_run(rounds, [=] {
        for (int r = 0; r < repeats; ++r)
            for (int block = 0; block < 8; ++block) {
                const std::size_t at = (static_cast<std::size_t>(r) * 8 * stride + static_cast<std::size_t>(block) * stride) * 8;
                float sum[8];
                std::uint32_t fresh[8], old[8];
                for (int k = 0; k < 8; ++k) sum[k] = a[at + k] + b[at + k];
                std::memcpy(fresh, sum, 32);
                std::memcpy(old, d + at, 32);
                for (int k = 0; k < 8; ++k) old[k] = (fresh[k] & keep[8 * block + k]) | (old[k] & ~keep[8 * block + k]);
                std::memcpy(d + at, old, 32);
            }
    });
}

double float_to_half(fast_half* d, const float* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<fast_half>(a[i]);
    });
}

double half_to_float(float* d, const fast_half* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<float>(a[i]);
    });
}

// Rounded to nearest and clamped; NaN is not looked at.
double half_to_int8(std::int8_t* d, const fast_half* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) {
            const float x = __builtin_rintf(static_cast<float>(a[i]));
            d[i] = static_cast<std::int8_t>(x < -128 ? -128 : x > 127 ? 127 : x);
        }
    });
}

double shift_rounded(std::int16_t* d, const std::int16_t* a, std::size_t n, int s, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<std::int16_t>((a[i] >> s) + ((a[i] >> (s - 1)) & 1));
    });
}
}
