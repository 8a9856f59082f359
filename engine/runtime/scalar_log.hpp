// What the code of a kernel has read and written itself since the last record: the listener is told of many such accesses at once, before
// the next record. A loop whose accesses go on where they were the round before, or stay there, is kept as one round and how often each of its
// accesses was there: nothing is lost, and the next round costs a comparison for each, made where the program calls (engine/scalar). The block's
// thread adds; when the program ends early, another thread tells what there is.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace lanewise::runtime {

// An access of a loop: how often it was there, and what has to come next.
struct ScalarStep {
    static constexpr std::uint64_t never = UINT64_MAX;

    std::uint64_t next = never;  // where the pointer has to be the next time
    std::uint64_t place = 0;
    std::uint32_t step = 0;   // from one time to the next: its bytes, or 0
    std::uint32_t until = 0;  // so often, and no longer
    std::uint32_t left = 0;   // of those
    std::uint32_t bytes = 0;
    bool write = false;
    ScalarStep* then = nullptr;  // the next one of the round

    std::uint32_t times() const { return until - __atomic_load_n(&left, __ATOMIC_RELAXED); }
    void comes(std::uint32_t often) {
        until = often;
        left = often - 1;  // this is the first
    }
    void again(std::uint64_t at) {
        const std::uint32_t now = left - 1;
        __atomic_store_n(&left, now, __ATOMIC_RELAXED);
        next = at + step;
        if (!now) [[unlikely]] next = never;
    }
};

// The loop that is going on in a log.
class ScalarLoopAhead {
  public:
    // The next access of that loop: it is noted. A place in the program has one size and one direction, unless it calls what copies or fills.
    bool goes_on(std::uint64_t pointer, std::uint64_t place) {
        ScalarStep& here = *here_;
        if (here.next != pointer || here.place != place) return false;
        if (here.then == first_) here_ = *const_cast<ScalarStep* volatile*>(&first_);  // loaded again: CPUs need not wait for the last step to say where a round begins
        else here_ = here.then;
        here.again(pointer);
        return true;
    }
    bool goes_on(std::uint64_t pointer, std::uint64_t place, std::size_t bytes, bool write) {
        return here_->bytes == bytes && here_->write == write && goes_on(pointer, place);
    }

  protected:
    static inline constinit ScalarStep none{};  // there is no loop: nothing comes next

    ScalarStep* here_ = &none;
    ScalarStep* first_ = nullptr;  // of a round
};

// That of the block that runs on this thread, or, on a thread that runs none, the one in which nothing goes on: never null. Who calls for each access of
// a program keeps it beside itself, where it is found in one instruction, and is told which one it is now.
extern constinit thread_local ScalarLoopAhead* scalars_ahead;
extern constinit ScalarLoopAhead nothing_ahead;
extern std::atomic<void (*)(void*)> tell_ahead;  // null: nobody is
// Whether somebody listens to what threads do that run no block.
extern std::atomic<bool> host_heard;

// Of the thread at hand.
inline bool nobody_listens() { return scalars_ahead == &nothing_ahead && !host_heard.load(std::memory_order_relaxed); }

class ScalarLog : public ScalarLoopAhead {
  public:
    struct Entry : ScalarStep {
        std::uint64_t pointer;  // as the program has it
        std::uint64_t limit;    // the same access may go on that far, by what is known of the pointer
        std::uint64_t address;  // of the host
        bool atomic, around;
        std::uint8_t length = 1;  // kept by the log: of the round that begins with it; 0: it is inside one

        Entry() = default;
        Entry(std::uint64_t at, std::uint64_t most, std::uint64_t there, std::uint64_t from, std::uint32_t size, bool writes, bool indivisible, bool around_cache)
            : pointer(at), limit(most), address(there), atomic(indivisible), around(around_cache) {
            place = from, bytes = size, write = writes;
            comes(1);
        }

        // The other may be the same for the next round: behind this one, or in its place.
        bool before(const Entry& other) const {
            return !atomic && !around && place == other.place && bytes == other.bytes && write == other.write &&
                   address - pointer == other.address - other.pointer && other.pointer + bytes <= limit &&
                   (other.pointer == pointer || other.pointer == pointer + bytes);
        }
        // The second time: where it is then says how it goes on.
        void follow(std::uint64_t at) {
            step = static_cast<std::uint32_t>(at - pointer);
            comes(step ? static_cast<std::uint32_t>(std::min<std::uint64_t>((limit - pointer - bytes) / step + 1, most_times)) : most_times);
            again(at);
        }
    };
    static constexpr std::uint32_t most = 2048, most_times = 1 << 16;
    static constexpr int longest = 16;  // round

    bool empty() const { return !count_.load(std::memory_order_relaxed); }

    // Only where there is room. True: there is none for another one.
    bool add(const Entry& entry) {
        const std::uint32_t count = count_.load(std::memory_order_relaxed);
        if (!(here_->times() == 1 && static_cast<Entry*>(here_)->before(entry)) && !begins(entry, count)) {
            entries_[count] = entry;
            count_.store(count + 1, std::memory_order_release);
            return count + 1 == most;
        }
        static_cast<Entry*>(here_)->follow(entry.pointer);
        here_ = here_->then;
        return false;
    }

    // Everything in order: act(entries of a round, how many, how many whole rounds). Behind them may be the begin of another one.
    template <class Act>
    void each(Act& act) const {
        const std::uint32_t count = count_.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < count;) {
            const Entry* round = &entries_[i];
            const std::uint32_t length = std::max<std::uint32_t>(round->length, 1);
            act(round, length, entries_[i + length - 1].times());
            i += length;
        }
    }
    void clear() {
        count_.store(0, std::memory_order_relaxed);
        begin_ = 0;
        here_ = &none;
    }

  private:
    // Whether an access is the first of a second round; another loop has ended then.
    bool begins(const Entry& entry, std::uint32_t count) {
        if (here_ != &none) begin_ = count, here_ = &none;
        for (std::uint32_t length = 1; length <= longest && begin_ + length <= count; ++length) {
            if (!entries_[count - length].before(entry)) continue;
            Entry *const first = &entries_[count - length], *const last = &entries_[count - 1];
            for (Entry* one = first; one <= last; ++one) one->length = 0, one->then = one + 1;
            first->length = static_cast<std::uint8_t>(length);
            last->then = first;
            here_ = first_ = first;
            return true;
        }
        return false;
    }

    std::atomic<std::uint32_t> count_ = 0;
    std::uint32_t begin_ = 0;  // of what is in no loop yet
    std::array<Entry, most> entries_;
};

}  // namespace lanewise::runtime
