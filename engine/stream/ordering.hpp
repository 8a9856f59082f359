// What steps of order mean, said once: whoever must know what comes before what (the checker, a schedule, the clock) is told which pipe sets,
// which waits and what everything waits for.
#pragma once

#include <cstdint>

#include "isa.hpp"
#include "lanewise/generated/layouts.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise::ordering {

constexpr std::uint64_t flag_of(std::int64_t event, std::int64_t id) {
    return static_cast<std::uint64_t>(event) << 8 | static_cast<std::uint64_t>(id & 0xFF);
}
// Of a buffer of a queue: filled, and free again.
constexpr std::uint64_t flag_of(const std::int64_t* queue_step, bool filled) {
    return 1ull << 63 | std::uint64_t{filled} << 62 | static_cast<std::uint64_t>(queue_step[0] & 0xFFFFFF) << 32 |
           static_cast<std::uint64_t>(queue_step[2] & 0xFFFFFFFF);
}

// Tells `to` what a record orders; false: nothing, it is no step of order.
//   set(flag, from, to), wait(flag, from, to)  `from` sets after its earlier work; `to` waits before its later work
//   freed(address, flag, pipe)             a buffer of a queue is free when `flag` is set; `pipe` would wait for that
//   reuse(address, bytes)                  whoever freed buffers there is waited for
//   lock(id, pipe), unlock(id, pipe)       of a mutex
//   barrier(), barrier(pipe)               everything waits for everything; a pipe's later work waits for its earlier
//   leave(number), leave(number, pipe)     other blocks may go on, after everything here or after one pipe
//   follow(number)                         the scalar unit has waited for that step of some block
template <class To>
bool step(const Record& record, const std::int64_t* p, To& to) {
    const auto set = [&](std::uint64_t flag, std::int64_t event) {
        if (const auto [source, target] = event_pipes(event); source != no_pipe) to.set(flag, source, target);
    };
    const auto wait = [&](std::uint64_t flag, std::int64_t event) {
        if (const auto [source, target] = event_pipes(event); target != no_pipe) to.wait(flag, source, target);
    };
    const auto seen = [&](std::uint32_t from) {
        for (std::uint32_t i = from; i < record.payload_count; ++i) to.follow(p[i]);
    };
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::set_flag_: return set(flag_of(p[0], p[1]), p[0]), true;
        case Opcode::wait_flag_: return wait(flag_of(p[0], p[1]), p[0]), true;
        case Opcode::enque_: return set(flag_of(p, true), p[4]), true;
        case Opcode::deque_: return wait(flag_of(p, true), p[4]), true;
        case Opcode::free_tensor_:
            set(flag_of(p, false), p[4]);
            to.freed(p[2], flag_of(p, false), event_pipes(p[4]).target);
            return true;
        case Opcode::alloc_tensor_: return wait(flag_of(p, false), p[4]), true;
        case Opcode::pipe_barrier_:
            if (p[0] == all_pipes_by_vendor) to.barrier();
            else if (const int pipe = pipe_by_vendor(p[0]); pipe != no_pipe) to.barrier(pipe);
            return true;
        case Opcode::tpipe_destroy_:
            if (!p[1]) to.barrier();
            return true;
        case Opcode::reset_buf_pool_: return to.reuse(p[2], p[3]), true;
        case Opcode::mutex_unlock_:
            if (const int pipe = pipe_by_vendor(p[1]); pipe != no_pipe) to.unlock(p[0], pipe);
            return true;
        case Opcode::mutex_lock_:
            if (const int pipe = pipe_by_vendor(p[1]); pipe != no_pipe) to.lock(p[0], pipe);
            return true;
        case Opcode::data_sync_barrier_: return true;
        case Opcode::sync_all_: return to.leave(p[1]), true;
        case Opcode::sync_all_passed_: return seen(1), true;
        case Opcode::ib_set_:
        case Opcode::ib_wait_:
            to.follow(p[4]);
            to.leave(p[3]);
            return true;
        case Opcode::cross_core_set_flag_:
            if (const int pipe = pipe_by_vendor(p[2]); pipe != no_pipe) to.leave(p[3], pipe);
            else to.leave(p[3]);
            return true;
        case Opcode::cross_core_wait_flag_: return seen(3), true;
        case Opcode::init_determine_compute_workspace_:
            if (p[0]) to.leave(p[0]);
            return true;
        case Opcode::wait_pre_block_: return seen(0), true;
        case Opcode::notify_next_block_: return to.leave(p[0]), true;
        case Opcode::group_arrive_:
        case Opcode::group_wait_:
            seen(5);
            to.leave(p[4]);
            return true;
        default: return false;
    }
}

}  // namespace lanewise::ordering
