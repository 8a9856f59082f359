// What is known of each byte of a core's memory.
#pragma once

#include <cstdint>
#include <vector>

#include "check/clock.hpp"
#include "check/tiers.hpp"
#include "machine/core.hpp"

namespace lanewise::check {

// Which instruction wrote a byte last and which have read it since.
struct MemoryCell {
    std::uint32_t written = 0;  // tick; 0: never
    Ticks read{};               // by each pipe since then; 0: not
    std::uint8_t writer = 0;    // pipe, or store_pipe
    std::uint32_t stored = 0;   // by a vector function: the number of the store; 0: not
};

template <class Cell>
class MemoryShadow {
  public:
    MemoryShadow() = default;  // of a memory that is not there
    explicit MemoryShadow(std::uint64_t bytes) : runs_((bytes + run - 1) / run) {}

    // Every cell of bytes first..first+count-1: touch(cell, first byte, bytes).
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, bool write, const Touch& touch) {
        const std::uint64_t end = std::min<std::uint64_t>(first + count, runs_.size() * run);
        while (first < end) {
            const std::uint64_t number = first / run, base = number * run, next = std::min(base + run, end);
            runs_[number].each(first - base, next - first, write,
                               [&](Cell& cell, std::uint64_t at, std::uint64_t bytes) { touch(cell, base + at, bytes); });
            first = next;
        }
    }

    // The same, to look at cells alone: visit(cell).
    template <class Visit>
    void look(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
        const std::uint64_t end = std::min<std::uint64_t>(first + count, runs_.size() * run);
        while (first < end) {
            const std::uint64_t number = first / run, base = number * run, next = std::min(base + run, end);
            runs_[number].look(first - base, next - first, visit);
            first = next;
        }
    }

    // What is known of one byte; of one behind the end nothing.
    Cell at(std::uint64_t byte) const { return byte / run < runs_.size() ? runs_[byte / run].at(byte % run) : Cell{}; }

  private:
    static constexpr std::uint64_t run = Tiers<Cell>::widest;
    std::vector<Tiers<Cell>> runs_;
};

// One for each memory of a core.
template <class Cell>
struct MemoryShadows {
    explicit MemoryShadows(const Core& core) {
        for (int m = 0; m < memory_count; ++m) each[m] = MemoryShadow<Cell>(core.memories[m].reach());
    }
    MemoryShadow<Cell>& operator[](Space space) { return each[static_cast<int>(space)]; }
    const MemoryShadow<Cell>& operator[](Space space) const { return each[static_cast<int>(space)]; }

    MemoryShadow<Cell> each[memory_count];
};

}  // namespace lanewise::check
