// Products of matrices. Sums stay in registers for several rows and panels of 16 columns, k innermost, so every element of the result has its
// products added in order. The build compiles this file once per CPU level.
#include <bit>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include "isa.hpp"
#include "moves/turn.hpp"
#include "numerics/level.hpp"
#include "numerics/narrow.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace {

// How wide a register is, and for how many rows and panels sums fit into all of them.
#if defined(__AVX512F__)
constexpr int width = 64, most_rows = 4, most_panels = 4;
#elif defined(__AVX2__)
constexpr int width = 32, most_rows = 4, most_panels = 1;
#elif defined(__ARM_NEON)
constexpr int width = 16, most_rows = 4, most_panels = 1;
#else
constexpr int width = 16, most_rows = 2, most_panels = 1;
#endif
constexpr int lanes = width / 4, panel_columns = 16, parts = panel_columns / lanes;

template <class T>
using RegisterOf [[gnu::vector_size(width)]] = T;
using LaneFloats = RegisterOf<float>;
using LaneInts = RegisterOf<std::int32_t>;

// Rounded once: the same as rounding the product first, where that is exact.
inline LaneFloats fused(LaneFloats a, LaneFloats b, LaneFloats sum) {
#if defined(__AVX512F__)
    return reinterpret_cast<LaneFloats>(_mm512_fmadd_ps(reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(sum)));
#elif defined(__FMA__)
    return reinterpret_cast<LaneFloats>(_mm256_fmadd_ps(reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(sum)));
#elif defined(__ARM_NEON)
    return reinterpret_cast<LaneFloats>(vfmaq_f32(reinterpret_cast<float32x4_t>(sum), reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
#else
    return sum + a * b;
#endif
}

// The sum of both products of two pairs.
inline LaneInts both(LaneInts a, LaneInts b) {
#if defined(__AVX512BW__)
    return reinterpret_cast<LaneInts>(_mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
    return reinterpret_cast<LaneInts>(_mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    return reinterpret_cast<LaneInts>(_mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
    return (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

// Elements lie anywhere.
template <class T>
inline RegisterOf<T> at(const T* place) {
    RegisterOf<T> value;
    __builtin_memcpy(&value, place, sizeof value);
    return value;
}

using TwoShorts = std::int32_t;  // two neighbours along k of 16 bits each, the first in the low half

// What a part of the result is made of: the left matrix line by line, `k` elements each, and one panel of the right one after the other. An element is
// a float or a pair.
template <class T>
struct PackedMatrices {
    const T* a;
    const T* b;  // [panels][k][16]
    std::size_t k, chunk;
};

// store(row, part of a panel, sum) after each chunk.
template <bool fuses, int rows, int panels, class Add>
inline void sum_up(const PackedMatrices<float>& p, std::size_t row, std::size_t panel, const Add& add) {
    for (std::size_t first = 0; first < p.k; first += p.chunk) {
        const std::size_t stop = first + p.chunk < p.k ? first + p.chunk : p.k;
        LaneFloats sum[rows][panels * parts];
        const float *line = p.a + row * p.k, *columns = p.b + panel * p.k * panel_columns;
        const auto step = [&](std::size_t k, const auto& next) {
            LaneFloats b[panels * parts];
            for (int v = 0; v < panels * parts; ++v) b[v] = at(columns + (static_cast<std::size_t>(v / parts) * p.k + k) * panel_columns + v % parts * lanes);
            for (int r = 0; r < rows; ++r) {
                const LaneFloats a = line[static_cast<std::size_t>(r) * p.k + k] - LaneFloats{};  // a negative zero stays one
                for (int v = 0; v < panels * parts; ++v) sum[r][v] = next(a, b[v], sum[r][v]);
            }
        };
        step(first, [](LaneFloats a, LaneFloats b, LaneFloats) { return a * b; });  // a sum with zero would lose a negative one
#pragma GCC unroll 1
        for (std::size_t k = first + 1; k < stop; ++k) step(k, [](LaneFloats a, LaneFloats b, LaneFloats old) { return fuses ? fused(a, b, old) : old + a * b; });
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
            for (int v = 0; v < panels * parts; ++v) add(r, v, sum[r][v]);
    }
}

// Products of 8 bits: no sum of fewer than 65536 pairs comes to the end of 32 bits.
template <bool, int rows, int panels, class Add>
inline void sum_up(const PackedMatrices<TwoShorts>& p, std::size_t row, std::size_t panel, const Add& add) {
    LaneInts sum[rows][panels * parts] = {};
    for (std::size_t k = 0; k < p.k; ++k) {
        LaneInts b[panels * parts];
        for (int v = 0; v < panels * parts; ++v) b[v] = at(p.b + ((panel + v / parts) * p.k + k) * panel_columns + v % parts * lanes);
        for (int r = 0; r < rows; ++r) {
            TwoShorts one;
            __builtin_memcpy(&one, p.a + (row + r) * p.k + k, sizeof one);
            const LaneInts a = LaneInts{} + one;
            for (int v = 0; v < panels * parts; ++v) sum[r][v] += both(a, b[v]);
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < panels * parts; ++v) add(r, v, sum[r][v]);
}

// What is no number is the quiet NaN.
inline LaneFloats added(LaneFloats a, LaneFloats b) {
    const LaneFloats sum = a + b;
    return sum == sum ? sum : std::numeric_limits<float>::quiet_NaN() - LaneFloats{};
}
// Where the sum has another sign than both it is the end of that side.
inline LaneInts added(LaneInts a, LaneInts b) {
    using Bits = RegisterOf<std::uint32_t>;
    const LaneInts sum = reinterpret_cast<LaneInts>(reinterpret_cast<Bits>(a) + reinterpret_cast<Bits>(b)), over = ((a ^ sum) & (b ^ sum)) >> 31;
    return (over & (a >> 31 ^ INT32_MAX)) | (~over & sum);
}

// c += what is packed.
template <bool fuses, class C>
inline void multiply_packed(const Product<C>& p, const PackedMatrices<C>& packed) {
    const auto part = [&](auto rows, auto panels, std::size_t row, std::size_t panel) {
        sum_up<fuses, rows, panels>(packed, row, panel, [&](int r, int v, const RegisterOf<C>& sum) {
            C* c = p.c + ((panel + static_cast<std::size_t>(v / parts)) * p.m + row + static_cast<std::size_t>(r)) * panel_columns + v % parts * lanes;
            const RegisterOf<C> all = added(at(c), sum);
            __builtin_memcpy(c, &all, sizeof all);
        });
    };
    const auto columns = [&](auto panels, std::size_t panel) {
        std::size_t row = 0;
        for (; row + most_rows <= p.m; row += most_rows) part(std::integral_constant<int, most_rows>{}, panels, row, panel);
        for (; row < p.m; ++row) part(std::integral_constant<int, 1>{}, panels, row, panel);
    };
    const std::size_t all = (p.n + panel_columns - 1) / panel_columns;
    std::size_t panel = 0;
    for (; panel + most_panels <= all; panel += most_panels) columns(std::integral_constant<int, most_panels>{}, panel);
    for (; panel < all; ++panel) columns(std::integral_constant<int, 1>{}, panel);
}

constexpr std::size_t fractal_bytes = 512;

// Of some floats: all bits that any of them has, and the smallest magnitude but zero and the largest, whose order is that of their bits.
struct DigitsOf {
    std::uint32_t any = 0, low = UINT32_MAX, high = 0;

    DigitsOf(const float* x, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t bits = std::bit_cast<std::uint32_t>(x[i]) & 0x7FFFFFFF, before = bits - 1;
            any |= bits;
            low = before < low ? before : low;
            high = bits > high ? bits : high;
        }
    }
    bool few() const { return !(any & 0xFFF); }  // 12 of them at most
    int smallest() const { return low == UINT32_MAX ? 0 : static_cast<int>(low >> 23) - 127; }
    int largest() const { return static_cast<int>(high >> 23) - 127; }
};

// Whether every product is a float: two have no more digits than one holds, and none is too small or too large.
bool is_exact(const DigitsOf& a, const DigitsOf& b) {
    return a.few() && b.few() && a.smallest() + b.smallest() > -100 && a.largest() + b.largest() < 120;
}

}  // namespace

void multiply(const Product<float>& p) {
    const PackedMatrices<float> packed{p.a, p.b, p.k, p.chunk};
    const std::size_t panels = (p.n + panel_columns - 1) / panel_columns;
    if (is_exact(DigitsOf(p.a, p.m * p.k), DigitsOf(p.b, panels * panel_columns * p.k))) multiply_packed<true>(p, packed);
    else multiply_packed<false>(p, packed);
}

// Sums of integers are exact in any order.
void multiply_integers(const Product<std::int32_t>& p) {
    const auto pairs = [](const std::int16_t* values) { return reinterpret_cast<const TwoShorts*>(values); };
    multiply_packed<false>(p, PackedMatrices<TwoShorts>{pairs(p.a), pairs(p.b), (p.k + 1) / 2, 0});
}

void widen_halves(const std::uint8_t* from, float* to, std::size_t n) { widen_n(reinterpret_cast<const half*>(from), to, n); }

void turn_halves(const std::uint8_t* fractal, float* panel) {
    alignas(16) std::uint8_t turned[fractal_bytes];
    lanes::turn(fractal, turned);
    widen_n(reinterpret_cast<const half*>(turned), panel, fractal_bytes / 2);
}

// Two neighbours along k stay together.
void turn_bytes(const std::uint8_t* fractal, std::int16_t* panel) {
    alignas(16) std::uint8_t turned[fractal_bytes];
    lanes::turn(fractal, turned);
    const auto* bytes = reinterpret_cast<const std::int8_t*>(turned);
    for (std::size_t i = 0; i < fractal_bytes; ++i) panel[i] = bytes[i];
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
