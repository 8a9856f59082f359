// One operation that a kernel asked its core for, as plain data: the layout is ISSUED of lanewise/isa/aie/issued.py.
#pragma once

#include <cstdint>

namespace lanewise::aie {

// Names and types are numbers of words, places numbers of stacks: whoever keeps the records keeps those, too.
struct issued {
    static constexpr int most_types = 4, most_numbers = 12, most_after = 6;
    static constexpr std::uint32_t sum = 1u << 31;  // a record that it waits for, through an accumulator
    static constexpr std::uint8_t small_floats = 16, floats = 17;              // factors; those before are pairs of widths
    static constexpr std::uint32_t stream_in = 1, stream_out = 2, cascade = 3;  // kinds of ports
    std::uint32_t name, place, lanes, types_count, types[most_types];
    std::uint32_t rounding, saturation, bytes, numbers_count;
    std::uint64_t address;
    std::int64_t numbers[most_numbers];
    std::uint32_t before[most_types], flags, after_count;
    std::uint32_t after[most_after];  // numbers of records whose results it takes, from 1
    // What it asks of units and ports.
    std::uint32_t products, results;  // real products, and bits of accumulator lanes that take them
    std::uint32_t crossed, port;      // bits that went through a port: 4 * its number among those of its kind + the kind
    std::uint32_t elements;           // different words of 32 bits that the scalar unit reached first
    std::uint32_t times;              // operations like it that have no record of their own; 0: it is one
    std::uint32_t bits;               // of all its lanes, where somebody has looked its types up
    std::uint8_t factors, scalar, cost, asks;

    void wait(std::uint32_t number) {
        for (std::uint32_t i = 0; i < after_count; ++i)
            if (after[i] == number) return;
        if (after_count < most_after) after[after_count++] = number;
    }
};

}  // namespace lanewise::aie
