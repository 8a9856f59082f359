// The order in which a port goes through a buffer: tiles, and the steps from one to the next; or words of 32 bits, in the
// order of a DMA's descriptor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "moves/layout.hpp"

namespace lanewise::graph {

struct Step {
    std::int64_t dimension, stride, wrap;
};
struct Pattern {
    std::vector<std::int64_t> buffer, tile, offset, boundary;
    std::vector<Step> steps;
    std::int64_t packet_port = -1, repetition = 1, phase = 0;
    std::int64_t words = -1;  // that a descriptor moves

    // The parts as lanewise/aie/graph/memory.h writes them.
    static Pattern read(const std::int64_t* words);
    std::int64_t bytes(std::uint64_t element) const;  // of one access
    // The largest unit that elements and words of the access are made of.
    std::uint64_t unit(std::uint64_t element) const { return words >= 0 && element > word ? word : element; }
    // Where each unit lies, in order.
    std::vector<std::int64_t> places(const std::vector<std::uint64_t>& dimensions, std::uint64_t element, std::uint64_t unit) const;

    static constexpr std::int64_t outside = -1;  // of the boundary, where reads give zero and writes are dropped
    static constexpr std::int64_t nowhere = -2;  // the traversal leaves the buffer

  private:
    static constexpr std::uint64_t word = 4;
    struct Loop {
        std::size_t dimension;
        std::int64_t stride, extent;
    };
    bool padded() const;  // who says a boundary, or begins in front of the buffer, means the zeros around it
    std::vector<Loop> loops(std::size_t rank) const;  // innermost first
    moves::Layout layout(const std::vector<std::uint64_t>& dimensions) const;  // of elements, or words
};

}  // namespace lanewise::graph
