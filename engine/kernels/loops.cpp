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

// Whole repeats, so that where a block's mask lies is known when this is compiled.
void blend(std::uint8_t* to, std::int64_t stride, const std::uint8_t* data, const std::uint8_t* mask, std::size_t blocks) {
    Block keep[mask_blocks];
    std::memcpy(keep, mask, sizeof keep);
    for (std::size_t b = 0; b < blocks; b += mask_blocks)
        for (std::size_t k = 0; k < mask_blocks; ++k, to += stride, data += block_bytes) {
            auto* place = reinterpret_cast<Block*>(to);
            *place = (*reinterpret_cast<const Block*>(data) & keep[k]) | (*place & ~keep[k]);
        }
}

}  // namespace

const Relations* relations_of(DType type);
void multiply(const Product<float>& p);  // products.cpp
void multiply_integers(const Product<std::int32_t>& p);
void widen_halves(const std::uint8_t* from, float* to, std::size_t n);
void turn_halves(const std::uint8_t* fractal, float* panel);
void turn_bytes(const std::uint8_t* fractal, std::int16_t* panel);
extern const Loops loops;
const Loops loops = {{choose<std::uint8_t>, choose<std::uint16_t>, choose<std::uint32_t>, choose<std::uint64_t>},
                     {pick<std::uint8_t>, pick<std::uint16_t>, pick<std::uint32_t>, pick<std::uint64_t>},
                     farthest,
                     collect,
                     blend,
                     relations_of,
                     multiply,
                     multiply_integers,
                     widen_halves,
                     turn_halves,
                     turn_bytes};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
