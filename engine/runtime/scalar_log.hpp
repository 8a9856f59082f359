// What the code of a kernel has read and written itself since the last record: whoever listens is told of many such accesses at once, before
// the next record. The block's thread adds; when the program ends early, another thread tells what there is.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace lanewise::runtime {

class ScalarLog {
  public:
    struct Entry {
        std::uint64_t address;  // of the host
        std::uint64_t place;
        std::uint32_t bytes;
        bool write, atomic, around;
    };
    static constexpr std::uint32_t most = 2048;

    bool empty() const { return !count_.load(std::memory_order_relaxed); }
    // Only where there is room. True: there is none for another one.
    bool add(const Entry& entry) {
        const std::uint32_t count = count_.load(std::memory_order_relaxed);
        entries_[count] = entry;
        count_.store(count + 1, std::memory_order_release);
        return count + 1 == most;
    }
    const Entry* begin() const { return entries_.data(); }
    const Entry* end() const { return entries_.data() + count_.load(std::memory_order_acquire); }
    void clear() { count_.store(0, std::memory_order_relaxed); }

  private:
    std::atomic<std::uint32_t> count_ = 0;
    std::array<Entry, most> entries_;
};

}  // namespace lanewise::runtime
