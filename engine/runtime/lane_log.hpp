// What threads of a function have read and written, while each does what the one before it did, on the elements behind: it is kept as what the first one
// did and how many did so, and told as a few accesses of many threads. Whoever does something else ends that, and nothing is lost.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/scalar_log.hpp"
#include "stream/listener.hpp"

namespace lanewise::runtime {

class LaneLog : public ScalarLoopAhead {
  public:
    struct Entry : ScalarStep {
        Access access;  // of the first thread
    };
    static constexpr std::uint32_t most = 16;

    bool empty() const { return !count_; }
    void clear() {
        count_ = lanes_ = 0;
        here_ = &none;
    }
    // Until another thread runs: what this one does is told as it comes.
    void rest() { rests_ = true; }

    // Another thread runs. False: what there is has to be told first.
    bool begins(std::uint16_t thread) {
        rests_ = false;
        if (count_) {
            const bool next = thread == first_ + (lanes_ ? lanes_ + 1 : 1);
            if (!next || (lanes_ && !whole())) return false;
            if (lanes_) {
                ++lanes_;
            } else {
                lanes_ = 1;
                for (std::uint32_t i = 0; i < count_; ++i) entries_[i].then = i + 1 < count_ ? &entries_[i + 1] : &none;
            }
            here_ = &entries_[0];
            return true;
        }
        first_ = thread;
        return true;
    }

    // An access of the thread at hand that is not the next one of those before it; up to `limit` the same access of others needs no look at
    // its pointer. False: what there is has to be told first.
    bool add(std::uint64_t pointer, std::uint64_t limit, const Access& access) {
        if (rests_ || lanes_ || count_ == most) return false;
        Entry& entry = entries_[count_++];
        static_cast<ScalarStep&>(entry) = {};
        entry.place = access.place;
        entry.bytes = entry.step = access.bytes;
        entry.write = access.write;
        const std::uint64_t most_often = limit < pointer ? 1 : std::min<std::uint64_t>((limit - pointer) / access.bytes, most_times);
        entry.comes(std::max<std::uint32_t>(static_cast<std::uint32_t>(most_often), 1));
        entry.next = entry.until > 1 ? pointer + access.bytes : ScalarStep::never;
        entry.access = access;
        return true;
    }

    std::uint32_t count() const { return count_; }
    const Entry& operator[](std::uint32_t i) const { return entries_[i]; }
    // How many threads have done all of it; one more may have done a part.
    std::uint32_t lanes() const { return lanes_ && whole() ? lanes_ + 1 : lanes_; }

  private:
    static constexpr std::uint32_t most_times = 1 << 16;
    bool whole() const { return entries_[count_ - 1].times() == lanes_ + 1; }

    std::array<Entry, most> entries_;
    std::uint32_t count_ = 0, lanes_ = 0;  // lanes_: those that were whole when the one at hand began
    std::uint32_t first_ = 0;
    bool rests_ = false;
};

}  // namespace lanewise::runtime
