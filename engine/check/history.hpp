// Who an instruction of a pipe was, for findings: the last ones of each pipe. The block that has issued them notes, and others may ask meanwhile.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "check/clock.hpp"

namespace lanewise::check {

struct Doer {
    std::uint64_t place = 0;   // 0: too long ago
    std::uint16_t opcode = 0;  // 0: the kernel's own code
};

class History {
  public:
    History() = default;
    History(const History&) = delete;
    ~History() {
        for (const auto& pipe : last_)
            for (const auto& part : pipe) delete[] part.load();
    }

    void note(int pipe, std::uint32_t tick, Doer doer) {
        std::atomic<Entry*>& part = last_[pipe][tick % depth / part_entries];
        Entry* last = part.load(std::memory_order_relaxed);
        if (!last) part.store(last = new Entry[part_entries], std::memory_order_release);
        Entry& entry = last[tick % part_entries];
        entry.tick.store(none, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        entry.place.store(doer.place, std::memory_order_relaxed);
        entry.opcode.store(doer.opcode, std::memory_order_relaxed);
        entry.tick.store(tick, std::memory_order_release);
    }
    Doer find(int pipe, std::uint32_t tick) const {
        const Entry* last = last_[pipe][tick % depth / part_entries].load(std::memory_order_acquire);
        if (!last) return {};
        const Entry& entry = last[tick % part_entries];
        if (entry.tick.load(std::memory_order_acquire) != tick) return {};
        const Doer found{entry.place.load(std::memory_order_relaxed), entry.opcode.load(std::memory_order_relaxed)};
        std::atomic_thread_fence(std::memory_order_acquire);
        return entry.tick.load(std::memory_order_relaxed) == tick ? found : Doer{};
    }

  private:
    static constexpr std::size_t depth = 8192, part_entries = 128;  // short kernels of many blocks need a few
    static constexpr std::uint32_t none = 0;  // ticks begin at 1
    struct Entry {
        std::atomic<std::uint32_t> tick = none;
        std::atomic<std::uint16_t> opcode = 0;
        std::atomic<std::uint64_t> place = 0;
    };
    std::array<std::array<std::atomic<Entry*>, depth / part_entries>, pipe_count> last_{};
};

}  // namespace lanewise::check
