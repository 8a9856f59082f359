// The same for global memory, which all blocks of a launch share: who wrote a piece last, and up to two of those who have read it since.
// Pages come into being when they are touched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

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
    bool split = false;
};

class GmShadow {
  public:
    // Every cell of bytes first..first+count-1: touch(cell, first byte, bytes). One block at a time is on a page.
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, const Touch& touch) {
        const std::uint64_t end = first + count;
        while (first < end) {
            const std::uint64_t number = first / page_bytes, stop = std::min((number + 1) * page_bytes, end);
            Page& page = find(number);
            std::lock_guard guard(page.lock);
            while (first < stop) {
                const std::uint64_t at = first % page_bytes / piece, next = std::min((first / piece + 1) * piece, stop);
                GmCell& cell = page.cells[at];
                if (next - first == piece && !cell.split) {
                    touch(cell, first, piece);
                } else {
                    auto& parts = page.parts[at];
                    if (!cell.split) {
                        parts = std::make_unique<Parts>();
                        parts->fill(cell);
                        cell.split = true;
                    }
                    for (std::uint64_t byte = first; byte < next; ++byte) touch((*parts)[byte % piece], byte, 1);
                }
                first = next;
            }
        }
    }

  private:
    static constexpr std::uint64_t piece = 32, page_bytes = 64 * 1024;
    using Parts = std::array<GmCell, piece>;
    struct Page {
        std::mutex lock;
        std::array<GmCell, page_bytes / piece> cells;
        std::unordered_map<std::uint64_t, std::unique_ptr<Parts>> parts;
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
