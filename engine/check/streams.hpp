// What comes before what among the tasks of a program: launches and asynchronous copies. A stream does its tasks in order; the host submits
// them, and waits where it says so; events order streams. Tasks of different streams are in no order otherwise, whatever order they run in here.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "lanewise/generated/layouts.hpp"

namespace lanewise::check {

class Streams {
  public:
    using Number = std::uint32_t;                        // of a task, from 1 on
    using Seen = std::map<std::int64_t, std::uint32_t>;  // so many tasks of each stream
    struct Task {
        std::int64_t stream = 0;
        std::uint32_t tick = 0;   // among those of its stream
        std::uint64_t place = 0;  // of the host's call
    };
    struct Begun {
        Number number = 0;  // 0: none
        Seen seen;          // what it comes after, and itself
    };

    // What the host does, and the task that this begins.
    Begun step(const Record& record, const std::int64_t* params);
    // The task of a launch; one that no host was heard to start comes after all others.
    Begun launched(std::uint32_t launch);

    Task task(Number number) const;
    bool before(Number task, const Seen& seen) const;
    // Whether the host has waited for a task, and for all of them.
    bool host_waited_for(Number task) const;
    bool host_waited() const;

  private:
    Begun begin(std::int64_t stream, std::uint64_t place);
    void submit(std::int64_t stream) { join(streams_[stream], host_); }
    static void join(Seen& into, const Seen& from);
    static bool in(const Task& task, const Seen& seen);

    mutable std::mutex lock_;
    std::vector<Task> tasks_;
    Seen host_;                                          // what the host knows to be done
    std::map<std::int64_t, Seen> streams_;               // what the last task of each comes after
    std::unordered_map<std::int64_t, Seen> events_;      // the same when each was recorded last
    std::unordered_map<std::uint32_t, Begun> launches_;  // that were told and have not begun
};

}  // namespace lanewise::check
