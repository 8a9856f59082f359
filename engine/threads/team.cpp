#include "threads/team.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace lanewise::threads {

namespace {

// About what it takes to begin and end a thread of the host, a few times.
constexpr auto short_work = std::chrono::microseconds(200);

}  // namespace

void Team::run_members(std::uint32_t members, const std::function<void()>& worker) {
    members_ = members;
    if (members == 1 || most_at_once_ == 1) return worker();
    std::vector<std::thread> threads;
    const auto begin = [&](std::uint32_t first) {
        for (std::uint32_t i = first; i < std::min(members, most_at_once_); ++i) threads.emplace_back(worker);
    };
    if (independent_) {
        begun_ = std::chrono::steady_clock::now();
        help_ = [&] { begin(1); };
        worker();
        help_ = nullptr;
    } else {
        begin(0);
    }
    for (auto& thread : threads) thread.join();
}

std::optional<std::uint32_t> Team::next() {
    const std::lock_guard guard(lock_);
    if (help_ && next_ < members_ && std::chrono::steady_clock::now() - begun_ > short_work) std::exchange(help_, nullptr)();
    return next_ < members_ ? std::optional(next_++) : std::nullopt;
}

bool Team::somebody_goes_on() const {
    if (waits_.size() != running_ || ended_ + running_ < std::min(members_, most_at_once_)) return true;  // or has yet to begin
    return std::any_of(waits_.begin(), waits_.end(), [](const auto& wait) { return wait.second->ready(); });
}

void Team::wait(std::unique_lock<std::mutex>& guard, std::uint32_t who, std::unique_ptr<const Waiting> what) {
    // What a wait looks at may also be changed by plain stores, so look again now and then.
    constexpr auto patience = std::chrono::milliseconds(1);
    const Waiting& mine = *(waits_[who] = std::move(what));
    while (!mine.ready()) {
        if (stopped) {
            guard.unlock();
            leave();
        }
        if (!somebody_goes_on()) {
            Standstill found{{}, ended_, members_, most_at_once_};
            for (const auto& [number, wait] : waits_) found.waits.push_back({number, wait->text()});
            guard.unlock();
            stand_still(found);
        }
        changed_.wait_for(guard, patience);
    }
    waits_.erase(who);
}

}  // namespace lanewise::threads
