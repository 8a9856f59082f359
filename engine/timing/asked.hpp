// What a record asks of the order of the pipes, as a row says it. stream/ordering.hpp tells it.
#pragma once

#include <algorithm>
#include <vector>

#include "stream/ordering.hpp"
#include "timing/numbers.hpp"

namespace lanewise::timing {

// A lock is a flag of each pipe that has unlocked it.
constexpr std::uint64_t lock_of(std::int64_t id, int pipe) { return (1ull << 41) + static_cast<std::uint64_t>(id * pipe_count + pipe); }

struct Asked {
    Row& row;
    std::vector<std::int64_t> followed{};  // steps of blocks that it has waited for

    void set(std::uint64_t flag, int from, int to) { is(Act::SET, from, to, flag); }
    void wait(std::uint64_t flag, int from, int to) { is(Act::WAIT, from, to, flag); }
    void freed(std::int64_t, std::uint64_t, int) {}  // its flag is set; who waits for it says so
    void reuse(std::int64_t, std::int64_t) {}        // what takes the memory then waits by itself
    void lock(std::int64_t id, int pipe) { is(Act::LOCK, scalar_pipe, pipe, lock_of(id, 0)); }
    void unlock(std::int64_t id, int pipe) { is(Act::SET, pipe, scalar_pipe, lock_of(id, pipe)); }
    void barrier() { barrier(all_pipes); }
    void barrier(int pipe) { is(Act::BARRIER, pipe, scalar_pipe, 0); }
    void leave(std::int64_t number) { leave(number, all_pipes); }
    void leave(std::int64_t number, int pipe) { is(Act::BETWEEN, pipe, scalar_pipe, static_cast<std::uint64_t>(number)); }
    void follow(std::int64_t number) {
        if (followed.empty()) is(Act::BETWEEN, scalar_pipe, scalar_pipe, 0);
        followed.push_back(number);
    }

  private:
    void is(Act act, int source, int target, std::uint64_t flag) {
        row.act = static_cast<std::uint8_t>(act);
        row.source = static_cast<std::uint8_t>(std::max(source, scalar_pipe));
        row.target = static_cast<std::uint8_t>(std::max(target, scalar_pipe));
        row.flag = flag;
    }
};

}  // namespace lanewise::timing
