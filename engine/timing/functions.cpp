#include "timing/functions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tables.hpp"

namespace lanewise::timing {

namespace {

// How an instruction uses registers and memory: numbers of its operands.
struct FunctionUses {
    std::uint8_t reads[max_operands], writes[max_operands];
    std::uint8_t read_count = 0, write_count = 0;
    std::int8_t memory = -1;
    std::uint8_t kind = 0;  // the operand that says how wide elements are
    const Spans* spans = nullptr;
};

// The second one: where lanes that the mask leaves out keep the old register, which is read then.
using UsesOf = std::array<std::array<FunctionUses, 2>, opcodes>;

const UsesOf& uses() {
    static const UsesOf& all = *[] {
        auto* made = new UsesOf();
        for (int opcode = 1; opcode < opcodes; ++opcode) {
            const InstructionInfo& ins = instructions[opcode];
            for (int merges = 0; merges < 2; ++merges) {
                FunctionUses& use = (*made)[opcode][merges];
                bool kind = false;
                for (int k = 0; k < ins.operand_count; ++k) {
                    const auto number = static_cast<std::uint8_t>(k);
                    const auto space = static_cast<Space>(ins.spaces[k]);
                    if (in_memory(space)) {
                        if (use.memory < 0) use.memory = static_cast<std::int8_t>(k);
                        continue;
                    }
                    const bool is_written = writes(ins.roles[k]);
                    if (reads(ins.roles[k]) || (merges && is_written)) use.reads[use.read_count++] = number;
                    // Cast changes its source in one rare pair only.
                    if (is_written && std::strcmp(ins.operands[k], "src") != 0) use.writes[use.write_count++] = number;
                    if (space == Space::reg && !kind) use.kind = number;
                    kind |= space == Space::reg;
                }
                for (const Spans& one : spans)
                    if (one.opcode == opcode) use.spans = &one;
            }
        }
        return made;
    }();
    return all;
}

const FunctionUses& uses_of(const Record& record) { return uses()[record.opcode][record.flags & MERGE ? 1 : 0]; }

// Where an operand's register lies; all that are none are one.
std::uint64_t register_of(const Operand& o) { return in_memory(static_cast<Space>(o.space)) ? 0 : o.address; }

bool is_vector(const Operand& o) { return o.space == static_cast<std::uint8_t>(Space::reg); }

bool strided(const Record& record) {
    const auto op = static_cast<Opcode>(record.opcode);
    return op == Opcode::reg_load_blocks_ || op == Opcode::reg_store_blocks_;
}

}  // namespace

int register_bits(const Record& record) { return dtype_bits[record.operands[uses_of(record).kind].dtype]; }

UbAccess access_of(const Numbers& numbers, const Record& record, const std::int64_t* payload) {
    const FunctionUses& use = uses_of(record);
    const auto banks = static_cast<std::uint64_t>(std::max(1.0, numbers.banks_groups) * std::max(1.0, numbers.banks_in_group));
    const std::uint64_t address = use.memory < 0 ? 0 : record.operands[use.memory].address % (banks * block_bytes);
    const std::int64_t told = record.payload_count ? payload[0] : 0;
    UbAccess out{static_cast<std::int64_t>(address / block_bytes), strided(record) ? told : 1, blocks_of_repeat};
    if (use.spans) {
        const std::int64_t bytes = use.spans->bytes[std::clamp<std::int64_t>(told, 0, use.spans->count - 1)];
        out.blocks = static_cast<int>((static_cast<std::int64_t>(address % block_bytes) + bytes + block_bytes - 1) / block_bytes);
    }
    return out;
}

BankUse banks_of(const Numbers& numbers, std::int64_t block, std::int64_t stride, int blocks, bool stores) {
    const int groups = std::max(1, static_cast<int>(numbers.banks_groups));
    const int banks = groups * std::max(1, static_cast<int>(numbers.banks_in_group));
    BankUse out{0, 1};
    std::uint8_t rows[most_banks] = {};
    for (int k = 0; k < (stride ? blocks : 1); ++k) {  // a row that is named again is fetched once
        const auto bank = static_cast<int>(((block + k * stride) % banks + banks) % banks);
        out.banks |= 1u << bank;
        out.cycles = std::max<int>(out.cycles, ++rows[stores ? bank % groups : bank]);
    }
    return out;
}

void Written::set(std::uint64_t address, Held held) {
    for (std::size_t i = place(address);; i = (i + 1) & (slots_.size() - 1)) {
        if (slots_[i].round == round_ && slots_[i].address != address) continue;
        const bool fresh = slots_[i].round != round_;
        slots_[i] = {address, round_, held};
        if (fresh && ++used_ * 2 > slots_.size()) break;
        return;
    }
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    used_ = 0;
    for (const Slot& slot : old)
        if (slot.round == round_) set(slot.address, slot.held);
}

Function::Function(const Numbers& numbers)
    : numbers_(numbers), units_(std::max(1, static_cast<int>(numbers.function_units))),
      slots_(std::max(1, static_cast<int>(numbers.function_slots))), window_(std::max(1, static_cast<int>(numbers.function_window))),
      registers_(static_cast<int>(numbers.function_registers)), dispatch_(std::max(1, static_cast<int>(numbers.function_dispatch))),
      finish_(static_cast<std::int64_t>(numbers.function_access)), loop_end_(static_cast<std::int64_t>(numbers.function_loop_end)),
      release_(static_cast<std::int64_t>(numbers.function_release)) {}

void Function::begin() {
    base_ = memory_from_ = memory_to_ = static_cast<std::int64_t>(numbers_.function_start);
    entered_ = 0;
    origin_ = base_ / 64 * 64;
    taken_.clear();
    written_.clear();
    waiting_ = {};
    free_ = {};
    ends_ = 0;
    named_ = 0;
    full_[0] = full_[1] = {};
    full_banks_.clear();
}

Cost Function::take(const Record& record, const std::int64_t* payload) {
    const FunctionUses& use = uses_of(record);
    const auto op = static_cast<Opcode>(record.opcode);
    const Latency& cost = numbers_.latencies[record.opcode][by_bits(register_bits(record))];
    const bool known = cost.unit != Unit::unknown;
    for (int k = 0; k < use.write_count; ++k)
        if (is_vector(record.operands[use.writes[k]])) take_register(record.operands[use.writes[k]].address);
    enter();
    if (known && use.memory < 0 && waiting_.size() == static_cast<std::size_t>(window_)) {
        if (waiting_.top() > base_) advance(waiting_.top());
        waiting_.pop();
    }
    std::int64_t ready = base_, end = 0, late = 0;
    for (int k = 0; k < use.read_count; ++k)
        if (const Held* held = written_.find(register_of(record.operands[use.reads[k]]))) ready = std::max(ready, held->ready);
    std::int64_t start = ready;
    if (op == Opcode::reg_barrier_) {
        memory_from_ = memory_to_;  // later accesses wait for earlier ones
    } else if (!known) {
        // Its result is there at once.
    } else if (use.memory >= 0) {
        const UbAccess all = access_of(numbers_, record, payload);
        std::int64_t at = 0;
        for (int part = 0; part < all.blocks; part += blocks_of_repeat) {
            at = access(numbers_, cost, ready, all.block + part, all.stride, std::min(blocks_of_repeat, all.blocks - part), late);
            end = at + finish_;
        }
        start = at;
        ready = at + cost.latency;
    } else {
        start = compute(cost, ready);
        ready = end = start + cost.latency;
    }
    for (int k = 0; k < use.read_count; ++k)
        if (Held* held = written_.find(register_of(record.operands[use.reads[k]]))) held->read = std::max(held->read, start);
    for (int k = 0; k < use.write_count; ++k) {
        const Operand& o = record.operands[use.writes[k]];
        if (const Held* old = written_.find(register_of(o)); old && is_vector(o)) free_.push(std::max(old->ready, old->read + release_));
        written_.set(register_of(o), {ready, ready});
    }
    const std::int64_t longer = std::max<std::int64_t>(0, end - ends_);
    ends_ = std::max(ends_, end);
    const bool only_orders = op == Opcode::reg_barrier_ || op == Opcode::reg_end_of_stream_;
    return {static_cast<double>(longer), static_cast<double>(late), known || only_orders};
}

// The next instruction enters: so many do in a cycle.
void Function::enter() {
    if (entered_ == dispatch_) advance(base_ + 1);
    ++entered_;
}

// What follows a loop enters some cycles after its last instruction; of loops that end together all do at once.
void Function::end_loop() {
    if (entered_ > 0) advance(base_ + loop_end_);
}

// For a value that is written: the physical register that is free first. One that holds a value is not; where all do, more are named
// at once than there are, and the compiler, which knows those that nobody will read again, has used them for it.
void Function::take_register(std::uint64_t address) {
    const int another = written_.find(address) != nullptr;  // one that is named again has its value twice for a while
    named_ += 1 - another;
    if (registers_ <= 0 || free_.empty() || named_ + another + static_cast<int>(free_.size()) <= registers_) return;
    if (free_.top() > base_) advance(free_.top());
    free_.pop();
}

// The unit that lets it start first does it: a start and a result of its own, and of the slow half `every` cycles.
std::int64_t Function::compute(const Latency& cost, std::int64_t ready) {
    std::int64_t at = 0;
    int unit = 0;
    for (int k = 0; k < (cost.unit == Unit::first ? 1 : units_); ++k) {
        const std::int64_t other = free_on(k, cost, ready);
        if (k == 0 || other < at) {
            at = other;
            unit = k;
        }
    }
    cycles_at(at).units[unit] |= 1ull << at % 64;
    const std::int64_t done = at + cost.latency;
    cycles_at(done).results[unit] |= 1ull << done % 64;
    if (cost.every > 1)
        for (std::int64_t cycle = at; cycle < at + cost.every; ++cycle) cycles_at(cycle).slow[unit] |= 1ull << cycle % 64;
    waiting_.push(at);
    return at;
}

// The first cycle from `ready` on in which a unit can start an instruction.
std::int64_t Function::free_on(int unit, const Latency& cost, std::int64_t ready) const {
    static constexpr Cycles none{};
    auto at = [this](std::size_t i) -> const Cycles& { return i < taken_.size() ? taken_[i] : none; };
    const auto begin = static_cast<std::size_t>(ready - origin_) / 64;
    for (std::size_t i = begin;; ++i) {
        const Cycles &low = at(i), &high = at(i + 1);
        std::uint64_t blocked = low.units[unit];
        blocked |= cost.latency ? low.results[unit] >> cost.latency | high.results[unit] << (64 - cost.latency) : low.results[unit];
        if (cost.every > 1) {
            blocked |= low.slow[unit];
            for (int k = 1; k < cost.every; ++k) blocked |= low.slow[unit] >> k | high.slow[unit] << (64 - k);
        }
        if (i == begin) blocked |= (1ull << ready % 64) - 1;
        if (~blocked) return origin_ + 64 * static_cast<std::int64_t>(i) + std::countr_one(blocked);
    }
}

std::int64_t Function::access(const Numbers& numbers, const Latency& cost, std::int64_t ready, std::int64_t block, std::int64_t stride,
                              int blocks, std::int64_t& late) {
    const bool stores = cost.unit == Unit::store;
    const BankUse use = banks_of(numbers, block, stride, blocks, stores);
    const std::int64_t after = std::max(ready, memory_from_);
    auto taken = [this, stores](const Cycles& c) { return c.served[slots_ - 1] | (stores ? c.stores : 0); };
    auto met = [&](const Cycles& c) {
        std::uint64_t out = taken(c);
        for (std::uint32_t left = use.banks; left; left &= left - 1) out |= c.banks[std::countr_zero(left)];
        return out;
    };
    const std::int64_t free = first_known(full_[stores], taken, after, 1);
    constexpr std::int64_t far = 1024;  // cycles: nearer than that it is quicker to look than to remember
    std::int64_t at;
    if (origin_ + 64 * static_cast<std::int64_t>(taken_.size()) - after > far) {
        const std::uint64_t kind = std::uint64_t{use.banks} << 8 | static_cast<unsigned>(use.cycles) << 1 | stores;
        at = first_known(full_banks_[kind], met, after, use.cycles);
    } else {
        at = first(met, after, use.cycles);
    }
    for (std::int64_t cycle = at; cycle < at + use.cycles; ++cycle) {
        Cycles& c = cycles_at(cycle);
        const std::uint64_t bit = 1ull << cycle % 64;
        for (int k = slots_ - 1; k > 0; --k) c.served[k] |= c.served[k - 1] & bit;
        c.served[0] |= bit;
        if (stores) c.stores |= bit;
        for (std::uint32_t left = use.banks; left; left &= left - 1) c.banks[std::countr_zero(left)] |= bit;
    }
    memory_to_ = std::max(memory_to_, at + finish_);
    late += at - free + use.cycles - 1;
    return at;
}

// The first of `length` cycles in a row that are not taken.
template <class Taken>
std::int64_t Function::first(const Taken& taken, std::int64_t after, int length) const {
    auto at = [&](std::size_t i) { return i < taken_.size() ? taken(taken_[i]) : 0; };
    const auto begin = static_cast<std::size_t>(after - origin_) / 64;
    for (std::size_t i = begin;; ++i) {
        const std::uint64_t low = at(i), high = length > 1 ? at(i + 1) : 0;
        std::uint64_t blocked = low;
        for (int k = 1; k < length; ++k) blocked |= low >> k | high << (64 - k);
        if (i == begin) blocked |= (1ull << after % 64) - 1;
        if (~blocked) return origin_ + 64 * static_cast<std::int64_t>(i) + std::countr_one(blocked);
    }
}

template <class Taken>
std::int64_t Function::first_known(Full& full, const Taken& taken, std::int64_t after, int length) {
    const bool inside = full.from <= after && after < full.to;
    const std::int64_t at = first(taken, inside ? full.to : after, length);
    if (inside) full.to = at;
    else if (at - after >= full.to - full.from) full = {after, at};
    return at;
}

Function::Cycles& Function::cycles_at(std::int64_t cycle) {
    const auto i = static_cast<std::size_t>(cycle - origin_) / 64;
    if (i >= taken_.size()) taken_.resize(i + 1);
    return taken_[i];
}

void Function::advance(std::int64_t to) {
    base_ = to;
    entered_ = 0;
    constexpr std::int64_t enough = 64;  // words that are worth moving the rest for
    const std::int64_t gone = (to - origin_) / 64;
    if (gone < enough) return;
    taken_.erase(taken_.begin(), taken_.begin() + std::min<std::ptrdiff_t>(gone, static_cast<std::ptrdiff_t>(taken_.size())));
    origin_ += gone * 64;
}

}  // namespace lanewise::timing
