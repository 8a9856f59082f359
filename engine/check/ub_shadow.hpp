// For each byte of a Unified Buffer, which instruction wrote it last and which have read it since.
#pragma once

#include <cstdint>
#include <vector>

#include "check/clock.hpp"
#include "check/tiers.hpp"

namespace lanewise::check {

struct UbCell {
    std::uint32_t written = 0;  // tick; 0: never
    Ticks read{};               // by each pipe since then; 0: not
    std::uint8_t writer = 0;    // pipe
    std::uint32_t stored = 0;   // by a vector function: the number of the store; 0: not
};

class UbShadow {
  public:
    explicit UbShadow(std::uint32_t bytes) : runs_((bytes + run - 1) / run) {}

    // Every cell of bytes first..first+count-1: touch(cell, first byte, bytes).
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, bool write, const Touch& touch) {
        const std::uint64_t end = std::min<std::uint64_t>(first + count, runs_.size() * run);
        while (first < end) {
            const std::uint64_t number = first / run, base = number * run, next = std::min(base + run, end);
            runs_[number].each(first - base, next - first, write,
                               [&](UbCell& cell, std::uint64_t at, std::uint64_t bytes) { touch(cell, base + at, bytes); });
            first = next;
        }
    }

  private:
    static constexpr std::uint64_t run = Tiers<UbCell>::widest;
    std::vector<Tiers<UbCell>> runs_;
};

}  // namespace lanewise::check
