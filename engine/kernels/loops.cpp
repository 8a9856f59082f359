// Loops of the forms over many elements: choosing by bits, picking by offsets, blocks that lie apart. The build compiles this
// file once per CPU level.
#include <cstring>
#include <type_traits>

#include "isa.hpp"
#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace {

// Several elements that lie anywhere, as one value: compilers make their own of copies and of loops over so few.
template <class T, int n>
using Vector [[gnu::vector_size(n * sizeof(T)), gnu::aligned(1), gnu::may_alias]] = T;

// As many bytes as one instruction compares: g++ compares wider vectors lane by lane.
#if defined(__AVX2__)
constexpr int at_once = 32;
#else
constexpr int at_once = 16;
#endif

// A bit of a lane's own against the bits in all lanes, then a blend. The bits of a group fit into a lane.
template <class T>
inline void choose_group(T* out, T bits, const T* x, const T* y, int n) {
    constexpr int lanes = at_once / sizeof(T) < 8 ? at_once / sizeof(T) : 8;
    using Lanes = Vector<T, lanes>;
    Lanes own = [] {
        if constexpr (lanes == 8) return Lanes{1, 2, 4, 8, 16, 32, 64, static_cast<T>(128)};
        else if constexpr (lanes == 4) return Lanes{1, 2, 4, 8};
        else return Lanes{1, 2};
    }();
    const Lanes all = Lanes{} + bits;
    for (int k = 0; k < n; k += lanes, own <<= lanes) {
        const Lanes keep = reinterpret_cast<Lanes>((own & all) != 0);
        *reinterpret_cast<Lanes*>(out + k) = (*reinterpret_cast<const Lanes*>(x + k) & keep) | (*reinterpret_cast<const Lanes*>(y + k) & ~keep);
    }
}

template <class T>
void choose(void* to, const std::uint8_t* bits, const void* a, const void* b, std::size_t n) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint32_t, T>;  // a repeat has 32 of the widest lanes
    constexpr std::size_t group = 8 * sizeof(Bits);
    const auto *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
    auto* out = static_cast<T*>(to);
    std::size_t i = 0;
    for (; i + group <= n; i += group) {
        Bits some;
        std::memcpy(&some, bits + i / 8, sizeof some);
        choose_group<T>(out + i, some, x + i, y + i, group);
    }
    for (; i + 8 <= n; i += 8) choose_group<T>(out + i, bits[i / 8], x + i, y + i, 8);
    for (; i < n; ++i) out[i] = bits[i / 8] >> (i & 7) & 1 ? x[i] : y[i];
}

template <class T>
void pick(void* to, const std::uint8_t* from, const std::uint32_t* offsets, std::uint32_t field, std::size_t n) {
    auto* out = static_cast<T*>(to);
    for (std::size_t i = 0; i < n; ++i) std::memcpy(out + i, from + (offsets[i] & field), sizeof(T));
}

void farthest(const std::uint32_t* offsets, std::size_t n, std::uint32_t field, std::uint32_t add, std::uint32_t* most, std::uint32_t* bits) {
    std::uint32_t largest = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t offset = offsets[i] & field;
        largest = offset > largest ? offset : largest;
        all |= offsets[i] + add;
    }
    *most = largest;
    *bits = all;
}

constexpr std::size_t block_bytes = 32, mask_blocks = 8;

using Block = Vector<std::uint64_t, block_bytes / 8>;

void collect(std::uint8_t* to, const std::uint8_t* from, std::int64_t stride, std::size_t blocks) {
    for (std::size_t b = 0; b < blocks; ++b, from += stride, to += block_bytes)
        *reinterpret_cast<Block*>(to) = *reinterpret_cast<const Block*>(from);
}

void blend(std::uint8_t* to, std::int64_t stride, const std::uint8_t* data, const std::uint8_t* mask, std::size_t blocks) {
    for (std::size_t b = 0; b < blocks; ++b, to += stride, data += block_bytes) {
        const Block keep = *reinterpret_cast<const Block*>(mask + b % mask_blocks * block_bytes);
        auto* place = reinterpret_cast<Block*>(to);
        *place = (*reinterpret_cast<const Block*>(data) & keep) | (*place & ~keep);
    }
}

// Products of `rows` rows and `vectors` vectors of columns: sums of a chunk stay in registers.
template <class Lanes, int rows, int vectors>
inline void multiply_part(const Product<float>& p, std::size_t row, std::size_t column) {
    constexpr std::size_t lanes = sizeof(Lanes) / sizeof(float);
    for (std::size_t first = 0; first < p.k; first += p.chunk) {
        const std::size_t stop = first + p.chunk < p.k ? first + p.chunk : p.k;
        Lanes sum[rows][vectors] = {};  // the first product replaces it: a sum with zero would lose a negative one
        for (std::size_t k = first; k < stop; ++k) {
            Lanes b[vectors];
            for (int v = 0; v < vectors; ++v) b[v] = *reinterpret_cast<const Lanes*>(p.b + k * p.n + column + v * lanes);
            for (int r = 0; r < rows; ++r) {
                const Lanes a = Lanes{} + p.a[(row + r) * p.k + k];
                for (int v = 0; v < vectors; ++v) sum[r][v] = k == first ? a * b[v] : sum[r][v] + a * b[v];
            }
        }
        for (int r = 0; r < rows; ++r)
            for (int v = 0; v < vectors; ++v) {
                auto* c = reinterpret_cast<Lanes*>(p.c + (row + r) * p.n + column + v * lanes);
                *c = *c + sum[r][v];
            }
    }
}

template <class Lanes, int vectors>
inline void multiply_columns(const Product<float>& p, std::size_t column) {
    std::size_t row = 0;
    for (; row + 4 <= p.m; row += 4) multiply_part<Lanes, 4, vectors>(p, row, column);
    for (; row < p.m; ++row) multiply_part<Lanes, 1, vectors>(p, row, column);
}

void multiply(const Product<float>& p) {
    using Wide = Vector<float, at_once / sizeof(float)>;
    using One = Vector<float, 1>;
    constexpr std::size_t lanes = at_once / sizeof(float);
    std::size_t column = 0;
    for (; column + 4 * lanes <= p.n; column += 4 * lanes) multiply_columns<Wide, 4>(p, column);
    for (; column + lanes <= p.n; column += lanes) multiply_columns<Wide, 1>(p, column);
    for (; column < p.n; ++column) multiply_columns<One, 1>(p, column);
}

// Sums of integers are exact in any order.
void multiply_integers(const Product<std::int64_t>& p) {
    constexpr std::size_t part = 1024;  // products of 8 bits that a sum of 32 bits holds, and many more
    for (std::size_t i = 0; i < p.m; ++i)
        for (std::size_t column = 0; column < p.n; column += 64) {
            const std::size_t wide = p.n - column < 64 ? p.n - column : 64;
            std::int64_t* c = p.c + i * p.n + column;
            for (std::size_t first = 0; first < p.k; first += part) {
                const std::size_t stop = first + part < p.k ? first + part : p.k;
                std::int32_t sum[64] = {};
                for (std::size_t k = first; k < stop; ++k) {
                    const std::int32_t a = p.a[i * p.k + k];
                    const std::int32_t* b = p.b + k * p.n + column;
                    for (std::size_t j = 0; j < wide; ++j) sum[j] += a * b[j];
                }
                for (std::size_t j = 0; j < wide; ++j) c[j] += sum[j];
            }
        }
}

}  // namespace

const Relations* relations_of(DType type);
extern const Loops loops;
const Loops loops = {{choose<std::uint8_t>, choose<std::uint16_t>, choose<std::uint32_t>, choose<std::uint64_t>},
                     {pick<std::uint8_t>, pick<std::uint16_t>, pick<std::uint32_t>, pick<std::uint64_t>},
                     farthest,
                     collect,
                     blend,
                     relations_of,
                     multiply,
                     multiply_integers};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
