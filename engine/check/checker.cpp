#include "check/checker.hpp"

#include <algorithm>
#include <bit>
#include <sstream>
#include <utility>

#include "errors.hpp"
#include "isa.hpp"
#include "machine/fault.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

std::vector<RuleEntry>& registered() {
    static std::vector<RuleEntry> all;
    return all;
}

bool is_step_of_queue(Opcode opcode) {
    return opcode == Opcode::alloc_tensor_ || opcode == Opcode::enque_ || opcode == Opcode::deque_ || opcode == Opcode::free_tensor_;
}

}  // namespace

void register_rule(RuleEntry entry) {
    std::vector<RuleEntry>& all = registered();
    const auto by_name = [](const RuleEntry& one, const RuleEntry& other) { return one.name < other.name; };
    all.insert(std::upper_bound(all.begin(), all.end(), entry, by_name), std::move(entry));
}

Hearing::Hearing(const Wanted& wanted) : records(instruction_count + 1) {
    for (const RuleEntry& entry : registered()) {
        if (!entry.wanted(wanted)) continue;
        const Hears hears = entry.hears();
        const Rules bit = Rules{1} << all.size();
        all.push_back(entry);
        if (hears.every_record) {
            every_record |= bit;
            for (std::size_t opcode = 0; opcode < records.size(); ++opcode)
                if (hears.steps_of_queues || !is_step_of_queue(static_cast<Opcode>(opcode))) records[opcode] |= bit;
        }
        for (const Opcode opcode : hears.records) records[static_cast<std::size_t>(opcode)] |= bit;
        for (int kind = 0; kind < 4; ++kind)
            if (hears.accesses >> kind & 1) accesses[kind] |= bit;
        if (hears.lent) lent |= bit;
        if (hears.around) around |= bit;
        if (hears.order) order |= bit;
        if (hears.briefs >= Hears::heard) heard |= bit;
        if (hears.briefs == Hears::asked || hears.briefs == Hears::weighed) asked |= bit;
        if (hears.passed) passed |= bit;
        // Rules that hear of no vector instruction miss nothing.
        if (hears.briefs == Hears::in_full && (hears.every_record || hears.around || hears.accesses & core_by_pipes)) briefly = false;
        if (hears.copies >= Hears::heard) copies |= bit;
        if (hears.copies == Hears::asked || hears.copies == Hears::weighed) asked_of_copies |= bit;
        if (hears.copies == Hears::in_full && (hears.every_record || hears.around || hears.accesses & (core_by_pipes | gm_by_pipes))) copies_briefly = false;
    }
}

Wanted wanted_of(const std::string& list) {
    if (list.empty() || list == "all" || list == "1") return {};
    Wanted wanted{false, false, false, false, false, false, false, false};
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        if (word == "mem") wanted.mem = true;
        if (word == "race") wanted.race = true;
        if (word == "race:strict") wanted.race = wanted.strict = true;
        if (word == "init") wanted.init = true;
        if (word == "sync") wanted.sync = true;
        if (word == "state") wanted.state = true;
        if (word == "numbers") wanted.numbers = true;
        if (word == "hints") wanted.hints = true;
    }
    return wanted;
}

int EventIds::free(int event) const {
    constexpr int advised = 6;  // the rest is reserved
    for (int id = 0; id < advised; ++id)
        if (!(used_[event & 63] >> id & 1)) return id;
    return -1;
}

std::vector<Finding> Program::take() {
    std::vector<Finding> all = findings.take();
    for (Finding& found : all)
        for (auto& [name, value] : found.fields)
            if (found.id == std::string("RACE-001") && name == "event")
                if (const int id = ids.free(std::stoi(value)); id >= 0) {
                    found.fields.emplace_back("free_id", std::to_string(id));
                    break;
                }
    return all;
}

Program::Program(Wanted what) : wanted(what) {}
Program::~Program() = default;

const Hearing& Program::hearing() {
    std::call_once(once_, [this] { hearing_ = std::make_unique<const Hearing>(wanted); });
    return *hearing_;
}

void Launched::end(const Gm& gm) {
    for (const auto& part : shared_) part->end(*this, gm);
}

BlockCheck::BlockCheck(Launched& launch, Requests requests, const Memories& memories)
    : hearing_(launch.program.hearing()), block_(launch, std::move(requests), memories) {
    for (const RuleEntry& entry : hearing_.all) rules_.push_back(entry.make(block_));
    asked_ = some(hearing_.asked), heard_ = some(hearing_.heard), passed_ = some(hearing_.passed);
    asked_of_copies_ = some(hearing_.asked_of_copies), copies_ = some(hearing_.copies);
}

std::vector<Rule*> BlockCheck::some(Hearing::Rules which) const {
    std::vector<Rule*> found;
    for (; which; which &= which - 1) found.push_back(rules_[static_cast<std::size_t>(std::countr_zero(which))].get());
    return found;
}

template <class Act>
void BlockCheck::each(Hearing::Rules some, const Act& act) {
    for (; some; some &= some - 1) act(*rules_[static_cast<std::size_t>(std::countr_zero(some))]);
}

template <class Ask>
bool BlockCheck::all(Hearing::Rules some, const Ask& ask) {
    for (; some; some &= some - 1)
        if (!ask(*rules_[static_cast<std::size_t>(std::countr_zero(some))])) return false;
    return true;
}

void BlockCheck::record(const Record& record, const std::int64_t* payload) {
    const Hearing::Rules some = block_.waiting ? hearing_.records[record.opcode] | hearing_.every_record : hearing_.records[record.opcode];
    each(some, [&](Rule& rule) { rule.record(record, payload); });
    block_.opcode = record.opcode;
    if (!hearing_.order || block_.order.step(record, payload)) return;
    const std::uint64_t place = std::uint64_t{record.file} << 32 | record.line;
    block_.start(record.pipe < pipe_count ? record.pipe : scalar_pipe, {place, record.opcode});
}

// Who hears of it.
Hearing::Rules BlockCheck::who(const Access& a) const {
    return hearing_.accesses[(on_core(static_cast<Space>(a.space)) ? 0 : 2) + (a.pipe == scalar_pipe)];
}

void BlockCheck::access(const Access& a) {
    if (!in_memory(static_cast<Space>(a.space))) return;  // of loads and stores, the other side
    const Hearing::Rules some = block_.core.lends(static_cast<Space>(a.space)) ? who(a) & hearing_.lent : who(a);
    each(some, [&](Rule& rule) { rule.access(a); });
}

// Where nothing is to be found in any of them, loops are a few accesses; else each is told for itself, also what was noted already: the same
// again says nothing new.
void BlockCheck::scalars(const Access* all, std::size_t count) {
    if (count > 1 && !block_.wanted().strict && runs_.join(all, count) && touch_runs()) return;
    Listener::scalars(all, count);
}

void BlockCheck::loop(const ScalarLoop& loop) {
    if (!block_.wanted().strict && runs_.join(loop) && touch_runs()) return;
    Listener::loop(loop);
}

bool BlockCheck::touch_runs() {
    const auto& runs = runs_.all();
    return std::all_of(runs.begin(), runs.end(), [&](const Access& run) { return quiet(run); }) &&
           std::all_of(runs.begin(), runs.end(), [&](const Access& run) { return touch_quietly(run); });
}

bool BlockCheck::lanes(std::span<const LaneRun> runs) {
    const auto alike = [&](const LaneRun& one) {
        const auto space = static_cast<Space>(one.run.space);
        if (!one.where.empty() && block_.core.memory(space).link) return false;
        return !block_.wanted().strict && !block_.core.lends(space) && (!on_core(space) || one.run.address + one.run.bytes <= block_.core.memory(space).size) && quiet(one.run);
    };
    return std::all_of(runs.begin(), runs.end(), alike) &&
           std::all_of(runs.begin(), runs.end(), [&](const LaneRun& one) {
               return all(who(one.run), [&](Rule& rule) { return one.where.empty() ? rule.touch_lanes(one.run, one.each) : (rule.touch_changes(one.run, one.each, one.where), true); });
           });
}

bool BlockCheck::quiet(const Access& run) {
    return all(who(run), [&](Rule& rule) { return rule.quiet(run); });
}

bool BlockCheck::touch_quietly(const Access& run) {
    return all(who(run), [&](Rule& rule) { return rule.touch_quietly(run); });
}

// A call that has nothing to be found before its bytes are looked at.
bool BlockCheck::passes(const Brief& call) {
    for (Rule* rule : asked_)
        if (!rule->lets_pass(call)) return false;
    block_.opcode = call.opcode;
    for (Rule* rule : heard_) rule->passes(call);
    return true;
}

void BlockCheck::passed(const Brief& call) {
    for (Rule* rule : passed_) rule->passed(call);
}

bool BlockCheck::passes(const PlainCopy& call) {
    for (Rule* rule : asked_of_copies_)
        if (!rule->lets_pass(call)) return false;
    block_.opcode = call.opcode;
    for (Rule* rule : copies_) rule->passes(call);
    return true;
}

void BlockCheck::before(const Core& core, const Record& record, const std::int64_t* payload) {
    each(hearing_.around, [&](Rule& rule) { rule.before(core, record, payload); });
}

void BlockCheck::after(const Core& core) {
    each(hearing_.around, [&](Rule& rule) { rule.after(core); });
}

void BlockCheck::reads_slot(std::uint64_t address, std::uint32_t bytes, std::uint64_t place, std::uint16_t opcode) {
    const Access slot{address, 0, place, nullptr, bytes, static_cast<std::uint16_t>(block_.number), static_cast<std::uint8_t>(Space::gm), scalar_pipe, false, false};
    for (const auto& rule : rules_) rule->slot(slot, opcode);
}

void BlockCheck::leaves_tensor(std::uint64_t first, std::uint64_t bytes, std::uint64_t end, bool write, std::uint64_t place) {
    for (const auto& rule : rules_) rule->leaves_tensor(first, bytes, end, write, place);
}

void BlockCheck::gives_pointer(std::uint64_t first, std::uint64_t end) {
    for (const auto& rule : rules_) rule->gives_pointer(first, end);
}

void BlockCheck::end() {
    for (const auto& rule : rules_) rule->end();
}

void tell_broken(const Core& core, const Fault& fault) {
    if (core.listener) core.listener->broken(fault);
}

void tell_broken_or_throw(const Core& core, const Fault& fault) {
    if (fault.severity(Mode::check) == Severity::end) throw fault;
    tell_broken(core, fault);
}

}  // namespace lanewise::check
