#include "schedule/schedule.hpp"

#include <cstring>
#include <utility>

#include "forms/later.hpp"
#include "machine/fault.hpp"
#include "machine/results.hpp"
#include "machine/rules.hpp"
#include "registers/lowest.hpp"
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

// What a number stands for, if the program has made copies of it.
void keep_copied(Function& function, Tag tag, const std::uint8_t* from, std::uint64_t bytes) {
    if (function.copied.empty()) return;
    if (const auto found = function.copied.find(tag); found != function.copied.end()) found->second.assign(from, from + bytes);
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
    if (!same_but_for_results(*core_.state, function_->state) || function_->order.size() >= longest) {
        do_function();
        return on_registers(record, payload);
    }
    const InstructionInfo& ins = instructions[record.opcode];
    Function& function = *function_;
    bool exact = true;  // what it makes of masks alone is what it will be
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        const bool mask = static_cast<Space>(o.space) == Space::mask;
        if (!mask) exact = false;
        else if (reads(ins.roles[i]) && tag_in(reinterpret_cast<const std::uint8_t*>(o.address), mask_and_width)) exact = false;
        each_register(o, [&](std::uint64_t at, std::uint64_t bytes) { uses(reinterpret_cast<const void*>(at), bytes); });
    }
    const RegisterAccess access = register_access(ins, record);
    function.add(Step(record, core_.place, access, function.payloads.size()));
    function.payloads.insert(function.payloads.end(), payload, payload + record.payload_count);
    const auto tolerate = std::exchange(core_.tolerate, nullptr);  // what is broken with these bytes is tried with the right ones
    try {
        run_on_registers(record, payload, access, dropped_);
        dropped_.forget();
        core_.tolerate = tolerate;
    } catch (const Fault&) {
        dropped_.forget();
        core_.tolerate = tolerate;
        record = function.steps.back().record;
        function.steps.pop_back();
        function.order.pop_back();
        do_function();
        return on_registers(record, payload);
    }
    Step& step = function.steps.back();
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = step.record.operands[i];
        const auto space = static_cast<Space>(o.space);
        if (!writes(ins.roles[i]) || !(space == Space::reg || (space == Space::mask && !exact))) continue;
        each_register(o, [&](std::uint64_t at, std::uint64_t bytes) {
            function.makes.push_back({at, bytes});
            ++step.made;
            put_tag(reinterpret_cast<std::uint8_t*>(at), bytes, ++function.tags);
        });
    }
    for (int i = 0; i < ins.operand_count; ++i)
        each_register(step.record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) { left_.note(left_.number_of(at, function), bytes, false, function); });
}

// A register that is read, or has been written, by an instruction: what the program itself has put into it is a step.
std::uint16_t Schedule::uses(const void* at, std::uint64_t bytes) {
    const std::size_t number = left_.number_of(reinterpret_cast<std::uint64_t>(at), *function_);
    if (!left_.holds(number, bytes)) {
        function_->add(changed(reinterpret_cast<std::uint64_t>(at), bytes));
        left_.note(number, bytes, false, *function_);
    }
    return static_cast<std::uint16_t>(number);
}

// One that will be written as a whole.
std::uint16_t Schedule::makes(const void* at) {
    const std::size_t number = left_.number_of(reinterpret_cast<std::uint64_t>(at), *function_);
    put_tag(static_cast<std::uint8_t*>(const_cast<void*>(at)), register_bytes, ++function_->tags);
    left_.note(number, register_bytes, true, *function_);
    return static_cast<std::uint16_t>(number);
}

// Null: the instruction is to be issued with its record.
const CallPlan* Schedule::plan_of_short(Shape shape) {
    if (!function_ || !alone_ || function_->order.size() >= longest) return nullptr;
    return core_.state->ctrl == function_->state.ctrl ? plan_later(core_, shape) : nullptr;  // no other state has a say in these
}

bool Schedule::lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c) {
    const CallPlan* plan = plan_of_short(shape);
    if (!plan) return false;
    const void* const at[shape_operands] = {to, a, b, c};
    const std::uint8_t* registers[shape_operands];
    for (int i = 0; i < shape_operands; ++i) registers[i] = static_cast<const std::uint8_t*>(i < plan->count ? at[i] : to);
    if (!lanes_later(*plan, static_cast<const std::uint8_t*>(mask), registers)) return false;
    Short one{Short::lanes};
    one.scalar = scalar;
    one.plan = function_->plan(*plan);
    one.mask = uses(mask, mask_and_width);
    const bool keeps = !plan->first || flags_in(shape) & MERGE;
    if (keeps) uses(to, register_bytes);
    for (int i = 1; i < plan->count; ++i) one.registers[i] = uses(at[i], register_bytes);
    one.registers[0] = makes(to);
    for (int i = plan->count; i < shape_operands; ++i) one.registers[i] = one.registers[0];
    function_->add(one);
    ++core_.issued[opcode_of(shape)];
    return true;
}

bool Schedule::load(Shape shape, const void* to, std::uint64_t address, std::int64_t dist) {
    const CallPlan* plan = dist == 0 ? plan_of_short(shape) : nullptr;
    if (!plan || address % block_bytes || address + register_bytes > core_.vector_memory().size) return false;
    Short one{Short::load};
    one.plan = function_->plan(*plan);
    one.address = address;
    one.registers[0] = makes(to);
    function_->add(one);
    ++core_.issued[opcode_of(shape)];
    return true;
}

bool Schedule::store(Shape shape, std::uint64_t address, const void* from, const void* mask, std::int64_t dist) {
    const CallPlan* plan = plan_of_short(shape);
    const auto* const bits = static_cast<const std::uint8_t*>(mask);
    if (!plan || tag_in(bits, mask_and_width)) return false;  // how much it stores depends on what is not there yet
    const std::uint32_t bytes = store_later(core_, *plan, address, static_cast<const std::uint8_t*>(from), bits, dist);
    if (!bytes) return false;
    Short one{Short::store};
    one.plan = function_->plan(*plan);
    one.address = address;
    one.bytes = bytes;
    one.registers[0] = uses(from, register_bytes);
    function_->add(one);
    ++core_.issued[opcode_of(shape)];
    return true;
}

bool Schedule::lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch) {
    const CallPlan* plan = plan_of_short(shape);
    if (!plan || !(pitch == 1 || pitch == 2 || pitch == 4 || pitch == 8)) return false;
    auto* const bits = static_cast<std::uint8_t*>(const_cast<void*>(mask));
    const std::size_t number = left_.number_of(reinterpret_cast<std::uint64_t>(mask), *function_);
    std::memcpy(bits, lowest_lanes(count, static_cast<int>(pitch)).data(), mask_bytes);  // no data decides it
    bits[mask_bytes] = static_cast<std::uint8_t>(pitch);
    left_.note(number, mask_and_width, false, *function_);
    Short one{Short::lowest};
    one.plan = function_->plan(*plan);
    one.registers[0] = static_cast<std::uint16_t>(number);
    one.scalar = static_cast<std::uint64_t>(count);
    one.address = static_cast<std::uint64_t>(pitch);
    function_->add(one);
    ++core_.issued[opcode_of(shape)];
    return true;
}

// The program itself has put something into a register: a copy of another one, or its own bytes.
Step Schedule::changed(std::uint64_t at, std::uint64_t bytes) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(at);
    Step step;
    step.at = at;
    if (bytes == register_bytes || bytes == mask_and_width)
        if (const Tag tag = tag_in(from, bytes); tag && tag <= function_->tags) {
            function_->copied[tag];
            step.copied = tag;
            return step;
        }
    step.put.assign(from, from + bytes);
    return step;
}

// A register that holds a number gets what that stands for.
void Schedule::put_value(const Operand& operand) {
    each_register(operand, [&](std::uint64_t at, std::uint64_t size) {
        if (size != register_bytes && size != mask_and_width) return;
        auto* bytes = reinterpret_cast<std::uint8_t*>(at);
        if (const auto found = values_.find(tag_in(bytes, size)); found != values_.end()) std::memcpy(bytes, found->second.data(), found->second.size());
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
    const std::uint64_t sequence = core_.sequence;
    const Later later(core_, function.state, core_.place);
    std::size_t made = 0;
    Tag tag = 0;
    for (const std::int32_t which : function.order) {
        if (which < 0) {
            const Short& one = function.shorts[static_cast<std::size_t>(~which)];
            perform(function, one, registers, stores);
            if (one.kind == Short::lanes || one.kind == Short::load) keep_copied(function, ++tag, registers[one.registers[0]], register_bytes);
            continue;
        }
        Step& step = function.steps[static_cast<std::size_t>(which)];
        if (step.lands) stores.land(memory_);
        if (step.copied) {
            const auto& bytes = function.copied[step.copied];
            std::memcpy(registers.at(step.at), bytes.data(), bytes.size());
        } else if (step.at) {
            std::memcpy(registers.at(step.at), step.put.data(), step.put.size());
        }
        if (!step.instruction()) continue;
        perform(function, step, registers, stores);
        core_.sequence = sequence;
        for (const std::size_t end = made + step.made; made < end; ++made)
            keep_copied(function, ++tag, registers.at(function.makes[made].at), function.makes[made].bytes);
    }
}

void Schedule::perform(Function& function, Step& step, const Mirror& registers, Stores& stores) {
    Nobody nobody;
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
    land_some(stores);
}

void Schedule::perform(const Function& function, const Short& one, const Mirror& registers, Stores& stores) {
    std::uint8_t* const first = registers[one.registers[0]];
    const std::uint64_t name = function.registers[one.registers[0]].first;
    switch (one.kind) {
        case Short::lanes: {
            const CallPlan& plan = function.plans[one.plan];
            std::uint8_t* const at[] = {first, registers[one.registers[1]], registers[one.registers[2]], registers[one.registers[3]]};
            return run_lanes_later(core_, plan, plan.shape, one.scalar, registers[one.mask], at);
        }
        case Short::load:
            stores.land(memory_, stores.until({.touches = true, .registers = {name, 0}}));
            std::memcpy(first, memory_ + one.address, register_bytes);
            break;
        case Short::store:
            stores.by({.touches = true, .stores = true, .registers = {name, 0}});
            std::memcpy(stores.keep(one.address, one.bytes), first, one.bytes);
            break;
        case Short::lowest:
            std::memcpy(first, lowest_lanes(static_cast<std::int64_t>(one.scalar), static_cast<int>(one.address)).data(), mask_bytes);
            first[mask_bytes] = static_cast<std::uint8_t>(one.address);
            return;
    }
    land_some(stores);
}

void Schedule::record(const Record& record, const std::int64_t* payload) {
    if (ordering::step(record, payload, *this)) return;
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::data_cache_clean_and_invalid_: return settle();
        case Opcode::vf_call_:
            in_function_ = true;
            if (registers_ == Registers::hidden) {
                function_ = std::make_unique<Function>(Function{.state = *core_.state});
                function_->expect(sizes_of_last_);
                alone_ = core_.listener && core_.listener->hears_briefly();
            }
            left_.clear();
            values_.clear();
            return;
        case Opcode::reg_barrier_:
            if (!mem_type::is_store(payload[0])) return;
            if (function_) {
                Step step;
                step.lands = true;
                function_->add(std::move(step));
            }
            else stores_.land(memory_);
            return;
        case Opcode::vf_end_:
            in_function_ = false;
            if (function_) {
                take_results(*core_.state, function_->state);
                steps_ += function_->order.size();
                sizes_of_last_ = function_->sizes();
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
        steps_ -= entry.function->order.size();
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
