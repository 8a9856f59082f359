// The order in which a port goes through a buffer: tiles, and the steps from one to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::graph {

struct Step {
    std::int64_t dimension, stride, wrap;
};
struct Pattern {
    std::vector<std::int64_t> buffer, tile, offset, boundary;
    std::vector<Step> steps;
    std::int64_t packet_port = -1, repetition = 1, phase = 0;

    // The parts as lanewise/aie/graph/memory.h writes them.
    static Pattern read(const std::int64_t* words);
    std::int64_t volume() const;  // elements of one access
    // Where each element lies, in order; -1: outside, where reads give zero and writes are dropped.
    std::vector<std::int64_t> places(const std::vector<std::uint64_t>& dimensions) const;
};

}  // namespace lanewise::graph
