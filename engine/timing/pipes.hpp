// The pipes of a block: each works in order, the scalar unit feeds them, flags and barriers hold them.
#pragma once

#include <unordered_map>
#include <vector>

#include "timing/memory.hpp"
#include "timing/numbers.hpp"

namespace lanewise::timing {

class Pipes {
  public:
    explicit Pipes(const Numbers& numbers);

    // The next row: what it asks for is given, when it runs is filled in. `number` is its place in the block.
    void run(Row& row, std::int64_t number);
    // V is busy for so much longer with what it did last.
    void lengthen(double cycles) { done_[vector_pipe] += cycles; }
    // The scalar unit does something that is no record.
    void spend(double cycles) { now_ += cycles; }
    // All blocks have come to SyncAll, at that time.
    void resume(Row& row, double at);

    // A step between blocks: the row waits until then. When those that wait for it may go on.
    double between(Row& row, double until);

    double now() const { return now_; }  // the scalar unit
    double settled() const;              // when everything issued so far is done

  private:
    void work(Row& row, int pipe);
    void share(Row& row, int pipe, double from);
    void wait(Row& row);
    void lock(Row& row);
    void hold(Row& row, double until, Why why);
    void barrier(Row& row);
    void hold_all(double until, Why why);

    // A flag: when it was set, and by which row. One that was waited for stays, so that the next set finds its place.
    static constexpr std::int64_t taken = -1;
    struct Set {
        double end;
        std::int64_t row = taken;
    };
    // Starts of what a pipe was given last, for its queue.
    struct Queue {
        std::vector<double> starts;
        std::size_t count = 0;
    };

    const Numbers& numbers_;
    double now_ = 0;
    double done_[pipe_count] = {};  // when each pipe ends what it has
    double hold_[pipe_count] = {};  // before which it may not start
    Why reason_[pipe_count] = {};
    Queue queues_[pipe_count];
    MemoryTime memory_;
    std::unordered_map<std::uint64_t, Set> flags_;
};

}  // namespace lanewise::timing
