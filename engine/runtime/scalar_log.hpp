// What the code of a kernel has read and written itself since the last record: whoever listens is told of many such accesses at once, before
// the next record. A loop whose accesses go on where they were the round before, or stay there, is kept as one round and how often each of its
// accesses was there: nothing is lost, and the next round costs a comparison for each. The block's thread adds; when the program ends early,
// another thread tells what there is.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace lanewise::runtime {

class ScalarLog {
  public:
    struct Entry {
        std::uint64_t pointer;  // as the program has it
        std::uint64_t limit;    // the same access may go on that far, by what is known of the pointer
        std::uint64_t address;  // of the host
        std::uint64_t place;
        std::uint32_t bytes;
        bool write, atomic, around;
        // Kept by the log:
        std::uint8_t length = 1;   // of the round that begins with it; 0: it is inside one
        std::uint32_t step = 0;    // from one time to the next: its bytes, or 0
        std::uint32_t times = 1;
        std::uint64_t next = 0;    // where the pointer has to be then

        // The other may be the same of the next round: behind this one, or in its place.
        bool before(const Entry& other) const {
            return !atomic && !around && place == other.place && bytes == other.bytes && write == other.write &&
                   address - pointer == other.address - other.pointer && other.pointer + bytes <= limit &&
                   (other.pointer == pointer || other.pointer == pointer + bytes);
        }
        void again(std::uint64_t at) {
            if (times == 1) step = static_cast<std::uint32_t>(at - pointer);
            next = at + step;
            __atomic_store_n(&times, times + 1, __ATOMIC_RELAXED);
        }
    };
    static constexpr std::uint32_t most = 2048, most_times = 1 << 16;
    static constexpr int longest = 16;  // round

    bool empty() const { return !count_.load(std::memory_order_relaxed); }

    // The next access of the loop that is going on: it is noted.
    bool goes_on(std::uint64_t pointer, std::uint64_t place, std::size_t bytes, bool write) {
        if (!here_ || here_->next != pointer || here_->place != place || here_->bytes != bytes || here_->write != write || pointer + bytes > here_->limit ||
            here_->times >= most_times)
            return false;
        here_->again(pointer);
        go_on();
        return true;
    }

    // Only where there is room. True: there is none for another one.
    bool add(const Entry& entry) {
        const std::uint32_t count = count_.load(std::memory_order_relaxed);
        if (!(here_ && here_->times == 1 && here_->before(entry)) && !begins(entry, count)) {
            entries_[count] = entry;
            count_.store(count + 1, std::memory_order_release);
            return count + 1 == most;
        }
        here_->again(entry.pointer);  // in the second round
        go_on();
        return false;
    }

    // Everything in order: act(entries of a round, how many, how many whole rounds). Behind them may be the begin of another one.
    template <class Act>
    void each(Act& act) const {
        const std::uint32_t count = count_.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < count;) {
            const Entry* round = &entries_[i];
            const std::uint32_t length = std::max<std::uint32_t>(round->length, 1);
            act(round, length, entries_[i + length - 1].times);
            i += length;
        }
    }
    void clear() {
        count_.store(0, std::memory_order_relaxed);
        begin_ = 0;
        here_ = nullptr;
    }

  private:
    void go_on() { here_ = here_ == last_ ? first_ : here_ + 1; }

    // Whether an access is the first of a second round; another loop has ended then.
    bool begins(const Entry& entry, std::uint32_t count) {
        if (here_) begin_ = count, here_ = nullptr;
        for (std::uint32_t length = 1; length <= longest && begin_ + length <= count; ++length) {
            if (!entries_[count - length].before(entry)) continue;
            first_ = here_ = &entries_[count - length];
            last_ = &entries_[count - 1];
            for (Entry* one = first_ + 1; one <= last_; ++one) one->length = 0;
            first_->length = static_cast<std::uint8_t>(length);
            return true;
        }
        return false;
    }

    std::atomic<std::uint32_t> count_ = 0;
    std::uint32_t begin_ = 0;  // of what is in no loop yet
    Entry *first_ = nullptr, *last_ = nullptr, *here_ = nullptr;  // the round of the loop that is going on, and the next of its accesses; null: there is none
    std::array<Entry, most> entries_;
};

}  // namespace lanewise::runtime
