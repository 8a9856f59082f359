#include "check/garbage.hpp"

#include <algorithm>
#include <cstring>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "machine/moving.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

constexpr std::uint64_t block = 32;
constexpr std::uint8_t instead[] = {0x00, 0x7B, 0xC5};  // what is put in the place of garbage, one after the other

bool is_move(std::uint16_t opcode) { return instructions[opcode].executor == Executor::move; }

bool on_registers(std::uint16_t opcode) {
    const Executor executor = instructions[opcode].executor;
    return executor == Executor::registers || executor == Executor::register_walk;
}

// Registers are where the host keeps them.
const std::uint8_t* host_bytes(std::uint64_t at) { return reinterpret_cast<const std::uint8_t*>(at); }

// each(address, bytes): two registers that share wide elements are also used one by one.
template <class Each>
void each_register(const Operand& o, const Each& each) {
    constexpr std::uint64_t of_a_stream = 64;
    switch (static_cast<Space>(o.space)) {
        case Space::reg:
            for (std::uint64_t at = 0; at < o.extent; at += register_bytes) each(o.address + at, register_bytes);
            return;
        case Space::mask: return each(o.address, mask_bytes);
        case Space::unaligned: return each(o.address, of_a_stream);
        default: return;
    }
}

// Zeros are alike: a mask that filler is multiplied with leaves 0 or -0.
bool alike(const std::uint8_t* one, const std::uint8_t* other, std::size_t bytes) {
    if (!std::memcmp(one, other, bytes)) return true;
    const auto zero = [bytes](const std::uint8_t* at) { return !(at[bytes - 1] & 0x7F) && std::all_of(at, at + bytes - 1, [](std::uint8_t byte) { return !byte; }); };
    return zero(one) && zero(other);
}

}  // namespace

void GlobalGarbage::brought(std::uint64_t first, std::uint64_t count, bool computed_with, std::uint64_t place, std::uint16_t opcode,
                            Source source, Input input, const Gm& gm) {
    bytes.put(first, count, true);
    if (computed_with) computed.put(first, count, true);
    std::lock_guard guard(lock_);
    if (!brought_.empty())
        if (Brought& last = brought_.back(); last.last + 1 == first && last.place == place && last.from == input.place) {
            last.last += count;
            return;
        }
    constexpr std::size_t most = 100'000;
    if (brought_.size() >= most) return;
    Buffer buffer{};
    const bool named = input.gm && gm.find(input.gm, buffer);
    brought_.push_back({first, first + count - 1, place, source, opcode, named ? input.place : 0, named ? buffer.known_as() : "", input.gm});
}

bool GlobalGarbage::told_from(std::uint64_t at, std::uint64_t bytes_left) const {
    if (computed.any(at, std::min(block, bytes_left))) return true;
    if (bytes_left < block) return false;
    for (std::uint64_t i = 0; i < block; ++i)
        if (!bytes.at(at + i)) return false;
    return true;
}

void GlobalGarbage::taken(Findings& findings, std::uint64_t first, std::uint64_t count, std::uint64_t place, const Gm& gm) {
    if (!bytes.any(first, count)) return;
    std::uint64_t from = 0, to = 0;
    const std::uint64_t end = first + count;
    for (std::uint64_t at = first; at < end; at += block) {
        if (!told_from(at, end - at)) continue;
        std::uint64_t low = at, high = std::min(at + block, end);
        while (low < high && !bytes.at(low)) ++low;
        while (high > low && !bytes.at(high - 1)) --high;
        if (!to) from = low;
        to = high;
    }
    if (!to) return;
    Buffer buffer{};
    gm.find(from, buffer);
    std::lock_guard guard(lock_);
    const Brought* by = nullptr;
    for (const Brought& one : brought_)
        if (one.first < to && one.last >= from) by = &one;
    // Where an atomic copy added to what nobody had written, that line is the one to mend.
    if (by && !by->input.empty())
        for (const Brought& one : brought_)
            if (one.input.empty() && !on_core(one.source.space) && one.first <= by->input_at && one.last >= by->input_at) {
                gm.find(one.first, buffer);
                findings.add({"INIT-001", one.place, by->place,
                              {{"op", instructions[one.opcode].name}, {"buffer", buffer.known_as()}, {"first", std::to_string(one.first - buffer.address)},
                               {"last", std::to_string(one.last - buffer.address)}, {"case", "adds"}}});
                return;
            }
    const std::string offset = std::to_string(from - buffer.address), last = std::to_string(to - 1 - buffer.address);
    const std::string name = buffer.name ? buffer.name : "";
    if (by)
        findings.add({"INIT-001", by->from ? by->from : by->place, by->from ? by->place : place,
                      {{"op", instructions[by->opcode].name}, {"buffer", name}, {"first", offset}, {"last", last}, {"input", by->input},
                       {"memory", name_of(by->source.space)}, {"from", std::to_string(by->source.address)},
                       {"case", !by->input.empty() ? "input" : on_core(by->source.space) ? "" : "adds"}}});
    else
        findings.add({"INIT-002", place, 0, {{"buffer", name}, {"first", offset}, {"last", last}}});
}

void Garbage::before(const Record& record, const std::int64_t* payload) {
    reads_.clear();
    writes_.clear();
    padding_.clear();
    record_ = record;
    place_ = core_.place;
    suspicious_ = wild_ = false;
    unknown_.clear();
    if (is_move(record.opcode)) {
        params_.assign(payload, payload + record.payload_count);
        fills_blocks(*core_.state, record, payload);
    }
    else if (on_registers(record.opcode)) before_registers(record, payload);
    else before_memory(record, payload);
}

void Garbage::before_memory(const Record& record, const std::int64_t* payload) {
    const int operands = instructions[record.opcode].operand_count + (record.flags & SCALAR_TENSOR ? 1 : 0);
    const auto box = [&](const Operand& o) {
        const auto space = static_cast<Space>(o.space);
        if (!lanewise::on_core(space) || !in(space).start) return Run{space, 0, 0};  // not the core's: it may be lent by others
        const std::uint64_t size = in(space).size, end = o.extent ? std::min<std::uint64_t>(o.address + o.extent, size) : size;
        return Run{space, o.address, o.address < end ? end - o.address : 0};
    };
    for (int i = 0; i < operands; ++i)
        if (const Run all = box(record.operands[i]); all.bytes) suspicious_ |= holds(all);
    if (!suspicious_) return;
    requests_.begin(record, payload);
    for (int i = 0; i < operands; ++i)
        if (const Run all = box(record.operands[i]); all.bytes) requests_.keep(part(all));
}

// A load says what it reads when it has run; till then only what it may read of registers must be kept.
void Garbage::before_registers(const Record& record, const std::int64_t* payload) {
    const InstructionInfo& ins = instructions[record.opcode];
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        const auto space = static_cast<Space>(o.space);
        if (lanewise::on_core(space)) suspicious_ |= reads(ins.roles[i]);
        else if (!registers_.empty())
            each_register(o, [&](std::uint64_t at, std::uint64_t) {
                const std::vector<bool>* garbage = registers_.find(at);
                if (!garbage) return;
                wild_ |= space == Space::mask || record.opcode == static_cast<std::uint16_t>(Opcode::reg_scatter_);
                for (std::size_t byte = 0; byte < garbage->size(); ++byte)
                    if ((*garbage)[byte]) unknown_.emplace_back(host_bytes(at) + byte, 1);
            });
    }
    suspicious_ |= !unknown_.empty();
    if (!suspicious_) return;
    requests_.begin(record, payload);
    for (int i = 0; i < ins.operand_count; ++i)
        if (!unknown_.empty() || reads(ins.roles[i]))
            each_register(record.operands[i], [&](std::uint64_t at, std::uint64_t bytes) { requests_.keep({host_bytes(at), bytes}); });
}

void Garbage::access(const Access& a) {
    const auto space = static_cast<Space>(a.space);
    for (std::uint32_t first = 0, end; first < a.bytes; first = end) {
        const bool touched = a.touches(first);
        for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
        if (touched) (a.write ? writes_ : reads_).push_back({space, a.address + first, end - first, a.atomic});
    }
}

bool Garbage::holds(const Run& run) const {
    if (lanewise::on_core(run.space)) return in(run.space).garbage.any(run.address, run.bytes);
    return run.space == Space::gm && global_.bytes.any(run.address, run.bytes);
}

// Whether bytes hold what nobody wrote, and not filler alone.
bool Garbage::unwritten(const Run& run) const {
    if (!holds(run)) return false;
    if (!lanewise::on_core(run.space)) return true;
    const Unknown& here = in(run.space);
    if (!here.filler.any(run.address, run.bytes)) return true;
    for (std::uint64_t at = run.address; at < run.address + run.bytes; ++at)
        if (here.garbage.at(at) && !here.filler.at(at)) return true;
    return false;
}

void Garbage::after() {
    if (on_registers(record_.opcode)) return after_registers();
    if (!suspicious_ && !is_move(record_.opcode)) return settle();
    bool any = false;
    for (const Run& run : reads_) any = any || holds(run);
    if (!writes_.empty() && writes_[0].atomic) add_to();
    if (!any) settle();
    else if (is_move(record_.opcode)) carry();
    else ask();
    for (const Run& run : padding_) {
        in(run.space).garbage.put(run.address, run.bytes, true);
        in(run.space).filler.put(run.address, run.bytes, place_);
    }
}

// Where a copy completes blocks with what the program did not choose.
void Garbage::fills_blocks(const State& state, const Record& record, const std::int64_t* params) {
    const auto target = static_cast<Space>(record.operands[0].space);
    if (static_cast<Opcode>(record.opcode) != Opcode::data_copy_pad_ || !lanewise::on_core(target)) return;
    const std::int64_t count = params[0], length = params[1], stride = params[3], left = params[4], right = params[5];
    if (record.flags & (PAD_VALUE | NEAREST) || state.pad_is_set == 2 || left || right || length <= 0) return;
    const auto up = [](std::int64_t bytes) { return (bytes + static_cast<std::int64_t>(block) - 1) / static_cast<std::int64_t>(block) * static_cast<std::int64_t>(block); };
    const bool compact = record.flags & COMPACT;
    const std::int64_t pitch = compact ? length : up(stride * static_cast<std::int64_t>(block) + length);
    for (std::uint64_t j = 0; j < state.loop_in[1]; ++j)
        for (std::uint64_t i = 0; i < state.loop_in[0]; ++i)
            for (std::int64_t b = compact ? count - 1 : 0; b < count; ++b) {
                const std::int64_t end = b * pitch + length;
                const std::uint64_t from = record.operands[0].address + j * state.loop_in[5] + i * state.loop_in[3] + static_cast<std::uint64_t>(end);
                if (up(end) > end) padding_.push_back({target, from, static_cast<std::uint64_t>(up(end) - end)});
            }
}

// A sum takes filler in.
void Garbage::tell_sum() {
    const Operand& source = record_.operands[1];
    const std::uint64_t width = std::max<std::uint64_t>(1, dtype_bits[source.dtype] / 8);
    std::uint64_t all = 0, filler = 0, copy = 0;
    for (const Run& run : reads_) {
        if (run.space != static_cast<Space>(source.space) || run.address < source.address || (source.extent && run.address >= source.address + source.extent)) continue;
        all += run.bytes;
        const Unknown& here = in(run.space);
        for (std::uint64_t at = run.address; here.filler.any(run.address, run.bytes) && at < run.address + run.bytes; ++at)
            if (here.garbage.at(at) && here.filler.at(at)) {
                ++filler;
                copy = here.filler.copy(at);
            }
    }
    if (filler < width) return;
    findings_.add({"INIT-005", place_, copy,
                   {{"op", name_of(record_.opcode)}, {"filler", std::to_string(filler / width)}, {"elements", std::to_string(all / width)},
                    {"rest", std::to_string(all / width - filler / width)}, {"are", filler / width == 1 ? "is" : "are"}}});
}

// An atomic copy reads what it adds to.
void Garbage::add_to() {
    for (const Run& run : writes_)
        for (std::uint64_t i = 0; run.space == Space::gm && holds(run) && i < run.bytes; ++i)
            if (global_.bytes.at(run.address + i)) global_.brought(run.address + i, 1, true, place_, record_.opcode, {Space::gm, run.address + i}, {}, gm_);
}

void Garbage::after_registers() {
    bool any = !unknown_.empty();
    for (const Run& run : reads_)
        if (lanewise::on_core(run.space) && unwritten(run)) {
            any = true;
            requests_.keep(part(run));  // as it was: whoever loads does not store
        }
    if (any && wild_) requests_.keep(part({Space::vector, 0, in(Space::vector).size}));  // with other bytes it stores elsewhere
    if (any) {
        ask();
    } else {
        settle();
        settle_registers();
    }
    hear_registers();  // what happens between registers matters, too, while one of them holds garbage
}

void Garbage::settle_registers() {
    const InstructionInfo& ins = instructions[record_.opcode];
    for (int i = 0; i < ins.operand_count && !registers_.empty(); ++i)
        if (writes(ins.roles[i])) each_register(record_.operands[i], [&](std::uint64_t at, std::uint64_t) { registers_.forget(at); });
}

void Garbage::function() {
    registers_.clear();
    loaded_.clear();
    hear_registers();
}

// What was written is known.
void Garbage::settle() {
    for (const Run& run : writes_)
        if (lanewise::on_core(run.space)) known(run.space, run.address, run.bytes);
        else if (run.space == Space::gm && !run.atomic && global_.bytes.any(run.address, run.bytes)) global_.written(run.address, run.bytes);
}

// A byte of a copy, or all of an element that it was converted to. Where it goes from a place to itself nothing changes; else the two are apart.
void Garbage::carry_byte(const Run& from, const Run& to, bool converted) {
    const bool here = lanewise::on_core(from.space);
    const bool used = converted || (here ? in(from.space).computed.at(from.address) : global_.computed.at(from.address));
    const bool filler = here && in(from.space).filler.at(from.address);
    const Input input = here ? in(from.space).inputs.of(from.address) : Input{from.address, place_};
    if (to.space == Space::gm) {
        const Origin* by = used && here ? origin(from.space, from.address) : nullptr;
        const GlobalGarbage::Source source = by ? GlobalGarbage::Source{by->source, by->from} : GlobalGarbage::Source{from.space, from.address};
        if (!filler) global_.brought(to.address, to.bytes, used, place_, record_.opcode, source, input, gm_);
        return;
    }
    Unknown& there = in(to.space);
    there.garbage.put(to.address, to.bytes, true);
    there.inputs.put(to.address, to.bytes, input);
    if (filler) there.filler.put(to.address, to.bytes, in(from.space).filler.copy(from.address));
    if (used) there.computed.put(to.address, to.bytes, true);
}

// Item by item, as the layout of the move says. What fills places without a source is known.
void Garbage::carry() {
    settle();
    const Moving moving(core_, instructions[record_.opcode], record_, params_);
    const Operand &target = record_.operands[0], &source = record_.operands[1];
    const auto size = static_cast<std::uint64_t>(moving.size()), to_size = static_cast<std::uint64_t>(moving.to_size());
    const auto piece = [](const Operand& o, moves::Items first, moves::Items count, std::uint64_t bytes) {
        return Run{static_cast<Space>(o.space), o.address + static_cast<std::uint64_t>(first) * bytes, static_cast<std::uint64_t>(count) * bytes};
    };
    const auto byte = [](const Run& run, std::uint64_t i) { return Run{run.space, run.address + i, 1}; };
    // What is converted depends on all of its element, and on the scale of its column.
    const bool converts = moving.layout.by >= 0, across = moving.layout.by == moving.layout.axes() - 1;
    constexpr std::uint64_t scale_bytes = 8;
    const Run* scales = nullptr;
    for (const Run& run : reads_)
        if (converts && !run.atomic && run.space != static_cast<Space>(source.space) && holds(run)) scales = &run;
    const auto depends_on = [&](const Run& from, const Run& to) {
        for (std::uint64_t i = 0; i < from.bytes; ++i)
            if (holds(byte(from, i))) return carry_byte(byte(from, i), to, converts);
    };
    if (moving.halves())
        return moves::each_run(moving.layout, [&](const moves::Run& run) {
            for (moves::Items k = 0; k < run.items; ++k) depends_on(piece(source, (run.source + k) >> 1, 1, 1), piece(target, (run.to + k) >> 1, 1, 1));
        });
    moves::each_run(moving.layout, [&](const moves::Run& run) {
        if (!run.has_source || !(scales || holds(piece(source, run.source, run.items, size)))) return;
        for (moves::Items k = 0; k < run.items; ++k) {
            const Run from = piece(source, run.source + k, 1, size), to = piece(target, run.to + k, 1, to_size);
            for (std::uint64_t i = 0; !converts && i < size; ++i) depends_on(byte(from, i), byte(to, i));
            if (!converts) continue;
            const auto column = static_cast<std::uint64_t>(across ? run.word + k : run.word);
            if (scales) depends_on({scales->space, scales->address + column * scale_bytes, scale_bytes}, to);
            depends_on(from, to);
        }
    });
}

const Garbage::Origin* Garbage::origin(Space space, std::uint64_t address) const {
    const auto covers = [&](const Origin& one) { return one.space == space && one.first <= address && address <= one.last; };
    if (asked_ >= origins_.size() || !covers(origins_[asked_])) {  // mostly it is the same as for the byte before
        asked_ = origins_.size();
        while (asked_ && !covers(origins_[asked_ - 1])) --asked_;
        if (!asked_--) return nullptr;
    }
    return origins_[asked_].place ? &origins_[asked_] : nullptr;
}

// Of what the instruction at hand makes of garbage: itself, where it reads bytes that nobody wrote, or whoever made what it reads. Where it is both,
// nobody is named.
Garbage::Origin Garbage::comes_from() const {
    Origin found{};
    bool raw = false;
    const Origin* earlier = nullptr;
    for (const Run& read : reads_) {
        if (!lanewise::on_core(read.space)) continue;
        const Unknown& here = in(read.space);
        for (std::uint64_t at = read.address; at < read.address + read.bytes; ++at) {
            if (!here.garbage.at(at) || here.filler.at(at)) continue;
            if (here.computed.at(at)) {
                if (!earlier) earlier = origin(read.space, at);
                continue;
            }
            if (raw && read.space != found.source) continue;  // one memory is named
            found.source = read.space;
            found.from = raw ? std::min(found.from, at) : at;
            found.to = raw ? std::max(found.to, at) : at;
            raw = true;
        }
    }
    if (raw && earlier) return {};
    if (earlier) return *earlier;
    if (raw) {
        found.place = place_;
        found.opcode = record_.opcode;
    }
    return found;
}

// Which input in GM the garbage comes from that the instruction at hand reads.
Input Garbage::input() {
    OneInput one;
    for (const Run& read : reads_) {
        if (!lanewise::on_core(read.space)) continue;
        const Unknown& here = in(read.space);
        for (std::uint64_t at = read.address; at < read.address + read.bytes; ++at)
            if (here.garbage.at(at) && !here.filler.at(at)) one.add(here.inputs.of(at));
    }
    if (!on_registers(record_.opcode)) return one.found();
    if (one.any()) loaded_.add(one.found());
    return loaded_.found();
}

// Results of it lie there. Where nobody is named, what is known of bytes that the instruction reads in the same place goes on.
void Garbage::keep(Origin comes, const Run& result) {
    constexpr std::size_t most = 4096;
    const auto in_place = [&](const Run& read) { return read.space == result.space && read.address == result.address; };
    if (!comes.place && std::any_of(reads_.begin(), reads_.end(), in_place)) return;
    if (origins_.size() == most) origins_.erase(origins_.begin(), origins_.begin() + most / 2);
    comes.space = result.space;
    comes.first = result.address;
    comes.last = result.address + result.bytes - 1;
    origins_.push_back(comes);
    asked_ = origins_.size();
}

// What the instruction at hand reads that nobody wrote, or that is filler.
std::vector<Garbage::Run> Garbage::read_garbage(bool filler) const {
    std::vector<Run> found;
    for (const Run& read : reads_) {
        if (!lanewise::on_core(read.space) || !holds(read)) continue;
        const Unknown& here = in(read.space);
        const auto wanted = [&](std::uint64_t at) { return here.garbage.at(at) && here.filler.at(at) == filler; };
        for (std::uint64_t at = read.address, end; at < read.address + read.bytes; at = end) {
            for (end = at; end < read.address + read.bytes && wanted(end);) ++end;
            if (end > at) found.push_back({read.space, at, end - at});
            else ++end;
        }
    }
    return found;
}

void Garbage::ask() {
    const Origin comes = comes_from();
    const Input from = input();
    const InstructionInfo& ins = instructions[record_.opcode];
    std::vector<Requests::Part> results;
    std::vector<std::uint64_t> elements;  // how wide those of each result are
    const auto result = [&](const std::uint8_t* at, std::uint64_t bytes, std::uint64_t element) {
        results.emplace_back(at, bytes);
        elements.push_back(element);
    };
    const auto width = [](const Operand& o) { return std::max<std::uint64_t>(1, dtype_bits[o.dtype] / 8); };
    std::vector<Run> stored;  // results in memories, which come first
    for (const Run& run : writes_)
        if (lanewise::on_core(run.space)) {
            std::uint64_t element = 1;
            for (int i = 0; i < ins.operand_count; ++i)
                if (const Operand& o = record_.operands[i]; o.space == static_cast<std::uint8_t>(run.space) && writes(ins.roles[i]) && o.address <= run.address)
                    element = width(o);
            stored.push_back(run);
            result(part(run).data(), run.bytes, element);
        }
    for (int i = 0; i < ins.operand_count; ++i)
        if (writes(ins.roles[i]))
            each_register(record_.operands[i], [&](std::uint64_t at, std::uint64_t bytes) {
                result(host_bytes(at), bytes, record_.operands[i].space == static_cast<std::uint8_t>(Space::reg) ? width(record_.operands[i]) : 1);
            });
    std::vector<std::vector<std::uint8_t>> left;  // by the instruction itself
    // Which bytes of results depend on what nobody wrote, and which on filler.
    std::vector<std::vector<bool>> depends, on_filler;
    for (const Requests::Part& one : results) {
        left.emplace_back(one.begin(), one.end());
        depends.emplace_back(one.size(), false);
    }
    on_filler = depends;
    std::vector<Requests::Part> unwritten_bytes, filler_bytes;
    for (const Run& run : read_garbage(false)) unwritten_bytes.push_back(part(run));
    unwritten_bytes.insert(unwritten_bytes.end(), unknown_.begin(), unknown_.end());
    std::uint64_t copy = 0;  // that filler comes from
    if (!on_registers(record_.opcode) && ins.executor != Executor::tile)
        for (const Run& run : read_garbage(true)) {
            filler_bytes.push_back(part(run));
            copy = in(run.space).filler.copy(run.address + run.bytes - 1);
        }
    // Zeros are alike where their sign says nothing: of filler, and of sums of products with it.
    const bool signless = ins.executor == Executor::tile;
    {
        Requests::Trials trials(requests_, results);
        const auto instead_of = [&](const std::vector<Requests::Part>& places, bool filler, std::uint8_t other) {
            const bool refused = !trials.run(places, other);  // an address depends on it
            for (std::size_t r = 0; r < results.size(); ++r) {
                const Requests::Part& now = results[r];
                const std::size_t wide = (filler || signless) && now.size() % elements[r] == 0 ? elements[r] : 1;
                for (std::size_t i = 0; i < now.size(); i += wide)
                    if (refused || (filler || signless ? !alike(&now[i], &left[r][i], wide) : now[i] != left[r][i])) (filler ? on_filler : depends)[r][i] = true;
            }
        };
        for (const std::uint8_t other : instead) {
            if (!unwritten_bytes.empty()) instead_of(unwritten_bytes, false, other);
            if (!filler_bytes.empty()) instead_of(filler_bytes, true, other);
        }
    }
    if (ins.fold == Fold::sum)
        for (const std::vector<bool>& one : on_filler)
            if (std::find(one.begin(), one.end(), true) != one.end()) {
                tell_sum();
                break;
            }
    settle();
    settle_registers();
    for (std::size_t r = 0; r < results.size(); ++r) {
        // An element depends on garbage as a whole, also where some of its bytes came out the same.
        const auto wide = static_cast<std::ptrdiff_t>(elements[r]);
        for (std::vector<bool>* which : {&depends[r], &on_filler[r]})
            for (auto first = which->begin(); which->end() - first >= wide; first += wide)
                if (std::find(first, first + wide, true) != first + wide) std::fill_n(first, wide, true);
        for (std::size_t i = 0; !filler_bytes.empty() && ins.executor == Executor::elementwise && i < on_filler[r].size(); ++i)
            if (on_filler[r][i] && !depends[r][i]) {
                in(stored[r].space).garbage.put(stored[r].address + i, 1, true);
                in(stored[r].space).filler.put(stored[r].address + i, 1, copy);
            }
        if (std::find(depends[r].begin(), depends[r].end(), true) == depends[r].end()) continue;
        if (r >= stored.size()) {
            registers_.put(reinterpret_cast<std::uint64_t>(results[r].data()), left[r], depends[r]);
            continue;
        }
        keep(comes, stored[r]);
        Unknown& there = in(stored[r].space);
        for (std::size_t i = 0; i < results[r].size(); ++i)
            if (depends[r][i]) {
                const std::uint64_t at = stored[r].address + i;
                there.garbage.put(at, 1, true);
                there.computed.put(at, 1, true);
                there.inputs.put(at, 1, from);
            }
    }
}

void Garbage::scalar(const Access& a, std::uint16_t opcode) {
    const auto space = static_cast<Space>(a.space);
    const Run run{space, a.address, a.bytes};
    const bool here = lanewise::on_core(space);
    if (a.write) {
        if (here) known(space, a.address, a.bytes);
        else if (global_.bytes.any(a.address, a.bytes)) global_.written(a.address, a.bytes);
    } else if (unwritten(run)) {
        Buffer buffer{};
        const bool named = !here && gm_.find(a.address, buffer);
        const std::uint64_t first = named ? a.address - buffer.address : a.address;
        const Origin* by = here && in(space).computed.any(a.address, a.bytes) ? origin(space, a.address) : nullptr;
        findings_.add({"INIT-003", a.place, by ? by->place : 0,
                       {{"op", name_of(opcode)}, {"space", name_of(space)}, {"first", std::to_string(first)},
                        {"last", std::to_string(first + a.bytes - 1)}, {"buffer", named ? buffer.name : ""},
                        {"origin", by ? instructions[by->opcode].name : ""}, {"memory", by ? name_of(by->source) : ""},
                        {"from", by ? std::to_string(by->from) : ""}, {"to", by ? std::to_string(by->to) : ""},
                        {"case", by ? "computed" : here ? "" : "gm"}}});
    }
}

}  // namespace lanewise::check
