#include "check/streams.hpp"

#include <algorithm>

#include "lanewise/generated/opcodes.hpp"

namespace lanewise::check {

namespace {

constexpr std::int64_t default_stream = 0;

}  // namespace

void Streams::join(Seen& into, const Seen& from) {
    for (const auto& [stream, tick] : from) {
        std::uint32_t& known = into[stream];
        known = std::max(known, tick);
    }
}

bool Streams::in(const Task& task, const Seen& seen) {
    const auto found = seen.find(task.stream);
    return found != seen.end() && found->second >= task.tick;
}

Streams::Begun Streams::begin(std::int64_t stream, std::uint64_t place) {
    submit(stream);
    Seen& seen = streams_[stream];
    tasks_.push_back({stream, ++seen[stream], place});
    return {static_cast<Number>(tasks_.size()), seen};
}

Streams::Begun Streams::step(const Record& record, const std::int64_t* p) {
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    // A copy that no stream is named for is taken to wait for the default stream.
    const auto copied = [&](std::int64_t stream) {
        if (stream >= 0) return begin(stream, place);
        join(host_, streams_[default_stream]);
        return Begun{};
    };
    const auto waited = [&](std::int64_t stream) {
        if (stream >= 0) return join(host_, streams_[stream]);
        for (const auto& [each, seen] : streams_) join(host_, seen);
    };
    std::lock_guard guard(lock_);
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::launch_: return launches_[static_cast<std::uint32_t>(p[0])] = begin(p[2], place);
        case Opcode::host_copy_: return copied(p[7]);
        case Opcode::host_fill_: return copied(p[3]);
        case Opcode::stream_synchronize_:
        case Opcode::stream_destroy_: return waited(p[0]), Begun{};
        case Opcode::host_call_: return waited(p[0]), Begun{};  // by which the host may know how far the stream is
        case Opcode::event_record_:
            submit(p[1]);
            events_[p[0]] = streams_[p[1]];
            return {};
        case Opcode::event_wait_:
            submit(p[1]);
            if (p[2] >= 0) join(streams_[p[1]], events_[p[0]]);
            return {};
        case Opcode::event_synchronize_:
            if (p[1] >= 0) join(host_, events_[p[0]]);
            return {};
        default: return {};
    }
}

Streams::Begun Streams::launched(std::uint32_t launch) {
    std::lock_guard guard(lock_);
    if (const auto found = launches_.find(launch); found != launches_.end()) {
        Begun begun = std::move(found->second);
        launches_.erase(found);
        return begun;
    }
    for (const auto& [stream, seen] : streams_) join(host_, seen);
    return begin(default_stream, 0);
}

Streams::Task Streams::task(Number number) const {
    std::lock_guard guard(lock_);
    return number && number <= tasks_.size() ? tasks_[number - 1] : Task{};
}

bool Streams::before(Number task, const Seen& seen) const { return in(this->task(task), seen); }

bool Streams::host_waited_for(Number task) const {
    std::lock_guard guard(lock_);
    return in(tasks_[task - 1], host_);
}

bool Streams::host_waited() const {
    std::lock_guard guard(lock_);
    return std::all_of(streams_.begin(), streams_.end(), [&](const auto& one) {
        const auto& [stream, seen] = one;
        const auto own = seen.find(stream), known = host_.find(stream);
        return own == seen.end() || (known != host_.end() && known->second >= own->second);
    });
}

}  // namespace lanewise::check
