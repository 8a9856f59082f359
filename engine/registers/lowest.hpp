// Masks as words: a bit for each byte of a register, of which the lowest of a lane decides about it.
#pragma once

#include "machine/lanes.hpp"

namespace lanewise {

// The lowest bit of every lane, by the distance between lanes.
constexpr std::uint64_t lowest_bits(int pitch) {
    return pitch == 1 ? ~0ull : pitch == 2 ? 0x5555555555555555ull : pitch == 4 ? 0x1111111111111111ull : 0x0101010101010101ull;
}

// Those of the lowest `lanes` lanes.
constexpr Words lowest_lanes(std::int64_t lanes, int pitch) {
    const std::uint64_t ones = lowest_bits(pitch);
    Words words{};
    const int per_word = 64 / pitch;
    for (int w = 0; w < 4; ++w, lanes -= per_word)
        words[w] = lanes >= per_word ? ones : lanes <= 0 ? 0 : ones & ((1ull << (lanes * pitch)) - 1);
    return words;
}

}  // namespace lanewise
