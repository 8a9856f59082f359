#include "threads/schedule.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

namespace lanewise::threads {

namespace {

constexpr int patience = 64;  // looks around before a thread goes to sleep

struct Unshown {
    std::vector<Link*> written, read;
};
// Functions that use it are never a part of others (README.md).
thread_local Unshown unshown;

}  // namespace

[[gnu::noinline]] void show_later(Link& link, bool writer) {
    bool& listed = writer ? link.shows_written : link.shows_read;
    if (listed) return;
    listed = true;
    (writer ? unshown.written : unshown.read).push_back(&link);
}

void Schedule::add(Fiber* fiber, int place) {
    for (auto& u : units_)
        if (!u->mover && u->place == place) return u->fibers.push_back(fiber);
    units_.push_back(std::make_unique<Unit>());
    units_.back()->place = place;
    units_.back()->fibers.push_back(fiber);
}

void Schedule::add(Mover* mover) {
    units_.push_back(std::make_unique<Unit>());
    units_.back()->mover = mover;
}

void Schedule::limit(unsigned threads) {
    most_threads_ = std::min(most_threads_, threads);
    takes_turns_ |= threads_ > most_threads_;  // who is busy stays on its thread
}

void Schedule::shuffle(std::uint64_t seed) {
    random_ = seed != 0;
    dice_.seed(seed);
}

[[gnu::noinline]] void Schedule::show() {
    if (unshown.written.empty() && unshown.read.empty()) return;
    for (Link* l : unshown.written) {
        l->shows_written = false;
        l->show_written();
    }
    for (Link* l : unshown.read) {
        l->shows_read = false;
        l->show_read();
    }
    unshown.written.clear();
    unshown.read.clear();
    if (threads_ < 2) return;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (drowsy_.load(std::memory_order_relaxed)) wake();
}

void Schedule::wake() {
    const std::lock_guard guard(lock_);
    ++news_;
    sleeping_ = 0;
    changed_.notify_all();
}

bool Schedule::run_inside(Unit& unit) {
    bool moved = false;
    if (unit.mover) moved = unit.mover->move();
    for (std::size_t i = 0; i < unit.fibers.size(); ++i) {
        if (!unit.fibers[i]->can_go_on()) continue;
        unit.inside.store(unit.fibers[i], std::memory_order_relaxed);
        unit.fibers[i]->resume();
        unit.inside.store(nullptr, std::memory_order_relaxed);
        moved = true;
    }
    show();
    return moved;
}

bool Schedule::run(Unit& unit, unsigned me) {
    const auto mine = [&] { return !unit.stays.load(std::memory_order_acquire) || unit.home.load(std::memory_order_relaxed) == me; };
    if (!mine() || unit.taken.load(std::memory_order_relaxed) || unit.taken.exchange(true, std::memory_order_acquire)) return false;
    std::unique_lock turn(turn_, std::defer_lock);
    if (takes_turns_) turn.lock();
    const bool still_mine = mine();
    const bool moved = still_mine && run_inside(unit);
    if (turn) turn.unlock();
    if (moved) {
        unit.home.store(me, std::memory_order_relaxed);
        unit.stays.store(std::any_of(unit.fibers.begin(), unit.fibers.end(), [](const Fiber* f) { return f->is_busy; }), std::memory_order_release);
    }
    unit.taken.store(false, std::memory_order_release);
    if (!still_mine) wake();  // who may run it might have looked just now
    return moved;
}

bool Schedule::scan(unsigned me) {
    bool moved = false;
    if (random_) {
        std::vector<std::size_t> order(units_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), dice_);
        for (const std::size_t i : order)
            if (draw(2)) moved |= run(*units_[i], me);
        for (std::size_t i = 0; !moved && i < order.size(); ++i) moved = run(*units_[order[i]], me);
        return moved;
    }
    for (auto& u : units_)
        if (threads_ == 1 || u->home.load(std::memory_order_relaxed) == me) moved |= run(*u, me);
    for (std::size_t i = 0; !moved && i < units_.size(); ++i) moved = run(*units_[i], me);
    return moved;
}

void Schedule::work(unsigned me) {
    for (int idle = 0;;) {
        if (scan(me)) {
            idle = 0;
            continue;
        }
        if (threads_ < 2) return;
        if (++idle < patience) {
            std::this_thread::yield();
            continue;
        }
        drowsy_.fetch_add(1, std::memory_order_seq_cst);
        std::uint64_t known;
        {
            const std::lock_guard guard(lock_);
            known = news_;
        }
        bool all_sleep = false;
        if (!scan(me)) {
            std::unique_lock guard(lock_);
            if (news_ == known) {
                all_sleep = ++sleeping_ == threads_;
                if (all_sleep) changed_.notify_all();
                if (me != 0 || !all_sleep) changed_.wait(guard, [&] { return news_ != known || (me == 0 && sleeping_ == threads_); });
                all_sleep = me == 0 && sleeping_ == threads_;
            }
        }
        drowsy_.fetch_sub(1, std::memory_order_seq_cst);
        if (all_sleep) return;
        idle = 0;
    }
}

void Schedule::start_threads() {
    if (threads_) return;
    const auto places = static_cast<unsigned>(std::count_if(units_.begin(), units_.end(), [](const auto& u) { return !u->mover; }));
    const unsigned wanted = wanted_threads_ ? wanted_threads_ : std::thread::hardware_concurrency();
    threads_ = random_ ? 1 : std::max(1u, std::min({wanted, most_threads_, places}));
    for (unsigned i = 0, n = 0; i < units_.size(); ++i)  // neighbours are made one after the other, and talk to each other
        if (!units_[i]->mover) units_[i]->home = n++ * threads_ / places;
    for (unsigned i = 1; i < threads_; ++i) std::thread([this, i] { work(i); }).detach();
}

std::uint64_t Schedule::changes() const {
    std::uint64_t all = 0;
    for (const Link* link : links_) all += link->changes();
    return all;
}

bool Schedule::somebody_gives_up() {
    const std::uint64_t now = changes();
    for (auto& u : units_) {
        if (u->mover && u->mover->give_up()) return true;
        for (Fiber* f : u->fibers)
            if (f->give_up(now)) return true;
    }
    return false;
}

bool Schedule::until(const std::function<bool()>& done) {
    start_threads();
    show();
    if (follows_time_ || random_) {
        while (!done())
            if (!scan(0) && !somebody_gives_up()) return done();
        return true;
    }
    do {
        wake();
        work(0);
    } while (!done() && somebody_gives_up());
    return done();
}

void Schedule::until_still(std::uint64_t milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    const bool ends = follows_time_ && milliseconds;
    until([&] { return ends && std::chrono::steady_clock::now() > end; });
}

const Fiber* Schedule::running() const {
    for (const auto& u : units_)
        if (const Fiber* f = u->inside.load()) return f;
    return nullptr;
}

}  // namespace lanewise::threads
