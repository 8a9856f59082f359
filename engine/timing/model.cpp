#include "timing/model.hpp"

#include <algorithm>

#include "lanewise/generated/opcodes.hpp"
#include "tables.hpp"
#include "timing/asked.hpp"
#include "timing/cube.hpp"

namespace lanewise::timing {

namespace {

constexpr double worth_naming = 0.5;  // cycles lost, from which on a use of memory is kept

CoresAtWork cores_at_work(const Rules& chip, const Numbers& numbers, std::uint32_t blocks, CoresAtWork group) {
    if (!group.vectors || !group.cubes) group = {1, 1};
    else blocks /= group.vectors + group.cubes;
    const auto at_most = [](std::uint32_t asked, double there) { return there > 0 ? std::min(asked, static_cast<std::uint32_t>(there)) : asked; };
    return {at_most(blocks * group.vectors, numbers.core_cores), at_most(blocks * group.cubes, static_cast<double>(chip.cube_cores))};
}

}  // namespace

Shared::Shared(const Rules& of, std::uint32_t all, std::int64_t rows, std::vector<GmBuffer> known, CoresAtWork group)
    : chip(of), numbers(numbers_of(of)), blocks(std::max(1u, all)), active(cores_at_work(of, numbers, blocks, group)), buffers(std::move(known)), room(rows) {
    std::ranges::sort(buffers, {}, &GmBuffer::address);
}

void Shared::leave(std::int64_t number, double at) {
    std::lock_guard guard(lock_);
    left_[number] = at;
}

std::optional<double> Shared::left(std::int64_t number) {
    std::lock_guard guard(lock_);
    const auto found = left_.find(number);
    return found == left_.end() ? std::nullopt : std::optional(found->second);
}

Shared::Last Shared::last_of(std::span<const std::int64_t> numbers) {
    Last last;
    for (const std::int64_t number : numbers)
        if (const auto at = left(number)) {
            if (!last.count || *at > last.at) last.at = *at, last.number = number;
            last.first = last.count ? std::min(last.first, number) : number;
            ++last.count;
        }
    return last;
}

void Shared::arrive(std::uint64_t meeting, double at) {
    std::lock_guard guard(lock_);
    Arrived& arrived = meetings_[meeting];
    ++arrived.count;
    arrived.last = std::max(arrived.last, at);
}

std::optional<double> Shared::met(std::uint64_t meeting, std::int64_t count) {
    std::lock_guard guard(lock_);
    const Arrived& arrived = meetings_[meeting];
    return arrived.count >= count ? std::optional(arrived.last) : std::nullopt;
}

BlockTime::BlockTime(Shared& shared)
    : shared_(shared), numbers_(shared.numbers), vector_(numbers_), copies_(shared.chip, numbers_, shared.active, shared.blocks, shared.buffers), function_(numbers_),
      pipes_(numbers_) {}

void BlockTime::record(const Record& record, const std::int64_t* payload) {
    if (!timed[record.opcode]) {
        if (held_) meet(record, payload);
        if (inside_ && static_cast<Opcode>(record.opcode) == Opcode::vf_end_) end_function();
        if (inside_ && static_cast<Opcode>(record.opcode) == Opcode::vf_loop_end_) function_.end_loop();
        return;
    }
    go_on();
    Row row{};
    row.use = -1;
    row.known = true;
    row.scalar = numbers_.core_issue;
    if (is_register(instructions[record.opcode])) {
        if (!inside_) function_.begin();
        const Cost cost = function_.take(record, payload);
        row.act = static_cast<std::uint8_t>(inside_ ? Act::INSIDE : Act::WORK);
        row.pipe = vector_pipe;
        if (inside_) row.scalar = 0;
        row.cost = cost.cycles;
        row.lost = cost.lost;
        row.known = cost.known;
        inside_ = true;
    } else {
        if (inside_) end_function();
        Asked asked{row};
        if (!ordering::step(record, payload, asked)) work(row, record, payload);
        if (static_cast<Act>(row.act) == Act::BETWEEN) return between(row, record, asked.followed);
    }
    if (row.lost > worth_naming) row.use = tallies_.use(record, payload, row.lost);
    pipes_.run(row, number_);
    finish(row, record);
}

// What waits for other blocks, and what they wait for. A step that lets them go on may be the first half of a SyncAll: what comes next
// says so, until then it is kept.
void BlockTime::between(Row& row, const Record& record, std::span<const std::int64_t> followed) {
    if (followed.empty() && row.source == all_pipes) {
        shared_.leave(static_cast<std::int64_t>(row.flag), pipes_.settled());
        held_ = {row, record};
        return;
    }
    const Shared::Last last = shared_.last_of(followed);
    row.follows = last.number;
    const double at = pipes_.between(row, last.at);
    if (row.flag) shared_.leave(static_cast<std::int64_t>(row.flag), at);
    finish(row, record);
}

// The second half of a SyncAll, if the record is that: those that it has waited for.
void BlockTime::meet(const Record& record, const std::int64_t* payload) {
    Row unused{};
    Asked asked{unused};
    if (!ordering::step(record, payload, asked) || asked.followed.empty()) return;
    const Shared::Last last = shared_.last_of(asked.followed);
    Row row = held_->row;
    row.act = static_cast<std::uint8_t>(Act::SYNC_ALL);
    row.flag = static_cast<std::uint64_t>(last.first);
    row.follows = last.count;
    pipes_.run(row, number_);
    pipes_.resume(row, std::max(last.at, pipes_.settled()));
    finish(row, held_->record);
    held_.reset();
}

// A record that is no step of order: work of a pipe, or of the scalar unit.
void BlockTime::work(Row& row, const Record& record, const std::int64_t* payload) {
    const bool works = record.pipe != scalar_pipe && record.pipe != all_pipes;
    row.act = static_cast<std::uint8_t>(works ? Act::WORK : Act::SCALAR);
    row.pipe = works ? record.pipe : scalar_pipe;
    if (static_cast<Opcode>(record.opcode) == Opcode::data_cache_clean_and_invalid_) {  // how long that takes is not published
        row.scalar = 0;
        row.known = false;
    }
    take(row, record, payload);
}

// What it costs.
void BlockTime::take(Row& row, const Record& record, const std::int64_t* payload) {
    if (row.pipe == vector_pipe) {
        const Cost cost = vector_.of(record, payload);
        row.cost = cost.cycles;
        row.lost = cost.lost;
        row.known = cost.known;
        if (shared_.chip.count_form == count_form_resets) {
            constexpr int settings = 4;  // of the count form: SetMaskCount, SetVectorMask, ResetMask, SetMaskNorm
            if (record.overload == static_cast<std::uint8_t>(Overload::COUNT)) row.scalar += settings * numbers_.core_state;
            else if (record.flags & SET_MASK) row.scalar += numbers_.core_state;
        }
    } else if (row.pipe == copy_in_pipe || row.pipe == copy_out_pipe) {
        const CopyCost cost = copies_.of(record, payload);
        row.cost = cost.cycles;
        row.memory = cost.memory;
        row.known = cost.known;
        row.moved = cost.bytes;
        row.near = cost.near;
    } else if (row.pipe != scalar_pipe) {
        const Cost cost = cube_cost(numbers_, shared_.chip, record, payload, hf32_);
        row.cost = cost.cycles;
        row.known = cost.known;
    } else if (static_cast<Opcode>(record.opcode) == Opcode::set_hf32_mode_) {
        hf32_ = payload[0] != 0;
    }
}

void BlockTime::finish(const Row& row, const Record& record) {
    const InstructionInfo& ins = instructions[record.opcode];
    const bool on_vector = row.pipe == vector_pipe;
    tallies_.add(row, record, on_vector ? is_register(ins) ? register_bits(record) : 8 * lane_bytes(ins, record) : 0, numbers_.core_issue);
    if (row.pipe != scalar_pipe) ended_[row.pipe] = row.end;
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
    ended_[vector_pipe] += drain;
    if (rows_.empty()) return;
    rows_.back().cost += drain;
    rows_.back().end += drain;
}

void BlockTime::go_on() {
    if (!held_) return;
    Row row = held_->row;
    pipes_.between(row, 0);
    finish(row, held_->record);
    held_.reset();
}

void BlockTime::settle() {
    go_on();
    if (inside_) end_function();
}

bool BlockTime::can_hear(const Record& record, const std::int64_t* payload) {
    Row unused{};
    Asked asked{unused};
    ordering::step(record, payload, asked);
    return std::ranges::all_of(asked.followed, [&](std::int64_t number) { return !number || shared_.left(number); });
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
    std::ranges::copy(ended_, out.ended);
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
    bool can_go_on() { return time_.can_hear(next(), issued_.payload + next().payload); }
    void run() {
        do {
            const Record& record = next();
            ++at_;
            time_.record(record, issued_.payload + record.payload);
        } while (!ended() && can_go_on());
    }

  private:
    const Record& next() const { return issued_.records[at_]; }

    BlockTime& time_;
    const Issued& issued_;
    std::size_t at_ = 0;
};

// Rows that run again.
class Again {
  public:
    Again(Shared& shared, std::span<Row> rows) : shared_(shared), rows_(rows), pipes_(shared.numbers) {}

    bool ended() const { return at_ == rows_.size(); }
    bool can_go_on() {
        const Row& row = rows_[at_];
        if (arrived_) return shared_.met(row.flag, row.follows).has_value();
        return !follows(row) || shared_.left(row.follows);
    }
    void run() {
        do {
            Row& row = rows_[at_];
            if (static_cast<Act>(row.act) == Act::SYNC_ALL) {
                if (!arrived_) {
                    pipes_.run(row, static_cast<std::int64_t>(at_));
                    shared_.arrive(row.flag, pipes_.settled());
                    arrived_ = true;
                    continue;
                }
                if (const auto at = shared_.met(row.flag, row.follows)) pipes_.resume(row, *at);
                arrived_ = false;
            } else if (static_cast<Act>(row.act) == Act::BETWEEN) {
                const double at = pipes_.between(row, follows(row) ? shared_.left(row.follows).value_or(0) : 0);
                if (row.flag) shared_.leave(static_cast<std::int64_t>(row.flag), at);
            } else {
                pipes_.run(row, static_cast<std::int64_t>(at_));
            }
            ++at_;
        } while (!ended() && can_go_on());
    }
    double cycles() const { return pipes_.settled(); }

  private:
    static bool follows(const Row& row) { return static_cast<Act>(row.act) == Act::BETWEEN && row.follows; }

    Shared& shared_;
    std::span<Row> rows_;
    Pipes pipes_;
    std::size_t at_ = 0;
    bool arrived_ = false;  // at the SyncAll that is next
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
    Shared shared(chip, 1, 0);
    std::vector<Again> all;
    all.reserve(blocks.size());
    for (const auto& rows : blocks) all.emplace_back(shared, rows);
    in_turns(all);
    std::vector<double> out;
    for (const Again& one : all) out.push_back(one.cycles());
    return out;
}

}  // namespace lanewise::timing
