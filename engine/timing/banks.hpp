// Bank conflicts in UB: how many cycles each repeat needs for its reads and writes.
//
// 910B generation: a bank group does one row read and one row write a cycle, and a bank one or the other. The hardware delays a
// write by one repeat, so what it may meet in its bank are the reads of the next repeat.
//
// 950 generation: a bank group does two accesses a cycle, at most one of them a write. Which of its two banks they hit shows where two
// reads and a write of a repeat meet in one: they take two cycles, where one and a half would do. With fewer it hardly shows in the
// published cases, because loads run ahead, so it is left out.
#pragma once

#include <span>

#include "timing/numbers.hpp"

namespace lanewise::timing {

// The blocks that one operand touches: up to eight of them a repeat.
struct Walk {
    std::int64_t start;          // number of the first block in UB
    std::int64_t block, repeat;  // strides, in blocks
    int width;                   // blocks of a repeat
    bool reads, writes;
    std::uint8_t active = 0xFF;  // blocks of a repeat with a lane that takes part, a bit for each eighth
    // Behind the `whole` repeats of Counter mode comes one of which only the blocks `last` take part.
    std::uint32_t whole = UINT32_MAX;
    std::uint8_t last = 0xFF;
    int operand = 0;

    // Their numbers, in the order of the lanes; returns how many there are.
    int blocks(std::uint32_t repeat_number, std::int64_t* out) const;
};

// `cycles` for all repeats; `ideal` is what the same instruction takes where nothing collides.
struct Traffic {
    double cycles, ideal;
    double lost() const { return cycles - ideal; }
};

// `rate` is what one repeat takes without memory in the way.
Traffic traffic(const Numbers& numbers, std::span<const Walk> walks, std::uint32_t repeats, double rate);

}  // namespace lanewise::timing
