// The same for global memory, which all blocks of a launch share: who wrote a byte last, and up to two of those who have read it since.
// Pages come into being when they are touched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "check/tiers.hpp"

namespace lanewise::check {

// An instruction of some block.
struct Epoch {
    std::uint32_t tick = 0;  // 0: none
    std::uint16_t block = 0;
    std::uint8_t pipe = 0;
    bool atomic = false;
};

struct GmCell {
    Epoch written, read[2];
    std::uint32_t launch = 0;  // that the rest belongs to
};

class GmShadow {
  public:
    // Every cell of bytes first..first+count-1: touch(cell, first byte, bytes). One block at a time is on a page.
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, bool write, const Touch& touch) {
        const std::uint64_t end = first + count;
        while (first < end) {
            const std::uint64_t number = first / page_bytes, stop = std::min((number + 1) * page_bytes, end);
            Page& page = find(number);
            std::lock_guard guard(page.lock);
            while (first < stop) {
                const std::uint64_t base = first / run * run, next = std::min(base + run, stop);
                page.runs[first % page_bytes / run].each(
                    first - base, next - first, write,
                    [&](GmCell& cell, std::uint64_t at, std::uint64_t bytes) { touch(cell, base + at, bytes); });
                first = next;
            }
        }
    }

  private:
    static constexpr std::uint64_t run = Tiers<GmCell>::widest, page_bytes = 64 * 1024;
    struct Page {
        std::mutex lock;
        std::array<Tiers<GmCell>, page_bytes / run> runs;
    };

    Page& find(std::uint64_t number) {
        std::lock_guard guard(lock_);
        auto& page = pages_[number];
        if (!page) page = std::make_unique<Page>();
        return *page;
    }

    std::mutex lock_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lanewise::check
