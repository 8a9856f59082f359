// The lane selection of first-generation MACs: which element of a buffer meets which lane and column.
#pragma once

#include <cstdint>

namespace lanewise::aie {

// One buffer's part of the arguments. Offsets are four bits per lane, the lowest lane first.
struct selection {
    int start = 0;
    std::uint64_t offsets = 0;
    int step = 0;
    unsigned square = 0;

    constexpr int offset(unsigned i) const { return static_cast<int>(offsets >> (4 * i) & 15); }
    // Which of four elements the square picks for a place in a 2 x 2 block; only two bits of each nibble count.
    constexpr int pick(unsigned row, unsigned column) const {
        return static_cast<int>(square >> (4 * (2 * row + column)) & 3);
    }
    constexpr int from_block(int even, int odd, unsigned row, unsigned column) const {
        const int s = pick(row, column);
        return s < 2 ? even + s : odd + s - 2;
    }
};

enum class scheme {
    regular,    // one nibble per lane, steps per column
    halves,     // 16-bit data: a pair of nibbles serves two lanes, offsets in 32-bit units, 2 x 2 blocks
    bytes,      // 8-bit data: a pair serves four lanes
    z_bytes,    // 8-bit coefficients against 16-bit data: a pair serves two lanes, both nibbles absolute, 16-bit units
    z_bytes_2,  // 8-bit coefficients against 8-bit data: the same block twice, for four lanes
};

template <scheme S>
constexpr int index(const selection& s, unsigned lane, unsigned column) {
    const int block = static_cast<int>(column / 2) * s.step;
    const unsigned c = column % 2;
    if constexpr (S == scheme::regular) {
        return s.start + s.offset(lane) + s.step * static_cast<int>(column);
    } else if constexpr (S == scheme::halves) {
        const int even = s.offset(lane & ~1u), odd = even + s.offset(lane | 1u) + 1;
        return s.from_block(s.start + 2 * even + block, s.start + 2 * odd + block, lane % 2, c);
    } else if constexpr (S == scheme::bytes) {
        const unsigned p = lane / 4;
        const int even = s.offset(2 * p), odd = even + s.offset(2 * p + 1) + 1,
                  half = static_cast<int>(lane / 2 % 2) * 2;
        return s.from_block(s.start + 4 * even + block + half, s.start + 4 * odd + block + half, lane % 2, c);
    } else {
        const unsigned p = S == scheme::z_bytes ? lane / 2 : lane / 4;
        return s.from_block(s.start + 2 * s.offset(2 * p) + block, s.start + 2 * s.offset(2 * p + 1) + block, lane % 2,
                            c);
    }
}

}  // namespace lanewise::aie
