// What plain C++ needs for the same work: the limit that benchmarks are measured against. Times itself.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace {

// Time of the processor, like that of what is measured beside it: a busy computer makes no ratio smaller.
double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

template <class Run>
double seconds_per_run(int rounds, Run run) {
#ifndef COUNTED  // where instructions are counted, not times
    run();
#endif
    const double start = now();
    for (int i = 0; i < rounds; ++i) {
        run();
        asm volatile("" ::: "memory");
    }
    return (now() - start) / rounds;
}

}  // namespace

extern "C" {

double float_add(float* d, const float* a, const float* b, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = a[i] + b[i];
    });
}

double gelu_floats(float* d, const float* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = a[i] / (1 + std::exp(-1.5957691f * (a[i] + 0.044715f * a[i] * a[i] * a[i])));
    });
}

// Keeps what is above 0.
double squeeze_shorts(std::int16_t* d, const std::int16_t* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < n; ++i) {
            d[kept] = a[i];
            kept += a[i] > 0;
        }
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

// Products in the order of Mmad: 16 products of k at a time, in order, then their sum to the result. Both matrices are floats already.
double float_product(float* c, const float* a, const float* b, std::size_t side, int rounds) {
    constexpr std::size_t wide = 64, chunk = 16;
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < side; ++i)
            for (std::size_t n = 0; n < side; n += wide) {
                float sum[wide] = {};
                for (std::size_t first = 0; first < side; first += chunk) {
                    float part[wide] = {};
                    for (std::size_t k = first; k < first + chunk; ++k)
                        for (std::size_t j = 0; j < wide; ++j) part[j] += a[i * side + k] * b[k * side + n + j];
                    for (std::size_t j = 0; j < wide; ++j) sum[j] += part[j];
                }
                std::memcpy(c + i * side + n, sum, sizeof sum);
            }
    });
}

double int8_product(std::int32_t* c, const std::int8_t* a, const std::int8_t* b, std::size_t side, int rounds) {
    constexpr std::size_t wide = 64;
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < side; ++i)
            for (std::size_t n = 0; n < side; n += wide) {
                std::int32_t sum[wide] = {};
                for (std::size_t k = 0; k < side; ++k)
                    for (std::size_t j = 0; j < wide; ++j) sum[j] += std::int32_t{a[i * side + k]} * b[k * side + n + j];
                std::memcpy(c + i * side + n, sum, sizeof sum);
            }
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

// Sums of 64 by trees of neighbours, again and again until one is left: n, n / 64, n / 4096 and so on, rounded up.
double tree_sums(float* d, const float* a, std::size_t n, int rounds) {
    auto tree = [](const float* x) {
        float level[32];
        for (int k = 0; k < 32; ++k) level[k] = x[2 * k] + x[2 * k + 1];
        for (int size = 16; size; size /= 2)
            for (int k = 0; k < size; ++k) level[k] = level[2 * k] + level[2 * k + 1];
        return level[0];
    };
    return seconds_per_run(rounds, [=] {
        const float* from = a;
        for (std::size_t left = n; left > 1; left = (left + 63) / 64) {
            const std::size_t whole = left / 64, rest = left % 64;
            for (std::size_t r = 0; r < whole; ++r) d[r] = tree(from + 64 * r);
            if (rest) {
                float tail[64] = {};
                std::memcpy(tail, from + 64 * whole, rest * sizeof(float));
                d[whole] = tree(tail);
            }
            from = d;
        }
    });
}

// The largest of each 64 and its index, side by side.
double extremes(float* d, const float* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t r = 0; r < n / 64; ++r) {
            const float* x = a + 64 * r;
            std::uint32_t at = 0;
            for (std::uint32_t k = 1; k < 64; ++k)
                if (x[k] > x[at]) at = k;
            d[2 * r] = x[at];
            std::memcpy(d + 2 * r + 1, &at, sizeof at);
        }
    });
}

double gather_floats(float* d, const float* a, const std::uint32_t* offsets, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(a);
        for (std::size_t i = 0; i < n; ++i) std::memcpy(d + i, bytes + offsets[i], sizeof(float));
    });
}

double compare_floats(std::uint8_t* bits, const float* a, const float* b, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; i += 8) {
            unsigned byte = 0;
            for (int k = 0; k < 8; ++k) byte |= static_cast<unsigned>(a[i + k] < b[i + k]) << k;
            bits[i / 8] = static_cast<std::uint8_t>(byte);
        }
    });
}

double select_floats(float* d, const std::uint8_t* bits, const float* a, const float* b, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; i += 8) {
            const std::uint32_t byte = bits[i / 8];
            std::uint32_t x[8], y[8];
            std::memcpy(x, a + i, 32);
            std::memcpy(y, b + i, 32);
            for (int k = 0; k < 8; ++k) {
                const std::uint32_t keep = 0u - (byte >> k & 1);
                x[k] = (x[k] & keep) | (y[k] & ~keep);
            }
            std::memcpy(d + i, x, 32);
        }
    });
}

// Shift by 14, to nearest even, clamped to 16 bits.
inline std::int16_t quantised(std::int64_t a) {
    const std::int64_t t = (a + 8191 + (a >> 14 & 1)) >> 14;
    return static_cast<std::int16_t>(t < -32768 ? -32768 : t > 32767 ? 32767 : t);
}

double quantise(std::int16_t* d, const std::int64_t* a, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) d[i] = quantised(a[i]);
    });
}

double fir16(std::int16_t* d, const std::int16_t* x, const std::int16_t* taps, std::size_t n, int rounds) {
    return seconds_per_run(rounds, [=] {
        for (std::size_t i = 0; i < n; ++i) {
            std::int64_t sum = 0;
            for (int k = 0; k < 16; ++k) sum += static_cast<std::int32_t>(x[i + k]) * taps[k];
            d[i] = quantised(sum);
        }
    });
}
}
