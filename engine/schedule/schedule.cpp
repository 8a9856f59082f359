#include "schedule/schedule.hpp"

#include <cstring>
#include <utility>

#include "machine/fault.hpp"
#include "machine/results.hpp"
#include "machine/rules.hpp"
#include "stream/register_access.hpp"
#include "tables.hpp"

namespace lanewise {

void issue_scheduled(Core& core, Record& record, const std::int64_t* payload) { core.schedule->issue(record, payload); }

}  // namespace lanewise

namespace lanewise::schedule {

namespace {

constexpr std::size_t deepest = 4096;  // entries that a pipe may be behind: the scalar unit waits for a full queue, too
constexpr std::size_t longest = 4096, most_steps = 65536;  // instructions of a function that waits, and of all of them

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

// What happens later was reported when it was issued.
class Nobody final : public Listener {
  public:
    void record(const Record&, const std::int64_t*) override {}
};

// The core as an instruction found it that runs later than it was issued. Its rules were checked then.
class Later {
  public:
    Later(Core& core, const State& state, std::uint64_t place)
        : core_(core), live_(*core.state), listener_(core.listener), tolerate_(core.tolerate), place_(core.place) {
        *core.state = state;
        take_results(*core.state, live_);
        core.listener = nullptr;
        core.tolerate = [](const Core&, const Fault&) {};
        core.place = place;
    }
    ~Later() {
        take_results(live_, *core_.state);
        *core_.state = live_;
        core_.listener = listener_;
        core_.tolerate = tolerate_;
        core_.place = place_;
    }
    Later(const Later&) = delete;

  private:
    Core& core_;
    State live_;
    Listener* listener_;
    decltype(Core::tolerate) tolerate_;
    std::uint64_t place_;
};

}  // namespace

Schedule::Schedule(Core& core, std::uint8_t* memory, Plan plan, std::uint64_t salt, Registers registers)
    : core_(core), memory_(memory), plan_(plan), random_(mixed(plan.seed ^ mixed(salt))), registers_(registers) {}

std::uint64_t Schedule::draw(std::uint64_t below) { return (random_ = mixed(random_)) % below; }

// --- instructions ---

void Schedule::issue(Record& record, const std::int64_t* payload) {
    const InstructionInfo& ins = instructions[record.opcode];
    if (!runs(core_, ins, record)) return;
    if (ins.executor == Executor::state) return issue_as<false>(core_, record, payload);
    if (ins.executor == Executor::registers || ins.executor == Executor::register_walk) return on_registers(record, payload);
    const int pipe = pipe_of(ins, record);
    if (pipe == vector_pipe) do_function();
    if (pipe >= pipe_count || pipe == scalar_pipe) return now(record, payload, pipe);
    auto work = std::make_unique<Work>(Work{record, {payload, payload + record.payload_count}, *core_.state, core_.place});
    core_.rehearsing = true;
    try {
        issue_as<true>(core_, record, payload);
        core_.rehearsing = false;
    } catch (const Fault&) {
        // Either it is wrong, or it takes addresses from memory that are not there yet.
        core_.rehearsing = false;
        record = work->record;
        return now(record, payload, pipe);
    }
    for (int i = 0; i < ins.operand_count; ++i)
        if (const Operand& o = record.operands[i]; o.space == static_cast<std::uint8_t>(Space::gm))
            if (Buffer buffer; core_.gm->find(o.address, buffer)) last_in_[pipe][buffer.address] = issued_;
    if (!uses_unit_flags(record, payload)) return add(pipe, {.work = std::move(work)});
    for (const Mark other : unit_flags_)
        if (other) wait_for(other, pipe);
    add(pipe, {.work = std::move(work)});
    unit_flags_[pipe] = mark(pipe);
}

// What cannot wait runs when everything before it on its pipe has.
void Schedule::now(Record& record, const std::int64_t* payload, int pipe) {
    if (pipe < pipe_count) settle(pipe);
    else settle();
    issue_as<false>(core_, record, payload);
}

void Schedule::on_registers(Record& record, const std::int64_t* payload) {
    if (function_) return try_on_registers(record, payload);
    settle(vector_pipe);
    if (!in_function_) return issue_as<false>(core_, record, payload);
    const InstructionInfo& ins = instructions[record.opcode];
    for (int i = 0; i < ins.operand_count && !values_.empty(); ++i) put_value(record.operands[i]);
    run_on_registers(record, payload, register_access(ins, record), stores_);
    land_some(stores_);
}

// Inside a function what is stored reaches UB later, unless the next load is through the same register.
void Schedule::run_on_registers(Record& record, const std::int64_t* payload, const RegisterAccess& access, Stores& stores) {
    if (!access.touches) return issue_as<false>(core_, record, payload);
    if (!access.stores) {
        stores.land(memory_, stores.until(access));
        return issue_as<false>(core_, record, payload);
    }
    stores.by(access);
    core_.stores = &stores;
    try {
        issue_as<true>(core_, record, payload);
    } catch (...) {
        core_.stores = nullptr;
        throw;
    }
    core_.stores = nullptr;
}

// Random: some of what is stored arrives.
void Schedule::land_some(Stores& stores) {
    if (plan_.kind == Plan::Kind::random && !stores.empty()) stores.land(memory_, draw(stores.size() + 1));
}

// The function happens later, but its rules are checked now: it is done with what UB holds now, and what it stores is dropped. Where that
// does not work, as addresses are not in memory yet, it happens at once.
void Schedule::try_on_registers(Record& record, const std::int64_t* payload) {
    if (!same_but_for_results(*core_.state, function_->state) || function_->steps.size() >= longest) {
        do_function();
        return on_registers(record, payload);
    }
    const InstructionInfo& ins = instructions[record.opcode];
    Function& function = *function_;
    left_.compare(record, ins.operand_count, [&](std::uint64_t at, std::uint64_t bytes, bool first) {
        if (first) function.registers.emplace_back(at, at + bytes);
        function.steps.push_back(changed(at, bytes));
    });
    function.steps.emplace_back(record, core_.place, register_access(ins, record), function.payloads.size(), function.makes.size());
    function.payloads.insert(function.payloads.end(), payload, payload + record.payload_count);
    try {
        run_on_registers(record, payload, function.steps.back().access, dropped_);
        dropped_.forget();
    } catch (const Fault&) {
        dropped_.forget();
        record = function.steps.back().record;
        function.steps.pop_back();
        do_function();
        return on_registers(record, payload);
    }
    Step& step = function.steps.back();
    for (int i = 0; i < ins.operand_count; ++i)
        if (const Operand& o = step.record.operands[i]; o.space == static_cast<std::uint8_t>(Space::reg) && writes(ins.roles[i]))
            each_register(o, [&](std::uint64_t at, std::uint64_t) {
                function.makes.emplace_back(at, ++function.tags);
                ++step.made;
                put_tag(reinterpret_cast<std::uint8_t*>(at), function.tags);
            });
    left_.note(step.record, ins.operand_count);
}

// The program itself has put something into a register: a copy of another one, or its own bytes.
Step Schedule::changed(std::uint64_t at, std::uint64_t bytes) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(at);
    Step step;
    step.at = at;
    if (bytes == register_bytes)
        if (const Tag tag = tag_in(from); tag && tag <= function_->tags) {
            function_->copied[tag];
            step.copied = tag;
            return step;
        }
    step.put.assign(from, from + bytes);
    return step;
}

// A register that holds a number gets what that stands for.
void Schedule::put_value(const Operand& operand) {
    if (operand.space != static_cast<std::uint8_t>(Space::reg)) return;
    each_register(operand, [&](std::uint64_t at, std::uint64_t) {
        auto* bytes = reinterpret_cast<std::uint8_t*>(at);
        if (const auto found = values_.find(tag_in(bytes)); found != values_.end()) std::memcpy(bytes, found->second.data(), found->second.size());
    });
}

// The function that is called happens as far as it has come, and the rest of it at once.
void Schedule::do_function() {
    if (!function_) return;
    const std::unique_ptr<Function> function = std::move(function_);
    take_results(*core_.state, function->state);
    settle(vector_pipe);
    for (Tag tag = 1; tag <= function->tags; ++tag) function->copied[tag];  // there may be copies that nobody has used yet
    const Mirror registers(*function);
    perform(*function, registers, stores_);
    left_.untouched([&](std::uint64_t at, std::size_t bytes) { std::memcpy(reinterpret_cast<void*>(at), registers.at(at), bytes); });
    values_ = std::move(function->copied);
}

void Schedule::perform(Function& function, const Mirror& registers, Stores& stores) {
    Nobody nobody;
    const std::uint64_t sequence = core_.sequence;
    const Later later(core_, function.state, core_.place);
    for (Step& step : function.steps) {
        if (step.lands) stores.land(memory_);
        if (step.copied) std::memcpy(registers.at(step.at), function.copied[step.copied].data(), register_bytes);
        else if (step.at) std::memcpy(registers.at(step.at), step.put.data(), step.put.size());
        if (!step.instruction()) continue;
        const InstructionInfo& ins = instructions[step.record.opcode];
        for (int i = 0; i < ins.operand_count; ++i)
            if (Operand& o = step.record.operands[i]; !in_memory(static_cast<Space>(o.space)))
                o.address = reinterpret_cast<std::uint64_t>(registers.at(o.address));
        const std::uint64_t count = core_.issued[step.record.opcode];
        core_.place = step.place;
        core_.listener = step.access.stores ? &nobody : nullptr;  // forms that are heard need one
        try {
            run_on_registers(step.record, function.payloads.data() + step.payload, step.access, stores);
        } catch (Fault& fault) {
            fault.place = step.place;
            throw;
        }
        core_.issued[step.record.opcode] = count;  // it was counted when it was called
        core_.sequence = sequence;
        land_some(stores);
        for (std::uint32_t i = 0; i < step.made && !function.copied.empty(); ++i) {
            if (const auto found = function.copied.find(function.makes[step.makes + i].second); found != function.copied.end()) {
                const std::uint8_t* from = registers.at(function.makes[step.makes + i].first);
                found->second.assign(from, from + register_bytes);
            }
        }
    }
}

void Schedule::record(const Record& record, const std::int64_t* payload) {
    if (ordering::step(record, payload, *this)) return;
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::data_cache_clean_and_invalid_: return settle();
        case Opcode::vf_call_:
            in_function_ = true;
            if (registers_ == Registers::hidden) {
                function_ = std::make_unique<Function>(Function{.state = *core_.state, .steps = {}});
                function_->steps.reserve(steps_of_last_);
            }
            left_.clear();
            values_.clear();
            return;
        case Opcode::reg_barrier_:
            if (!mem_type::is_store(payload[0])) return;
            if (function_) function_->steps.emplace_back().lands = true;
            else stores_.land(memory_);
            return;
        case Opcode::vf_end_:
            in_function_ = false;
            if (function_) {
                take_results(*core_.state, function_->state);
                steps_ += steps_of_last_ = function_->steps.size();
                add(vector_pipe, {.function = std::exchange(function_, nullptr)});
                while (steps_ > most_steps) step(vector_pipe);
            }
            if (!stores_.empty()) add(vector_pipe, {.stores = std::make_unique<Stores>(std::exchange(stores_, {}))});
            return;
        default: return;
    }
}

void Schedule::scalar(Space space, std::uint64_t address) {
    if (on_core(space)) {
        do_function();
        for (int pipe = 0; pipe < pipe_count; ++pipe) settle(pipe);
        stores_.land(memory_);
        return;
    }
    Buffer buffer;
    if (!core_.gm->find(address, buffer)) return;
    for (int pipe = 0; pipe < pipe_count; ++pipe)
        if (const auto last = last_in_[pipe].find(buffer.address); last != last_in_[pipe].end()) {
            while (!queues_[pipe].empty() && queues_[pipe].front().number <= last->second) step(pipe);
            last_in_[pipe].erase(last);
        }
}

// --- order ---

void Schedule::add(int pipe, Entry entry) {
    entry.number = issued_++;
    queues_[pipe].push_back(std::move(entry));
    if (queues_[pipe].size() > deepest) step(pipe);
    if (plan_.kind == Plan::Kind::random) wander();
}

Schedule::Mark Schedule::mark(int pipe) {
    if (pipe == vector_pipe) do_function();
    if (queues_[pipe].empty()) return 0;
    const auto fresh = static_cast<Mark>(passed_.size());
    passed_.push_back(false);
    pipe_of_mark_.push_back(static_cast<std::uint8_t>(pipe));
    add(pipe, {.passes = fresh});
    return fresh;
}

void Schedule::wait_for(Mark mark, int pipe) {
    if (pipe == vector_pipe) do_function();
    if (passed_[mark]) return;
    if (pipe == scalar_pipe) pass(mark);
    else add(pipe, {.waits = mark});
}

void Schedule::set(std::uint64_t flag, int pipe, int) { flags_[flag] = mark(pipe); }

void Schedule::wait(std::uint64_t flag, int, int pipe) {
    const auto found = flags_.find(flag);
    if (found == flags_.end()) return;
    const Mark mark = found->second;
    flags_.erase(found);
    wait_for(mark, pipe);
}

void Schedule::reuse(std::int64_t address, std::int64_t bytes) {
    const auto first = freed_.lower_bound(address), last = freed_.lower_bound(address + bytes);
    for (auto at = first; at != last; ++at)
        if (const auto& [flag, pipe] = at->second; pipe != no_pipe) wait(flag, no_pipe, pipe);
    freed_.erase(first, last);
}

void Schedule::lock(std::int64_t id, int pipe) {
    for (const Mark mark : mutexes_[id]) wait_for(mark, pipe);
}

// --- effects ---

// The first entry of a pipe happens, and what it waits for before it.
void Schedule::step(int pipe) {
    if (const Mark waits = queues_[pipe].front().waits) pass(waits);
    Entry entry = std::move(queues_[pipe].front());
    queues_[pipe].pop_front();
    if (entry.work) run(*entry.work);
    if (entry.function) {
        steps_ -= entry.function->steps.size();
        Stores stores;
        perform(*entry.function, Mirror(*entry.function), stores);
        stores.land(memory_);
    }
    if (entry.stores) entry.stores->land(memory_);
    if (entry.passes) passed_[entry.passes] = true;
}

void Schedule::pass(Mark mark) {
    while (!passed_[mark]) step(pipe_of_mark_[mark]);
}

void Schedule::run(Work& work) {
    const std::uint64_t count = core_.issued[work.record.opcode];
    const Later later(core_, work.state, work.place);
    try {
        issue_as<false>(core_, work.record, work.payload.data());
    } catch (Fault& fault) {
        fault.place = work.place;
        throw;
    }
    core_.issued[work.record.opcode] = count;  // it was counted when it was issued
}

void Schedule::settle(int pipe) {
    while (!queues_[pipe].empty()) step(pipe);
}

void Schedule::settle() {
    do_function();
    for (int pipe = next(); pipe >= 0; pipe = next()) step(pipe);
    stores_.land(memory_);
}

// Marks and waits take no time: they pass as soon as they can, or they would hide the work behind them.
void Schedule::pass_marks() {
    for (bool more = true; more;) {
        more = false;
        for (int pipe = 0; pipe < pipe_count; ++pipe)
            while (ready(pipe) && !queues_[pipe].front().takes_time()) {
                step(pipe);
                more = true;
            }
    }
}

// Late: the one that was issued last, as if all others took their time.
int Schedule::next() {
    pass_marks();
    int found[pipe_count], count = 0, last = -1;
    for (int pipe = 0; pipe < pipe_count; ++pipe)
        if (ready(pipe)) {
            found[count++] = pipe;
            if (last < 0 || queues_[pipe].front().number > queues_[last].front().number) last = pipe;
        }
    if (plan_.kind == Plan::Kind::late || !count) return last;
    return found[draw(static_cast<std::uint64_t>(count))];
}

// Random: some of what could run does.
void Schedule::wander() {
    while (draw(2))
        if (const int pipe = next(); pipe >= 0) step(pipe);
        else return;
}

}  // namespace lanewise::schedule
