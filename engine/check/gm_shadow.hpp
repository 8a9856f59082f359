// The same for global memory, which all blocks and all launches share: who wrote a byte last, and up to two of those who have read it
// since. Pages come into being when they are touched.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "check/short_lock.hpp"
#include "check/tiers.hpp"

namespace lanewise::check {

// An instruction of some block, or a copy of the host.
struct Epoch {
    std::uint32_t tick = 0;  // 0: none
    std::uint16_t block = 0;
    std::uint8_t pipe = 0;
    bool atomic = false;
    std::uint32_t task = 0;  // of the program: the launch, or the copy
};

struct GmCell {
    Epoch written, read[2];
    Epoch under;  // who wrote it last that was not atomic, where atomics came over it since
    std::uint64_t digest = 0;  // of all that its last writer wrote with it, and of where; 0: unknown

    // Somebody reads or writes what the cell stands for. meets(who, whether they wrote): one that after(who) does not say to come first. Whether it is the writer from
    // now on: of several blocks that write without order the lowest one is, so that whichever was faster, the two lowest are found to meet. `same`: both write the same.
    template <class After, class Meets>
    bool touch(const Epoch& here, bool write, const After& after, const Meets& meets, bool same = false) {
        const bool clash = written.tick && !after(written);
        if (clash) meets(written, true);
        else if (here.atomic && under.tick && !after(under)) meets(under, true);
        if (!write) {
            // Its own last reading is known from the newer one, and so are those of tasks before; of others the first and the last are kept.
            const Epoch& first = read[0];
            const bool own = first.task == here.task ? first.block == here.block : after(first);
            read[first.tick && !own] = here;
            return false;
        }
        for (const Epoch& reader : read)
            if (reader.tick && !after(reader)) meets(reader, false);
        read[0] = read[1] = {};
        if (clash && !same && written.task == here.task && written.block < here.block) return false;
        if (!here.atomic) under = {};
        else if (!written.atomic) under = written;
        written = here;
        digest = 0;
        return true;
    }
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
            in_runs(page, first, stop, [&](Tiers<GmCell>& cells, std::uint64_t base, std::uint64_t at, std::uint64_t bytes) {
                cells.each(at, bytes, write, [&](GmCell& cell, std::uint64_t from, std::uint64_t count) { touch(cell, base + from, count); });
            });
            first = stop;
        }
    }

    // The same as long as quiet(cell) holds for each. False: for one it did not, and its page and those behind it were not touched.
    template <class Quiet, class Touch>
    bool each_if(std::uint64_t first, std::uint64_t count, bool write, const Quiet& quiet, const Touch& touch) {
        const std::uint64_t end = first + count;
        while (first < end) {
            const std::uint64_t number = first / page_bytes, stop = std::min((number + 1) * page_bytes, end);
            Page& page = find(number);
            std::lock_guard guard(page.lock);
            bool all = true;
            in_runs(page, first, stop, [&](Tiers<GmCell>& cells, std::uint64_t, std::uint64_t at, std::uint64_t bytes) {
                cells.look(at, bytes, [&](const GmCell& cell) { all = all && quiet(cell); });
            });
            if (!all) return false;
            in_runs(page, first, stop, [&](Tiers<GmCell>& cells, std::uint64_t, std::uint64_t at, std::uint64_t bytes) {
                cells.each(at, bytes, write, [&](GmCell& cell, std::uint64_t, std::uint64_t) { touch(cell); });
            });
            first = stop;
        }
        return true;
    }

    // New memory: nobody has touched these bytes.
    void forget(std::uint64_t first, std::uint64_t count) {
        if (!count) return;
        std::lock_guard guard(lock_);
        for (auto at = pages_.lower_bound(first / page_bytes); at != pages_.end() && at->first <= (first + count - 1) / page_bytes; ++at) {
            const std::uint64_t base = at->first * page_bytes, from = std::max(first, base), to = std::min(first + count, base + page_bytes);
            std::lock_guard on_page(at->second->lock);
            for (std::uint64_t byte = from; byte < to;) {
                const std::uint64_t start = byte / run * run, next = std::min(start + run, to);
                at->second->runs[byte % page_bytes / run].each(byte - start, next - byte, true, [](GmCell& cell, std::uint64_t, std::uint64_t) { cell = {}; });
                byte = next;
            }
        }
    }

  private:
    static constexpr std::uint64_t run = Tiers<GmCell>::widest, page_bytes = 64 * 1024;
    struct Page {
        explicit Page(std::uint64_t which) : number(which) {}
        const std::uint64_t number;
        ShortLock lock;
        std::array<Tiers<GmCell>, page_bytes / run> runs;
    };

    // act(cells, address of their first byte, first byte in them, bytes) for each run of a page that has bytes first..stop-1.
    template <class Act>
    static void in_runs(Page& page, std::uint64_t first, std::uint64_t stop, const Act& act) {
        while (first < stop) {
            const std::uint64_t base = first / run * run, next = std::min(base + run, stop);
            act(page.runs[first % page_bytes / run], base, first - base, next - first);
            first = next;
        }
    }

    // Pages stay where they are: those that were looked for last are found without the lock.
    Page& find(std::uint64_t number) {
        std::atomic<Page*>& last = recent_[number % recent_.size()];
        if (Page* page = last.load(std::memory_order_acquire); page && page->number == number) return *page;
        std::lock_guard guard(lock_);
        auto& page = pages_[number];
        if (!page) page = std::make_unique<Page>(number);
        last.store(page.get(), std::memory_order_release);
        return *page;
    }

    std::mutex lock_;
    std::map<std::uint64_t, std::unique_ptr<Page>> pages_;  // by number
    std::array<std::atomic<Page*>, 256> recent_{};
};

}  // namespace lanewise::check
