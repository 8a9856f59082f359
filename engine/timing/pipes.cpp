#include "timing/pipes.hpp"

#include <algorithm>
#include <utility>

namespace lanewise::timing {

namespace {

constexpr double near = 8;  // cycles

Why flag_of(int pipe) { return static_cast<Why>(static_cast<int>(Why::FLAG) + pipe); }

}  // namespace

Pipes::Pipes(const Numbers& numbers) : numbers_(numbers) {
    for (Queue& queue : queues_) queue.starts.resize(std::max<std::size_t>(1, static_cast<std::size_t>(numbers.core_queue_depth)));
}

void Pipes::run(Row& row, std::int64_t number) {
    row.setter = -1;
    row.wait = row.stall = 0;
    row.why = 0;
    switch (static_cast<Act>(row.act)) {
        case Act::SCALAR:
            row.start = now_;
            row.end = now_ += row.scalar;
            break;
        case Act::WORK: work(row, row.pipe); break;
        case Act::SET: {
            now_ += row.scalar;
            double at = now_;
            if (row.source != scalar_pipe) at = std::max({at, done_[row.source], hold_[row.source]});
            row.start = row.end = at;
            flags_[row.flag] = {at, number};
            break;
        }
        case Act::WAIT: wait(row); break;
        case Act::LOCK: lock(row); break;
        case Act::BARRIER: barrier(row); break;
        case Act::INSIDE:
            row.start = done_[vector_pipe];
            row.end = done_[vector_pipe] += row.cost;
            break;
        case Act::SYNC_ALL:  // goes on with resume()
        case Act::BETWEEN: row.start = row.end = now_; break;
    }
}

void Pipes::work(Row& row, int pipe) {
    now_ += row.scalar;
    Queue& queue = queues_[pipe];
    const std::size_t depth = queue.starts.size();
    if (queue.count >= depth && queue.starts[queue.count % depth] > now_) {
        row.stall = queue.starts[queue.count % depth] - now_;
        now_ = queue.starts[queue.count % depth];
    }
    const double free = done_[pipe], held = hold_[pipe];
    double at = free;
    Why cause = Why::NOTHING;
    if (now_ > at) {
        at = now_;
        cause = Why::ISSUE;
    }
    if (held > free && held + near >= at) {  // issuing took the last few cycles at most
        cause = reason_[pipe];
        at = std::max(at, held);
    }
    if (!queue.count && pipe == vector_pipe) {
        at += numbers_.core_vector_start;
        if (cause <= Why::ISSUE) cause = Why::FIRST_USE;
    }
    queue.starts[queue.count++ % depth] = at;
    row.start = at;
    if (cause != Why::NOTHING) {
        row.why = static_cast<std::uint8_t>(cause);
        row.wait = at - free;
    }
    if (pipe == copy_in_pipe) at = std::max(std::max(held, now_) + numbers_.copy_in_latency, free);  // the first bytes are late, those behind them are not
    row.end = done_[pipe] = at + row.cost;
    if (row.memory > 0) share(row, pipe, at);
}

// The memory serves both ways in turns: a copy that would be done before the memory is done with it waits.
void Pipes::share(Row& row, int pipe, double from) {
    const double late = memory_.book(from, row.memory) - row.end;
    if (late <= 0) return;
    if (late > row.wait) row.why = static_cast<std::uint8_t>(Why::MEMORY);
    row.wait += late;
    row.start += late;
    row.end = done_[pipe] = row.end + late;
}

void Pipes::wait(Row& row) {
    row.start = now_;
    now_ += row.scalar;
    if (const auto found = flags_.find(row.flag); found != flags_.end() && found->second.row >= 0) {
        const double until = found->second.end + numbers_.core_crossing;
        row.setter = std::exchange(found->second.row, taken);
        hold(row, until, flag_of(row.source));
    }
    row.end = now_;
}

// What the row's pipe is given next may not start before.
void Pipes::hold(Row& row, double until, Why why) {
    if (row.target == scalar_pipe) {
        if (until > now_) {
            row.wait = until - now_;
            row.why = static_cast<std::uint8_t>(why);
            now_ = until;
        }
    } else if (until > hold_[row.target]) {
        hold_[row.target] = until;
        reason_[row.target] = why;
    }
}

// Until the last of the other pipes has unlocked. That a lock crosses pipes as fast as a flag is not published: assumed.
void Pipes::lock(Row& row) {
    row.start = now_;
    now_ += row.scalar;
    const Set* last = nullptr;
    for (int pipe = 0; pipe < pipe_count; ++pipe) {
        const auto found = flags_.find(row.flag + static_cast<std::uint64_t>(pipe));
        if (pipe == row.target || found == flags_.end() || found->second.row == taken || (last && found->second.end <= last->end)) continue;
        last = &found->second;
        row.source = static_cast<std::uint8_t>(pipe);
    }
    if (last) {
        row.setter = last->row;
        hold(row, last->end + numbers_.core_crossing, flag_of(row.source));
    }
    row.end = now_;
}

void Pipes::barrier(Row& row) {
    row.start = now_;
    now_ += row.scalar;
    const int pipe = row.source;
    if (pipe == all_pipes) {
        const double at = std::max(settled(), *std::ranges::max_element(hold_));
        row.wait = at - now_;
        row.why = static_cast<std::uint8_t>(Why::BARRIER);
        hold_all(at, Why::BARRIER);
    } else if (pipe != scalar_pipe && queues_[pipe].count) {
        const double at = done_[pipe] + (pipe == vector_pipe ? numbers_.core_barrier : 0);
        if (at > hold_[pipe]) {  // a flag that holds the pipe longer still does
            hold_[pipe] = at;
            reason_[pipe] = Why::BARRIER;
        }
    }
    row.end = now_;
}

double Pipes::between(Row& row, double until) {
    row.setter = -1;
    row.wait = row.stall = 0;
    row.why = 0;
    row.start = now_;
    now_ += row.scalar;
    if (until > now_) {
        row.wait = until - now_;
        row.why = static_cast<std::uint8_t>(Why::OTHER_BLOCK);
        now_ = until;
    }
    double at = now_;
    if (row.flag && row.source == all_pipes) {
        at = std::max(settled(), *std::ranges::max_element(hold_));
        hold_all(at, Why::BARRIER);
    } else if (row.flag && row.source != scalar_pipe) {
        at = std::max({at, done_[row.source], hold_[row.source]});
    }
    row.end = now_;
    return at;
}

void Pipes::hold_all(double until, Why why) {
    now_ = until;
    for (int pipe = 0; pipe < pipe_count; ++pipe)
        if (pipe != scalar_pipe) {
            hold_[pipe] = until;
            reason_[pipe] = why;
        }
}

double Pipes::settled() const { return std::max(now_, *std::ranges::max_element(done_)); }

void Pipes::resume(Row& row, double at) {
    row.wait = at - now_;
    row.why = static_cast<std::uint8_t>(Why::SYNC_ALL);
    row.end = at;
    hold_all(at, Why::SYNC_ALL);
}

}  // namespace lanewise::timing
