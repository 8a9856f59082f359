#include "runtime/simt.hpp"

#include <limits>
#include <sched.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "check/checker.hpp"
#include "runtime/block.hpp"
#include "runtime/launch.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"
#include "runtime/step.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::uint32_t free_polls = 8;          // before a thread lets the others go on
constexpr std::uint32_t patience = 64;           // rounds in which all only look again, until a warp goes on without those who do
constexpr std::uint32_t most_rounds = 1 << 18;   // until that is how the program ends

std::string place_of(const lw_site& site) {
    const char* slash = std::strrchr(site.file, '/');
    return std::string(slash ? slash + 1 : site.file) + ":" + std::to_string(site.line);
}

}  // namespace

// Whether one thread is at a place that comes before another's in the program, from the outermost call inwards.
bool Threads::before(const Thread& a, const Thread& b) {
    const std::uint32_t both = std::min({a.depth, b.depth, static_cast<std::uint32_t>(a.path.size())});
    for (std::uint32_t i = 0; i < both; ++i)
        if (a.path[i] != b.path[i]) return a.path[i] < b.path[i];
    if (a.depth < b.depth && both < b.path.size()) return a.site.line <= b.path[both];
    if (a.depth > b.depth && both < a.path.size()) return a.path[both] < b.site.line;
    return a.site.line != b.site.line ? a.site.line < b.site.line : a.site.column < b.site.column;
}

bool Threads::same(const Thread& a, const Thread& b) {
    return a.site.line == b.site.line && a.site.column == b.site.column && a.depth == b.depth && std::equal(a.path.begin(), a.path.begin() + std::min<std::size_t>(a.depth, a.path.size()), b.path.begin()) &&
           !std::strcmp(a.site.file, b.site.file);
}

std::uint32_t Threads::number() const { return meeting_ ? current_ : self_->x == lw_any_thread ? 0 : of_index(*self_); }

std::string Threads::name() const {
    const lw_index at = meeting_ ? all_[current_].index : *self_;
    if (at.x == lw_any_thread) return "a thread";  // compilers take several at once
    if (threads_.y == 1 && threads_.z == 1) return "thread " + std::to_string(at.x);
    return "thread (" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

static_assert(most_threads - 1 <= std::numeric_limits<decltype(Record::thread)>::max());
void Threads::note_thread() {
    block_.core.thread = static_cast<std::uint16_t>(number());
    if (block_.lanes.begins(block_.core.thread)) return;
    tell_lanes(block_);
    block_.lanes.begins(block_.core.thread);
}

const std::uint16_t* Threads::begin(lw_index* self, const lw_index& threads, const void* from) {
    const std::uint64_t count = std::uint64_t{threads.x} * threads.y * threads.z;
    if (active_) stop(Fault("KERNEL-002", {{"case", "threads_start_threads"}}));
    if (!count || count > most_threads) [[unlikely]] {
        const std::string asked = std::to_string(threads.x) + " x " + std::to_string(threads.y) + " x " + std::to_string(threads.z);
        stop(Fault("KERNEL-002", {{"case", "threads"}, {"threads", asked}, {"most", most_threads}}));
    }
    settle(block_);  // what was issued before is done before
    threads_ = threads;
    count_ = static_cast<std::uint32_t>(count);
    self_ = self;
    current_ = 0;
    active_ = true;
    meeting_ = false;
    ++calls_;
    note(block_, from, Opcode::simt_call_, threads.x, threads.y, threads.z);
    if (block_.core.listener) set_ahead(&block_.lanes);
    if (!scheduling_seed()) return nullptr;
    order_ = order();
    return order_.data();
}

void Threads::end() {
    if (!block_.lanes.empty()) tell_lanes(block_);
    set_ahead(&block_.scalars);
    active_ = meeting_ = false;
    block_.core.thread = 0;
}

// Warps as they are numbered, or as a seed has them.
std::vector<std::uint16_t> Threads::order() {
    std::vector<std::uint16_t> all((count_ + lanes_of_warp - 1) / lanes_of_warp);
    std::iota(all.begin(), all.end(), 0);
    if (const auto seed = scheduling_seed()) {
        std::mt19937_64 dice(*seed * 0x9E3779B97F4A7C15 + (std::uint64_t{block_.member} << 32) + calls_++);
        for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[dice() % i]);  // std::shuffle is the library's own
    }
    return all;
}

void Threads::run(void (*body)(void*), void* closure) {
    if (all_.size() < count_) all_.resize(count_);
    if (!stacks_.have(count_)) stop(Fault("KERNEL-002", {{"case", "no_stacks"}, {"threads", count_}}));
    warps_.assign((count_ + lanes_of_warp - 1) / lanes_of_warp, {});
    body_ = body;
    closure_ = closure;
    meeting_ = true;
    ended_ = waiting_ = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        Thread& thread = all_[i];
        thread.index = {i % threads_.x, i / threads_.x % threads_.y, i / threads_.x / threads_.y};
        thread.state = State::ready;
        thread.polls = thread.depth = 0;
        thread.strand.begin(stacks_.end(i), [](void* raw) {
            const auto* self = static_cast<Threads*>(raw);
            self->body_(self->closure_);
        }, this);
    }
    std::vector<std::uint16_t> warps = order();
    const bool shuffled = scheduling_seed().has_value();
    for (std::uint32_t idle = 0;;) {
        bool went_on = false;
        if (shuffled) warps = order();
        for (const std::uint16_t warp : warps) went_on |= run_warp(warp, idle < patience);
        if (ended_ == count_) break;
        if (ended_ + waiting_ == count_) {
            open_barrier();
            went_on = true;
        }
        idle = went_on ? 0 : idle + 1;
        if (!idle) continue;
        if (idle > most_rounds) stand_still();
        if (block_.launch->blocks > 1) sched_yield();  // a thread of another block may be awaited
    }
    meeting_ = false;
}

void Threads::go_on(std::uint32_t which) {
    Thread& thread = all_[which];
    thread.polls = 0;
    current_ = which;
    *self_ = thread.index;
    if (block_.core.listener) note_thread();
    thread.state = State::ready;
    thread.strand.resume();
    if (thread.strand.has_ended()) {
        thread.state = State::ended;
        ++ended_;
    }
    waiting_ += thread.state == State::waits;
}

bool Threads::run_warp(std::uint32_t warp, bool patient) {
    const std::uint32_t first = warp * lanes_of_warp, last = std::min(first + lanes_of_warp, count_);
    bool went_on = false, met = true;
    while (met) {
        met = false;
        for (std::uint32_t i = first; i < last; ++i) {
            const State was = all_[i].state;
            if (was == State::ready || was == State::polls) {
                go_on(i);
                went_on |= was == State::ready || all_[i].state != State::polls;
            }
            met |= all_[i].state == State::meets;
        }
        met = met && serve(warp, patient);
        went_on |= met;
    }
    return went_on;
}

// Lanes of a warp that have come to the same place go on together, once none is on its way any more. Of several places it is the one that comes
// first in the program: whoever is still inside a branch or a loop goes before those who wait behind it.
bool Threads::serve(std::uint32_t warp, bool patient) {
    const std::uint32_t first = warp * lanes_of_warp, last = std::min(first + lanes_of_warp, count_);
    const Thread* chosen = nullptr;
    for (std::uint32_t i = first; i < last; ++i) {
        const Thread& t = all_[i];
        if (t.state == State::polls && patient) return false;
        if (t.state == State::meets && (!chosen || before(t, *chosen))) chosen = &t;
    }
    if (!chosen) return false;
    Warp& met = warps_[warp];
    met.active = 0;
    for (std::uint32_t i = first; i < last; ++i) {
        const Thread& t = all_[i];
        met.values[i - first] = t.value;
        if (t.state != State::meets || !same(t, *chosen)) continue;
        met.active |= 1u << (i - first);
    }
    for (std::uint32_t i = first; i < last; ++i)
        if (met.active >> (i - first) & 1) all_[i].state = State::ready;
    return true;
}

void Threads::release() {
    for (std::uint32_t i = 0; i < count_; ++i)
        if (all_[i].state == State::waits) all_[i].state = State::ready;
    waiting_ = 0;
}

void Threads::open_barrier() {
    const auto last = all_.begin() + count_;
    if (!block_.core.listener) return release();
    const auto one = std::find_if(all_.begin(), last, [](const Thread& t) { return t.state == State::waits; });
    const auto other = std::find_if(one, last, [&](const Thread& t) { return t.state == State::waits && !same(t, *one); });
    const auto gone = std::find_if(all_.begin(), last, [](const Thread& t) { return t.state == State::ended; });
    const auto number = [&](auto at) { return static_cast<std::int64_t>(at - all_.begin()); };
    const auto place = [&](auto at) { return at == last ? 0 : static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(at->from)); };
    note(block_, one->from, Opcode::simt_barrier_, number(one), other == last ? -1 : number(other), place(other), gone == last ? -1 : number(gone));
    release();
}

void Threads::leave_as(State state, const lw_site& site, const void* from) {
    Thread& self = all_[current_];
    self.state = state;
    self.site = site;
    self.from = from;
    self.strand.leave();
}

namespace {

[[noreturn]] void cannot_meet(const char* what) {
    stop(Fault("KERNEL-002", {{"case", "out_of_reach"}, {"call", what}}));
}

}  // namespace

void Threads::barrier(const lw_site& site, const void* from) {
    if (meeting_) return leave_as(State::waits, site, from);
    if (count_ > 1) cannot_meet("a barrier");
}

void Threads::phase(const void* from) {
    note(block_, from, Opcode::simt_barrier_, 0, -1, 0, -1);
    if (scheduling_seed()) std::ranges::copy(order(), order_.begin());  // the program has the place
}

lw_met Threads::meet(const lw_site& site, std::uint64_t value, const void* from) {
    if (!meeting_) {
        if (count_ > 1) cannot_meet("a warp function");
        if (warps_.empty()) warps_.resize(1);
        warps_[0].values[0] = value;
        return {1, 0, warps_[0].values.data()};
    }
    Thread& self = all_[current_];
    self.value = value;
    leave_as(State::meets, site, from);
    const Warp& warp = warps_[current_ / lanes_of_warp];
    return {warp.active, current_ % lanes_of_warp, warp.values.data()};
}

void Threads::turn(const void* from) {
    if (!meeting_ || ++all_[current_].polls < free_polls) return;
    leave_as(State::polls, {}, from);
}

void Threads::goes_on(const void* from) {
    if (active_) note(block_, from, Opcode::simt_step_);
}

void Threads::enter(std::uint32_t line) {
    if (!meeting_) return;
    Thread& self = all_[current_];
    if (self.depth < self.path.size()) self.path[self.depth] = line;
    ++self.depth;
}

void Threads::leave() {
    if (meeting_) --all_[current_].depth;
}

void Threads::inactive(std::uint32_t source, const void* from) {
    if (!block_.core.listener) return;
    note(block_, from, Opcode::simt_inactive_, number(), source);
    goes_on(from);
}

void Threads::stand_still() {
    std::string waits;
    std::uint32_t told = 0, all = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const Thread& t = all_[i];
        if (t.state == State::ended) continue;
        ++all;
        if (told == 4) continue;
        ++told;
        waits += (waits.empty() ? "" : "; ") + ("thread " + std::to_string(i));
        if (t.state == State::polls) waits += " looks again and again at what nobody changes";
        else waits += std::string(t.state == State::waits ? " waits at the barrier of " : " waits for its warp at ") + place_of(t.site);
    }
    if (all > told) waits += "; and " + std::to_string(all - told) + " more";
    stop(Fault("SYNC-003", {{"case", "threads"}, {"waits", waits}}));
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

Threads& all_threads() {
    Block* block = running();
    if (!block) lw_current();
    return *block->threads;
}
Threads& running_threads(const char* call) {
    Threads& all = all_threads();
    if (!all.active()) stop(Fault("KERNEL-002", {{"case", "no_threads"}, {"call", call}}));
    return all;
}

}  // namespace

extern "C" const std::uint16_t* lw_simt_begin(lw_index* self, const lw_index* count) { return all_threads().begin(self, *count, __builtin_return_address(0)); }
extern "C" void lw_simt_run(void (*body)(void*), void* closure) { all_threads().run(body, closure); }
extern "C" void lw_simt_end() { all_threads().end(); }
extern "C" void lw_simt_thread() { all_threads().note_thread(); }
extern "C" void lw_simt_barrier(const lw_site* site) { running_threads("a barrier of threads").barrier(*site, __builtin_return_address(0)); }
extern "C" void lw_simt_phase() { all_threads().phase(__builtin_return_address(0)); }
extern "C" lw_met lw_simt_meet(const lw_site* site, std::uint64_t value) {
    return running_threads("a warp function").meet(*site, value, __builtin_return_address(0));
}
extern "C" void lw_simt_turn() {
    if (Block* block = running(); block && block->threads->active()) block->threads->turn(__builtin_return_address(0));
}
extern "C" void lw_simt_enter(std::uint32_t line) { all_threads().enter(line); }
extern "C" void lw_simt_leave() { all_threads().leave(); }
extern "C" void lw_simt_inactive(std::uint32_t source) { all_threads().inactive(source, __builtin_return_address(0)); }
extern "C" bool lw_simt_active() {
    const Block* block = running();
    return block && block->threads->active();
}
