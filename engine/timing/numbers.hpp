// The numbers of a chip, from chips/timing/*.toml by way of the build.
#pragma once

#include "timing_numbers.hpp"

namespace lanewise::timing {

inline constexpr int repeat_bytes = 256, blocks_of_repeat = 8;

// All zero where nothing is published for the chip's generation.
const Numbers& numbers_of(const Rules& chip);

// Where costs of lanes of so many bits stand; the last place is for all others.
inline int by_bits(int bits) {
    switch (bits) {
        case 8: return 0;
        case 16: return 1;
        case 32: return 2;
        case 64: return 3;
        default: return 4;
    }
}

inline int element_bytes(std::uint8_t dtype) { return dtype_bits[dtype] < 8 ? 1 : dtype_bits[dtype] / 8; }

}  // namespace lanewise::timing
