// For each byte of a Unified Buffer, which instruction wrote it last and which have read it since. Blocks of 32 bytes that were only
// ever touched as a whole have one cell; others have one for each byte.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "check/clock.hpp"

namespace lanewise::check {

struct UbCell {
    std::uint32_t written = 0;  // tick; 0: never
    Ticks read{};               // by each pipe since then; 0: not
    std::uint8_t writer = 0;    // pipe
    bool split = false;
};

class UbShadow {
  public:
    explicit UbShadow(std::uint32_t bytes) : cells_(bytes / block), parts_(bytes / block) {}

    // Every cell of bytes first..first+count-1: touch(cell, first byte, bytes).
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, const Touch& touch) {
        const std::uint64_t end = std::min<std::uint64_t>(first + count, cells_.size() * block);
        while (first < end) {
            const std::uint64_t number = first / block, next = std::min((number + 1) * block, end);
            UbCell& cell = cells_[number];
            if (next - first == block && !cell.split) {
                touch(cell, first, block);
            } else {
                split(number);
                for (std::uint64_t at = first; at < next; ++at) touch((*parts_[number])[at % block], at, 1);
            }
            first = next;
        }
    }

  private:
    static constexpr std::uint64_t block = 32;
    using Parts = std::array<UbCell, block>;

    void split(std::uint64_t number) {
        UbCell& cell = cells_[number];
        if (cell.split) return;
        parts_[number] = std::make_unique<Parts>();
        parts_[number]->fill(cell);
        cell.split = true;
    }

    std::vector<UbCell> cells_;
    std::vector<std::unique_ptr<Parts>> parts_;
};

}  // namespace lanewise::check
