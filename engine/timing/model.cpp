#include "timing/model.hpp"

#include <algorithm>

#include "lanewise/generated/opcodes.hpp"
#include "tables.hpp"

namespace lanewise::timing {

namespace {

constexpr double worth_naming = 0.5;  // cycles lost, from which on a use of memory is kept

std::uint32_t cores_at_work(const Numbers& numbers, std::uint32_t blocks) {
    return numbers.core_cores > 0 ? std::min(blocks, static_cast<std::uint32_t>(numbers.core_cores)) : blocks;
}

// Buffers of queues are handed on and given back like flags.
std::uint64_t queue_flag(const std::int64_t* p, bool back) {
    return (1ull << 40) + static_cast<std::uint64_t>(p[0] * 4096 + p[1]) * 2 + back;
}

// A lock is a flag of each pipe that has unlocked it.
std::uint64_t lock_of(std::int64_t id, int pipe) { return (1ull << 41) + static_cast<std::uint64_t>(id * lock_pipes + pipe); }

// The pipe that a barrier or a lock names by the vendor's number.
std::uint8_t pipe_of(std::int64_t named) {
    return named >= 0 && named < static_cast<std::int64_t>(std::size(barrier_pipes)) ? barrier_pipes[named] : 0;
}

}  // namespace

Shared::Shared(const Rules& of, std::uint32_t all, std::uint32_t parts, std::int64_t rows)
    : chip(of), numbers(numbers_of(of)), blocks(std::max(1u, all)), active(cores_at_work(numbers, blocks)), room(rows), parts_(parts) {}

Shared::Meeting Shared::arrive(std::uint32_t count, std::uint32_t round, double at) {
    const Meeting meeting{count ? std::min(count, parts_) : parts_, round};
    std::lock_guard guard(lock_);
    Arrived& arrived = meetings_[meeting];
    ++arrived.count;
    arrived.last = std::max(arrived.last, at);
    return meeting;
}

std::optional<double> Shared::met(const Meeting& meeting) {
    std::lock_guard guard(lock_);
    const Arrived& arrived = meetings_[meeting];
    return arrived.count >= meeting.first ? std::optional(arrived.last) : std::nullopt;
}

BlockTime::BlockTime(Shared& shared)
    : shared_(shared), numbers_(shared.numbers), vector_(numbers_), copies_(numbers_, shared.active, shared.blocks), function_(numbers_),
      pipes_(numbers_) {}

void BlockTime::record(const Record& record, const std::int64_t* payload) {
    if (waiting_) go_on();
    if (!timed[record.opcode]) {
        if (inside_ && static_cast<Opcode>(record.opcode) == Opcode::vf_end_) end_function();
        return;
    }
    Row row{};
    row.use = -1;
    row.known = true;
    row.scalar = numbers_.core_issue;
    if (is_register(instructions[record.opcode])) {
        if (!inside_) function_.begin();
        const Cost cost = function_.take(record, payload);
        row.act = static_cast<std::uint8_t>(inside_ ? Act::INSIDE : Act::V);
        if (inside_) row.scalar = 0;
        row.cost = cost.cycles;
        row.lost = cost.lost;
        row.known = cost.known;
        inside_ = true;
    } else {
        if (inside_) end_function();
        order(row, record, payload);
        take(row, record, payload);
    }
    if (row.lost > worth_naming) row.use = tallies_.use(record, payload, row.lost);
    pipes_.run(row, number_);
    if (static_cast<Act>(row.act) == Act::SYNC_ALL) {
        const auto count = static_cast<std::uint32_t>(row.flag);
        waiting_ = {shared_.arrive(count, rounds_[count]++, pipes_.settled()), row, record};
        return;
    }
    finish(row, record);
}

// What a record does to the order of the pipes.
void BlockTime::order(Row& row, const Record& record, const std::int64_t* p) {
    auto flag = [&](Act act, std::int64_t event, std::uint64_t name) {
        row.act = static_cast<std::uint8_t>(act);
        row.source = event_pipes[event][0];
        row.target = event_pipes[event][1];
        row.flag = name;
    };
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::set_flag_: return flag(Act::SET, p[0], static_cast<std::uint64_t>(p[0] * 64 + p[1]));
        case Opcode::wait_flag_: return flag(Act::WAIT, p[0], static_cast<std::uint64_t>(p[0] * 64 + p[1]));
        case Opcode::enque_: return flag(Act::SET, p[4], queue_flag(p, false));
        case Opcode::deque_: return flag(Act::WAIT, p[4], queue_flag(p, false));
        case Opcode::free_tensor_: return flag(Act::SET, p[4], queue_flag(p, true));
        case Opcode::alloc_tensor_: return flag(Act::WAIT, p[4], queue_flag(p, true));
        case Opcode::pipe_barrier_:
            row.act = static_cast<std::uint8_t>(Act::BARRIER);
            row.source = pipe_of(p[0]);
            return;
        case Opcode::mutex_lock_:
            row.act = static_cast<std::uint8_t>(Act::LOCK);
            row.target = pipe_of(p[1]);
            row.flag = lock_of(p[0], 0);
            return;
        case Opcode::mutex_unlock_:
            row.act = static_cast<std::uint8_t>(Act::SET);
            row.source = pipe_of(p[1]);
            row.flag = lock_of(p[0], row.source);
            return;
        case Opcode::data_cache_clean_and_invalid_:  // how long that takes is not published
            row.act = static_cast<std::uint8_t>(Act::SCALAR);
            row.scalar = 0;
            row.known = false;
            return;
        case Opcode::sync_all_:
            row.act = static_cast<std::uint8_t>(Act::SYNC_ALL);
            row.flag = record.payload_count ? static_cast<std::uint64_t>(p[0]) : 0;  // how many blocks take part; 0: all
            return;
        default: row.act = record.pipe == static_cast<std::uint8_t>(Pipe::ALL) ? static_cast<std::uint8_t>(Act::SCALAR) : record.pipe;
    }
}

// What it costs.
void BlockTime::take(Row& row, const Record& record, const std::int64_t* payload) {
    const auto act = static_cast<Act>(row.act);
    if (act == Act::V) {
        const Cost cost = vector_.of(record, payload);
        row.cost = cost.cycles;
        row.lost = cost.lost;
        row.known = cost.known;
        if (shared_.chip.count_form == count_form_resets) {
            constexpr int settings = 4;  // of the count form: SetMaskCount, SetVectorMask, ResetMask, SetMaskNorm
            if (record.overload == static_cast<std::uint8_t>(Overload::COUNT)) row.scalar += settings * numbers_.core_state;
            else if (record.flags & SET_MASK) row.scalar += numbers_.core_state;
        }
    } else if (act == Act::MTE2 || act == Act::MTE3) {
        const CopyCost cost = copies_.of(record, payload);
        row.cost = cost.cycles;
        row.known = cost.known;
        row.moved = cost.bytes;
        row.near = cost.near;
    }
}

void BlockTime::finish(const Row& row, const Record& record) {
    const auto act = static_cast<Act>(row.act);
    const InstructionInfo& ins = instructions[record.opcode];
    const bool on_vector = act == Act::V || act == Act::INSIDE;
    tallies_.add(row, record, on_vector ? is_register(ins) ? register_bits(record) : 8 * lane_bytes(ins, record) : 0, numbers_.core_issue);
    if (on_vector) ended_[static_cast<int>(Pipe::V)] = row.end;
    else if (act == Act::MTE2 || act == Act::MTE3) ended_[row.act] = row.end;
    crossings_ += row.setter >= 0;
    ++number_;
    if (!keeps_) return;
    if (shared_.room != Shared::every_row && --shared_.room < 0) {
        keeps_ = false;
        rows_ = {};
        return;
    }
    rows_.push_back(row);
}

void BlockTime::end_function() {
    inside_ = false;
    const double drain = numbers_.function_drain;
    pipes_.lengthen(drain);
    tallies_.lengthen(drain);
    ended_[static_cast<int>(Pipe::V)] += drain;
    if (rows_.empty()) return;
    rows_.back().cost += drain;
    rows_.back().end += drain;
}

void BlockTime::go_on() {
    const Waiting held = *waiting_;
    waiting_.reset();
    Row row = held.row;
    if (const auto at = shared_.met(held.meeting)) pipes_.resume(row, *at);
    finish(row, held.record);
}

void BlockTime::settle() {
    if (waiting_) go_on();
    if (inside_) end_function();
}

double BlockTime::read() {
    settle();
    pipes_.spend(numbers_.core_issue);
    return pipes_.now();
}

std::vector<std::uint16_t> BlockTime::take_unknown() {
    std::vector<std::uint16_t> out;
    for (const auto& all = tallies_.groups.things; asked_ < all.size(); ++asked_)
        if (!all[asked_].known) out.push_back(all[asked_].opcode);
    return out;
}

Summary BlockTime::summary() const {
    Summary out{};
    out.cycles = pipes_.settled();
    out.ended_v = ended_[static_cast<int>(Pipe::V)];
    out.ended_mte2 = ended_[static_cast<int>(Pipe::MTE2)];
    out.ended_mte3 = ended_[static_cast<int>(Pipe::MTE3)];
    out.records = static_cast<std::uint64_t>(number_);
    out.crossings = crossings_;
    return out;
}

namespace {

// A block that is fed with what it issued.
class Fed {
  public:
    Fed(BlockTime& time, const Issued& issued) : time_(time), issued_(issued) {}

    bool ended() const { return at_ == issued_.records.size(); }
    bool can_go_on() { return time_.can_go_on(); }
    void run() {
        do {
            const Record& record = issued_.records[at_++];
            time_.record(record, issued_.payload + record.payload);
        } while (!ended() && !time_.waits());
    }

  private:
    BlockTime& time_;
    const Issued& issued_;
    std::size_t at_ = 0;
};

// Rows that run again.
class Again {
  public:
    Again(Shared& shared, std::span<Row> rows) : shared_(shared), rows_(rows), pipes_(shared.numbers) {}

    bool ended() const { return at_ == rows_.size(); }
    bool can_go_on() { return !waits_ || shared_.met(meeting_); }
    void run() {
        if (waits_) {
            if (const auto at = shared_.met(meeting_)) pipes_.resume(rows_[at_], *at);
            ++at_;
            waits_ = false;
        }
        for (; at_ < rows_.size(); ++at_) {
            Row& row = rows_[at_];
            pipes_.run(row, static_cast<std::int64_t>(at_));
            if (static_cast<Act>(row.act) != Act::SYNC_ALL) continue;
            const auto count = static_cast<std::uint32_t>(row.flag);
            meeting_ = shared_.arrive(count, rounds_[count]++, pipes_.settled());
            waits_ = true;
            return;
        }
    }
    double cycles() const { return pipes_.settled(); }

  private:
    Shared& shared_;
    std::span<Row> rows_;
    Pipes pipes_;
    std::size_t at_ = 0;
    bool waits_ = false;
    Shared::Meeting meeting_{};
    std::map<std::uint32_t, std::uint32_t> rounds_;
};

}  // namespace

std::vector<std::unique_ptr<BlockTime>> time_all(Shared& shared, std::span<const Issued> blocks) {
    std::vector<std::unique_ptr<BlockTime>> times;
    std::vector<Fed> all;
    for (const Issued& one : blocks) {
        times.push_back(std::make_unique<BlockTime>(shared));
        all.emplace_back(*times.back(), one);
    }
    in_turns(all);
    for (const auto& time : times) time->settle();
    return times;
}

std::vector<double> replay(const Rules& chip, std::span<const std::span<Row>> blocks) {
    Shared shared(chip, 1, static_cast<std::uint32_t>(blocks.size()), 0);
    std::vector<Again> all;
    all.reserve(blocks.size());
    for (const auto& rows : blocks) all.emplace_back(shared, rows);
    in_turns(all);
    std::vector<double> out;
    for (const Again& one : all) out.push_back(one.cycles());
    return out;
}

}  // namespace lanewise::timing
