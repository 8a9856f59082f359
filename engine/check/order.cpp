#include "check/order.hpp"

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise::check {

namespace {

constexpr int nowhere = -1;  // a pipe of the cube unit: vector cores have none

struct Event {
    int from, to;
};

// By the number of a HardEvent.
constexpr int S = 0, V = 1, M2 = 2, M3 = 3, N = nowhere;
constexpr Event events[] = {{M2, N}, {N, M2}, {N, N}, {N, N}, {M2, V}, {V, M2}, {M3, V}, {V, M3}, {N, V}, {V, N}, {V, V}, {M3, N},
                            {N, M3}, {N, V}, {M2, N}, {N, M2}, {V, N}, {N, N}, {N, N}, {M3, M2}, {M2, M3}, {S, V}, {V, S}, {S, M2},
                            {M2, S}, {S, M3}, {M3, S}};

// A pipe by the vendor's number; the cube's pipes and PIPE_ALL are none of them.
int pipe_of(std::int64_t vendor) {
    switch (vendor) {
        case 0: return S;
        case 1: return V;
        case 4: return M2;
        case 5: return M3;
        default: return nowhere;
    }
}

constexpr std::uint64_t flag_of(std::int64_t event, std::int64_t id) {
    return static_cast<std::uint64_t>(event) << 8 | static_cast<std::uint64_t>(id & 0xFF);
}
// Of a buffer of a queue: filled, and free again.
constexpr std::uint64_t flag_of(const std::int64_t* queue_step, bool filled) {
    return 1ull << 63 | std::uint64_t{filled} << 62 | static_cast<std::uint64_t>(queue_step[0] & 0xFFFFFF) << 32 |
           static_cast<std::uint64_t>(queue_step[2] & 0xFFFFFFFF);
}

}  // namespace

int event_between(int from, int to) {
    for (int e = 0; e < static_cast<int>(std::size(events)); ++e)
        if (events[e].from == from && events[e].to == to) return e;
    return -1;
}

void Steps::leave(std::int64_t number, std::uint32_t block, const Clock& clock) {
    std::lock_guard guard(lock_);
    left_[number] = {block, clock};
}

void Steps::follow(std::int64_t number, Clock& clock, std::uint32_t block) const {
    std::lock_guard guard(lock_);
    const auto found = left_.find(number);
    if (found == left_.end()) return;
    const auto& [from, left] = found->second;
    if (from == block) clock.join(left);
    else clock.join_from(from, left);
}

// Everything waits for everything.
void Order::barrier() {
    Clock all = clocks_[0];
    for (int p = 1; p < pipes; ++p) all.join(clocks_[p]);
    for (Clock& clock : clocks_) clock = all;
}

void Order::leave(std::int64_t number) {
    barrier();
    steps_.leave(number, block_, clocks_[0]);
}

// The scalar unit waits, and issues everything else afterwards.
void Order::follow(std::int64_t number) { steps_.follow(number, clocks_[0], block_); }

void Order::set(std::uint64_t flag, int event) {
    if (event < 0 || event >= static_cast<int>(std::size(events)) || events[event].from == nowhere) return;
    const int from = events[event].from;
    if (from != S) clocks_[from].join(clocks_[S]);
    flags_[flag] = clocks_[from];
}

void Order::wait(std::uint64_t flag, int event) {
    if (event < 0 || event >= static_cast<int>(std::size(events)) || events[event].to == nowhere) return;
    const auto found = flags_.find(flag);
    if (found == flags_.end()) return;
    clocks_[events[event].to].join(found->second);
    flags_.erase(found);
}

// A pool waits for what its queues freed before it gives the memory away again.
void Order::wait_for_freed(std::int64_t address, std::int64_t bytes) {
    const auto first = freed_.lower_bound(address), last = freed_.lower_bound(address + bytes);
    for (auto at = first; at != last; ++at) wait(at->second.first, at->second.second);
    freed_.erase(first, last);
}

bool Order::step(const Record& record, const std::int64_t* p) {
    const auto seen = [&](std::uint32_t from) {
        for (std::uint32_t i = from; i < record.payload_count; ++i) follow(p[i]);
    };
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::set_flag_: set(flag_of(p[0], p[1]), static_cast<int>(p[0])); return true;
        case Opcode::wait_flag_: wait(flag_of(p[0], p[1]), static_cast<int>(p[0])); return true;
        case Opcode::enque_: set(flag_of(p, true), static_cast<int>(p[4])); return true;
        case Opcode::deque_: wait(flag_of(p, true), static_cast<int>(p[4])); return true;
        case Opcode::free_tensor_:
            set(flag_of(p, false), static_cast<int>(p[4]));
            freed_[p[2]] = {flag_of(p, false), static_cast<int>(p[4])};
            return true;
        case Opcode::alloc_tensor_: wait(flag_of(p, false), static_cast<int>(p[4])); return true;
        case Opcode::pipe_barrier_:
            if (pipe_of(p[0]) == nowhere) barrier();  // of one pipe: it works in order anyway
            return true;
        case Opcode::tpipe_destroy_:
            if (!p[1]) barrier();
            return true;
        case Opcode::reset_buf_pool_: wait_for_freed(p[2], p[3]); return true;
        case Opcode::mutex_unlock_:
            if (const int pipe = pipe_of(p[1]); pipe != nowhere) {
                clocks_[pipe].join(clocks_[S]);
                mutexes_[p[0]].join(clocks_[pipe]);
            }
            return true;
        case Opcode::mutex_lock_:
            if (const int pipe = pipe_of(p[1]); pipe != nowhere) clocks_[pipe].join(mutexes_[p[0]]);
            return true;
        case Opcode::data_sync_barrier_: return true;
        case Opcode::sync_all_: leave(p[1]); return true;
        case Opcode::sync_all_passed_: seen(1); return true;
        case Opcode::ib_set_:
        case Opcode::ib_wait_:
            follow(p[4]);
            leave(p[3]);
            return true;
        case Opcode::cross_core_set_flag_: {
            const int pipe = pipe_of(p[2]);
            if (pipe == nowhere) return leave(p[3]), true;
            clocks_[pipe].join(clocks_[S]);
            steps_.leave(p[3], block_, clocks_[pipe]);
            return true;
        }
        case Opcode::cross_core_wait_flag_: seen(3); return true;
        case Opcode::init_determine_compute_workspace_:
            if (p[0]) leave(p[0]);
            return true;
        case Opcode::wait_pre_block_: seen(0); return true;
        case Opcode::notify_next_block_: leave(p[0]); return true;
        case Opcode::group_arrive_:
        case Opcode::group_wait_:
            seen(5);
            leave(p[4]);
            return true;
        default: return false;
    }
}

}  // namespace lanewise::check
