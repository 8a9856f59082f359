#include "check/order.hpp"

namespace lanewise::check {

void Steps::leave(std::int64_t number, std::uint32_t block, const Clock& clock) {
    std::lock_guard guard(lock_);
    left_[number] = std::make_shared<const Left>(block, clock);
}

void Steps::follow(std::int64_t number, Clock& clock, std::uint32_t block) const {
    std::lock_guard guard(lock_);
    const auto found = left_.find(number);
    if (found != left_.end()) join(clock, *found->second, block);
}

void Order::stored() {
    for (Clock& clock : clocks_) clock.own[store_pipe] = clocks_[scalar_pipe].own[store_pipe];
}

void Order::barrier() {
    Clock all = clocks_[scalar_pipe];
    for (int p = 1; p < pipe_count; ++p) all.join(clocks_[p]);
    for (Clock& clock : clocks_) clock = all;
    ++scalar_changes_;
    finished_ = all.own;
}

void Order::barrier(int pipe) {
    finished_[pipe] = clocks_[pipe].own[pipe];
}

void Order::leave(std::int64_t number) {
    barrier();
    steps_.leave(number, block_, clocks_[scalar_pipe]);
}

void Order::leave(std::int64_t number, int pipe) {
    issue(pipe);
    steps_.leave(number, block_, clocks_[pipe]);
}

// The scalar unit waits, and issues everything else afterwards.
void Order::follow(std::int64_t number) { steps_.follow(number, change(scalar_pipe), block_); }

void Order::set(std::uint64_t flag, int pipe, int) {
    issue(pipe);
    Flag& here = flags_[flag];
    here.clock = clocks_[pipe];
    here.set = true;
}

void Order::wait(std::uint64_t flag, int, int pipe) {
    Flag* const found = flags_.find(flag);
    if (!found || !found->set) return;
    finished_[pipe] = std::max(finished_[pipe], found->clock.own[pipe]);
    change(pipe).join(found->clock);
    found->set = false;
}

void Order::freed(std::int64_t address, std::uint64_t flag, int pipe) { freed_[address] = {flag, pipe}; }

void Order::reuse(std::int64_t address, std::int64_t bytes) {
    const auto first = freed_.lower_bound(address), last = freed_.lower_bound(address + bytes);
    for (auto at = first; at != last; ++at)
        if (const auto& [flag, pipe] = at->second; pipe != no_pipe) wait(flag, no_pipe, pipe);
    freed_.erase(first, last);
}

void Order::unlock(std::int64_t id, int pipe) {
    issue(pipe);
    mutexes_[id].join(clocks_[pipe]);
}

void Order::lock(std::int64_t id, int pipe) {
    const Clock& left = mutexes_[id];
    finished_[pipe] = std::max(finished_[pipe], left.own[pipe]);
    change(pipe).join(left);
}

}  // namespace lanewise::check
