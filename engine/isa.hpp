// What the engine knows about instructions, filled in from the records by the build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lanewise/generated/layouts.hpp"
#include "rules.hpp"

namespace lanewise {

inline constexpr int block_bytes = 32;

enum class Executor : std::uint8_t { elementwise, walk, move, state, reduce, registers, register_walk, macro, tile };

enum class Group : std::uint8_t { none, repeat, block, pair, all };  // the lanes that make one result of a reduction
enum class Fold : std::uint8_t { none, sum, max, min };

enum Role : std::uint8_t { role_none, role_dst, role_src, role_inout, role_scratch };
inline constexpr bool reads(std::uint8_t role) { return role == role_src || role == role_inout; }
inline constexpr bool writes(std::uint8_t role) { return role == role_dst || role == role_inout; }

enum class MaskMode : std::uint8_t { normal, counter, none };

// One legal combination of element types, on some chips, in some overloads.
struct RowInfo {
    std::uint16_t chips;  // bit per chip
    std::uint8_t types[max_operands];
    std::uint8_t overloads;  // bit per overload
    std::uint8_t unit;       // the type the lanes work in, if not the operands' own
    std::uint8_t scalar;
    std::uint8_t lane_bytes;  // of the widest lane: how many a repeat has
    bool packed;              // some lanes are halves of a byte
    std::uint8_t family;      // which of a level's kernel tables, and
    std::int16_t kernel;      // where in it
    std::uint16_t modes;        // bit per mode that the first parameter may ask for; 0: it is no mode
    std::uint16_t round_modes;  // bit per round mode that the first parameter may be; 0: none is asked for
};

struct InstructionInfo {
    const char* name;
    const char* vendor;
    Executor executor;
    std::uint8_t operand_count;
    std::uint8_t roles[max_operands];
    std::uint8_t spaces[max_operands];   // where each operand is, and
    std::uint16_t places[max_operands];  // a bit for every memory where it may be
    const char* operands[max_operands];
    std::uint16_t counted;  // bit per operand whose elements are lanes
    std::uint8_t scalars;
    std::uint8_t block_bits, repeat_bits;  // widths of the stride fields; 0: no strides
    // What its form does (src/lanewise/isa/form.py).
    bool counts_each_repeat, resets_mask, compares, packed;
    bool loops, whole_elements, whole_blocks, keeps_padding, converts;  // of moves
    const char* modes;         // names, with commas between them
    std::uint8_t least_width;  // bytes that a lane takes at least when lanes of a repeat are counted
    bool saturates, wraps_wide, accumulates, count_reads_mask;
    std::uint16_t flexible, rounds, algorithms;  // bit per chip
    std::uint16_t ranged, unbounded;             // chips with a scalar range; those without an upper bound
    std::int32_t low;                            // lower bound of the scalar; the upper one is the element width
    std::uint8_t pipe;  // or all_pipes, or moving_pipe
    std::uint16_t first_row, last_row;
    Group group;
    Fold fold;
    std::uint16_t orders[4];  // for each order of a reduction's results, a bit per chip
    std::uint32_t most_repeats;
};

// Bits of one lane of an operand: conversions work on each of the two values that share a byte.
inline constexpr int lane_bits(const InstructionInfo& ins, int type) {
    const auto t = static_cast<DType>(type);
    const bool packed = t == DType::int4_ || t == DType::fp4x2_e2m1_ || t == DType::fp4x2_e1m2_;
    return ins.packed && packed ? 4 : dtype_bits[type];
}

// What a kernel needs to run n lanes.
struct KernelArgs {
    void* targets[2];
    const void* sources[4];
    std::size_t n;
    std::uint64_t scalars[2];
    std::uint32_t flags;
    const Rules* rules;
    const std::int64_t* params;  // what else the call says: a rounding mode, for example
    const State* state;
};
using Kernel = void (*)(const KernelArgs&);

// What a reduction's kernel needs besides: `n` groups of `leaves` lanes each, a power of two, `pitch` bytes apart in sources[0].
// Values go to targets[0] without gaps; the first lane that holds the value goes to targets[1] (uint32) unless that is null.
struct TreeArgs : KernelArgs {
    std::uint32_t leaves;
    std::int64_t pitch;
    const std::uint64_t* active;  // bits of the lanes that may give an index; null: all
};

// The kernels of a family at one CPU level: [kernel][0] plain, [kernel][1] saturating.
using KernelTable = const Kernel (*)[2];

// One of the functions in elementary.hpp over n numbers, pairs or triples.
using ArrayFunction = void (*)(const double* const* sources, double* target, std::size_t n);

// Bit i, lowest first, is 1 where a[i] and b[i] are in a relation; bits after the last of n are 0 (kernels/relations.cpp).
using Relation = void (*)(const void* a, const void* b, std::size_t n, std::uint8_t* bits);
struct Relations {
    Relation less, at_most, equal;
};

// A product of matrices, ready for its loops: integers come in pairs along k, an odd one with a zero. `a` lies line by line, the others in panels of 16
// columns: `b` as [panel][k or pair][16][1 or 2], with zeros behind column n, and `c` as [panel][m][16].
template <class C>
struct Product {
    using Element = std::conditional_t<std::is_same_v<C, float>, float, std::int16_t>;
    static constexpr std::size_t panel = 16, together = std::is_same_v<C, float> ? 1 : 2;
    // Where an element of `b` is, of `k` rounded up to whole pairs.
    static constexpr std::size_t at(std::size_t row, std::size_t column, std::size_t k) {
        return column / panel * k * panel + row / together * panel * together + column % panel * together + row % together;
    }
    C* c;
    const Element *a, *b;
    std::size_t m, n, k, chunk;
};

// What forms do to many elements at once (kernels/loops.cpp). Targets and sources coincide or stay apart; tables of four hold
// one function for each width of an element: 1, 2, 4 and 8 bytes.
struct Loops {
    // to[i] = bit i, lowest first, ? a[i] : b[i]
    void (*choose[4])(void* to, const std::uint8_t* bits, const void* a, const void* b, std::size_t n);
    // to[i] = the element offsets[i] & field bytes behind `from`
    void (*pick[4])(void* to, const std::uint8_t* from, const std::uint32_t* offsets, std::uint32_t field, std::size_t n);
    // The largest offset & field, and all bits of offsets + add.
    void (*farthest)(const std::uint32_t* offsets, std::size_t n, std::uint32_t field, std::uint32_t add, std::uint32_t* most, std::uint32_t* bits);
    // Blocks of 32 bytes that lie `stride` apart into one piece, and from one piece those bits back that a mask of 8 blocks has.
    void (*collect)(std::uint8_t* to, const std::uint8_t* from, std::int64_t stride, std::size_t blocks);
    void (*blend)(std::uint8_t* to, std::int64_t stride, const std::uint8_t* data, const std::uint8_t* mask, std::size_t blocks);
    const Relations* (*relations)(DType type);
    // c += a b: `chunk` products of each float are added up in order, then their sum is added to c. Integers saturate.
    void (*multiply)(const Product<float>& product);
    void (*multiply_integers)(const Product<std::int32_t>& product);
    void (*widen_halves)(const std::uint8_t* from, float* to, std::size_t n);
    // A fractal of 16 columns of 32 bytes, turned: what a panel holds of it.
    void (*turn_halves)(const std::uint8_t* fractal, float* panel);
    void (*turn_bytes)(const std::uint8_t* fractal, std::int16_t* panel);
};

struct Level {
    const char* name;
    const KernelTable* families;
    const ArrayFunction* elementary;
    const Loops* loops;
};

}  // namespace lanewise
