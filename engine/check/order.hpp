// What comes before what: the pipes of a block work in order and side by side; flags, queues, barriers, mutexes and steps between
// blocks order them. A record is heard in program order; the clock of its pipe says what it comes after.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>

#include "check/clock.hpp"
#include "check/keyed.hpp"
#include "lanewise/generated/layouts.hpp"
#include "stream/ordering.hpp"

namespace lanewise::check {

// Steps between the blocks of a launch that let others go on, by the number that they drew.
class Steps {
  public:
    void leave(std::int64_t number, std::uint32_t block, const Clock& clock);
    void follow(std::int64_t number, Clock& clock, std::uint32_t block) const;
    // Both, at one after the other: now() is what it comes after when there is something new.
    template <class Now>
    void meet(std::span<const std::uint64_t> addresses, Clock& clock, std::uint32_t block, const Now& now) {
        const std::lock_guard guard(lock_);
        std::shared_ptr<const Left> last, mine;
        for (const std::uint64_t at : addresses) {
            std::shared_ptr<const Left>& here = left_[of_address(at)];
            if (here && here != last && here != mine) {
                join(clock, *here, block);
                last = std::move(here);
                mine = nullptr;
            }
            if (!mine) mine = std::make_shared<const Left>(block, now());
            here = mine;
        }
    }
    // No step between blocks draws such a number.
    static std::int64_t of_address(std::uint64_t address) { return -static_cast<std::int64_t>(address); }

  private:
    using Left = std::pair<std::uint32_t, Clock>;
    static void join(Clock& clock, const Left& left, std::uint32_t block) {
        if (left.first == block) clock.join(left.second);
        else clock.join_from(left.first, left.second);
    }

    mutable std::mutex lock_;
    std::unordered_map<std::int64_t, std::shared_ptr<const Left>> left_;
};

class Order {
  public:
    Order(Steps& steps, std::uint32_t block) : steps_(steps), block_(block) {}

    // An instruction starts on a pipe: it has been issued by the scalar unit, which goes in program order.
    std::uint32_t start(int pipe) {
        issue(pipe);
        Ticks& own = change(pipe).own;
        own[pipe] += 1;
        if (pipe == scalar_pipe) own[store_pipe] = own[pipe];
        return own[pipe];
    }
    const Clock& clock(int pipe) const { return clocks_[pipe]; }
    // The scalar unit waits for an earlier instruction of a pipe, as the compiler makes it do where it touches the same memory.
    void scalar_waits_for(int pipe) { change(scalar_pipe).join(clocks_[pipe]); }

    // The last instruction of a pipe that a later one of the same pipe finds finished.
    std::uint32_t finished(int pipe) const { return std::max(finished_[pipe], clocks_[scalar_pipe].own[pipe]); }

    // A step of order; false: the record is none. It is told in the words of stream/ordering.hpp.
    bool step(const Record& record, const std::int64_t* params) {
        if (record.opcode == static_cast<std::uint16_t>(Opcode::data_sync_barrier_)) stored();
        return ordering::step(record, params, *this);
    }
    void stored();  // by the scalar unit: all of it is there
    void barrier();
    void barrier(int pipe);
    void leave(std::int64_t number);
    void leave(std::int64_t number, int pipe);
    void follow(std::int64_t number);
    // An instruction of a pipe comes to addresses where blocks change something; `start` starts the next one on that pipe.
    template <class Start>
    void meet(std::span<const std::uint64_t> addresses, int pipe, const Start& start) {
        steps_.meet(addresses, change(scalar_pipe), block_, [&] {
            ++scalar_changes_;
            start();
            return clocks_[pipe];
        });
    }
    void set(std::uint64_t flag, int pipe, int waiter);
    void wait(std::uint64_t flag, int setter, int pipe);
    void freed(std::int64_t address, std::uint64_t flag, int pipe);
    void reuse(std::int64_t address, std::int64_t bytes);
    void lock(std::int64_t id, int pipe);
    void unlock(std::int64_t id, int pipe);

  private:
    // A clock that is about to change.
    Clock& change(int pipe) {
        if (pipe == scalar_pipe) ++scalar_changes_;
        return clocks_[pipe];
    }
    // What the scalar unit knows, unless it knew no more when it issued something to that pipe before.
    void issue(int pipe) {
        if (pipe == scalar_pipe || issued_[pipe] == scalar_changes_) return;
        issued_[pipe] = scalar_changes_;
        const std::uint32_t stored = clocks_[pipe].own[store_pipe];
        clocks_[pipe].join(clocks_[scalar_pipe]);
        clocks_[pipe].own[store_pipe] = stored;
    }

    Steps& steps_;
    std::uint32_t block_;
    Clock clocks_[pipe_count];
    std::uint64_t scalar_changes_ = 1;  // of the scalar unit's clock, and how many of them each pipe has heard of
    std::uint64_t issued_[pipe_count] = {};
    Ticks finished_{};
    struct Flag {
        Clock clock;
        bool set = false;
    };
    Keyed<Flag> flags_;      // by event and id, or by queue, buffer and direction
    std::map<std::int64_t, std::pair<std::uint64_t, int>> freed_;  // buffers of queues by address: the flag that FreeTensor sets, and who waits for it
    std::map<std::int64_t, Clock> mutexes_;              // what the last unlock of each id came after
};

}  // namespace lanewise::check
