#include "forms/move.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "machine/fault.hpp"
#include "moves/atomic.hpp"
#include "moves/converting.hpp"
#include "moves/turn.hpp"
#include "machine/moving.hpp"  // behind lanes, which have a Layout of their own
#include "tables.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

using moves::Bounds, moves::Fill, moves::Items, moves::Run, moves::each_run;

bool is_narrow_float(std::uint8_t dtype) {
    const std::string_view name = dtype_names[dtype];
    return name == "float" || name == "half" || name == "bfloat16";
}

// An element of so many bytes again and again.
void fill(std::uint8_t* to, std::size_t size, std::uint64_t bits, std::size_t element) {
    std::size_t at = 0;
    for (; at + element <= size; at += element) std::memcpy(to + at, &bits, element);
    std::memcpy(to + at, &bits, size - at);
}

// Elements that lie apart, where nobody asks which bytes they are.
template <class T>
void copy_apart(std::uint8_t* to, const std::uint8_t* from, Items count, Items to_step, Items from_step) {
    for (Items i = 0; i < count; ++i) std::memcpy(to + i * to_step * static_cast<Items>(sizeof(T)), from + i * from_step * static_cast<Items>(sizeof(T)), sizeof(T));
}
void copy_apart(std::uint8_t* to, const std::uint8_t* from, Items size, Items count, Items to_step, Items from_step) {
    if (size == 1) return copy_apart<std::uint8_t>(to, from, count, to_step, from_step);
    if (size == 2) return copy_apart<std::uint16_t>(to, from, count, to_step, from_step);
    if (size == 4) return copy_apart<std::uint32_t>(to, from, count, to_step, from_step);
    for (Items i = 0; i < count; ++i) std::memmove(to + i * to_step * size, from + i * from_step * size, static_cast<std::size_t>(size));
}

// The same runs again and again, so many at once: memory is read and written a line at a time, not a piece of a line here and there.
constexpr Items rows_together = 8;

// Whether no part of some rows meets another part of others, so that their order does not matter: all parts of a row lie in front of the next
// row, or all rows of a part in front of the next part.
bool parts_lie_apart(const Run* parts, int count, Items to_step) {
    const Run &first = parts[0], &last = parts[count - 1];
    const Items rows = last.to + last.items - first.to <= to_step ? 0 : (rows_together - 1) * to_step;
    for (int p = 0; p + 1 < count; ++p)
        if (parts[p + 1].to - parts[p].to < rows + parts[p].items) return false;
    return to_step >= 0;
}

template <std::size_t bytes>
void copy_rows(std::uint8_t* to, const std::uint8_t* from, Items rows, Items to_step, Items from_step) {
    for (Items i = 0; i < rows; ++i, to += to_step, from += from_step) {
        lanes::Units row[bytes / sizeof(lanes::Units)];  // a few registers
#pragma GCC unroll 4
        for (std::size_t part = 0; part < std::size(row); ++part) std::memcpy(row + part, from + part * sizeof *row, sizeof *row);
#pragma GCC unroll 4
        for (std::size_t part = 0; part < std::size(row); ++part) std::memcpy(to + part * sizeof *row, row + part, sizeof *row);
    }
}
void copy_rows(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes, Items rows, Items to_step, Items from_step) {
    if (bytes == 32) return copy_rows<32>(to, from, rows, to_step, from_step);
    if (bytes == 64) return copy_rows<64>(to, from, rows, to_step, from_step);
    for (Items i = 0; i < rows; ++i, to += to_step, from += from_step) std::memmove(to, from, bytes);
}

// Runs of a walk, and what may be taken at once.
template <class Each, class Line, class Rows, class Square>
struct Pieces {
    Each each;
    Line line;
    Rows rows;
    Square square;
    void operator()(const Run& run) const { each(run); }
};
template <class Each, class Line, class Rows, class Square>
Pieces(Each, Line, Rows, Square) -> Pieces<Each, Line, Rows, Square>;

// Some pipe leads from the source to the target.
void check_way(const Core& core, const InstructionInfo& ins, const Record& record) {
    for (int i = 0; i < ins.operand_count; ++i)
        if (record.operands[i].space != ins.spaces[i]) check_place(ins, record, i);
    if (ins.pipe != moving_pipe) return;
    const int from = ins.operand_count - 1, to = record.operands[0].space;
    if (leads(*core.rules, record.operands[from].space, to)) return;
    InstructionInfo here = ins;  // its source must be where such a pipe begins
    here.places[from] = 0;
    for (int space = 0; in_memory(static_cast<Space>(space)); ++space)
        if (ins.places[from] >> space & 1 && leads(*core.rules, space, to)) here.places[from] |= static_cast<std::uint16_t>(1 << space);
    check_place(here, record, from);
}

// Whether a converting move converts nothing, and reads no scales.
bool leaves_as_is(const Record& record, const Move& move) {
    return static_cast<Quant>(move.params[0]) == Quant::none && !move.params[5] && !move.params[6] && record.operands[0].dtype == record.operands[1].dtype;
}

// What elements of a converting move become; `words` keeps the scales of columns.
Converting converting(Core& core, const InstructionInfo& ins, const Record& record, const Move& move, const moves::Layout& layout,
                      std::vector<std::uint64_t>& words) {
    const State& state = *core.state;
    Converting c{.from = static_cast<DType>(record.operands[1].dtype), .to = static_cast<DType>(record.operands[0].dtype)};
    c.across = layout.by == layout.axes() - 1;
    if (!ins.converts) return c;
    c.mode = static_cast<Quant>(move.params[0]);
    c.relu = move.params[5];
    c.clamps = c.mode == Quant::deq_half || (c.to != DType::bfloat16_ && halves_saturate(state.ctrl));
    c.shift = core.rules->fixpipe_shift;
    c.word = state.quant_pre;
    if (move.params[6]) {
        const auto columns = static_cast<std::size_t>(move.params[1]);
        words.resize(columns);
        std::memcpy(words.data(), Window::on(core, Space::scales, state.quant_address).read(0, 8 * columns), 8 * columns);
        c.words = words.data();
    }
    return c;
}

}  // namespace

Window reach(Core& core, const InstructionInfo& ins, const Record& record, int operand, std::int64_t first, std::int64_t end, bool writes) {
    const Operand& o = record.operands[operand];
    const char* name = ins.operands[operand];
    if (const auto space = static_cast<Space>(o.space); on_core(space)) {
        if (first < 0) throw Fault("MEM-002", {{"op", ins.name}, {"operand", name}, {"have", 0}, {"need", first}});
        check_touch(core, ins, record, operand, static_cast<std::uint64_t>(end));
        return Window::on(core, space, o.address);
    }
    const std::uint64_t start = o.address + first;
    Buffer buffer;
    if (!core.gm->find(start, buffer)) {
        char text[32];
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(start));
        throw Fault("MEM-005", {{"op", ins.name}, {"operand", name}, {"address", text}, {"instead", core.gm->instead(start)}});
    }
    const std::uint64_t low = start - buffer.address, high = low + (end - first);
    if (high > buffer.size) {
        Fault fault("MEM-004", {{"op", ins.name}, {"operand", name}, {"first", low}, {"last", high - 1}, {"buffer", buffer.known_as()},
                                {"size", buffer.asked}});
        if (core.strict || high > std::max(buffer.spare, buffer.slack())) throw fault;
        fault.variant = high > buffer.spare ? "slack" : "spare";
        if (!core.checked) complain(core, fault);  // a checker sees every access for itself
        if (!rehearsing(core)) core.gm->note({record.opcode, static_cast<std::uint8_t>(operand), buffer.number, low, high - 1});
    } else if (core.checked && o.extent && o.extent != UINT32_MAX && end > static_cast<std::int64_t>(o.extent)) {  // 0: nobody said a size
        const bool behind = o.extent == 1 && dtype_bits[o.dtype] > 8;  // the least that is not "unknown"
        complain(core, Fault("MEM-008", {{"op", ins.name}, {"operand", name}, {"need", end}, {"have", o.extent}, {"case", behind ? "behind" : ""}}));
    }
    if (buffer.doubles && is_narrow_float(o.dtype))
        complain(core, Fault("MEM-012", {{"op", ins.name}, {"operand", name}, {"buffer", buffer.known_as()}, {"type", dtype_names[o.dtype]}}));
    if (buffer.borrowed && (writes || high > buffer.size)) {
        core.gm->own(start);
        core.gm->find(start, buffer);
    }
    return Window::gm(core, buffer, o.address);
}

void run_move(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params) {
    State& state = *core.state;
    check_way(core, ins, record);
    Moving moving(core, ins, record, params);
    const Move& move = moving.move;
    if (ins.converts && leaves_as_is(record, move)) moving.layout.by = -1;
    const moves::Layout& layout = moving.layout;
    const Space source = move.source, target = move.target;
    if (layout.empty()) return;
    const Items size = moving.size(), to_size = moving.to_size();
    const auto element = static_cast<std::size_t>(layout.fill.bits ? layout.fill.bits / 8 : size);
    const bool firsts = layout.fill.kind == Fill::Kind::first;

    if (ins.converts && params[6]) check_inside(core, ins, "the scales", Space::scales, state.quant_address, 8 * static_cast<std::uint64_t>(params[1]));
    const Eye eye(core);
    const std::size_t start = eye.mark();
    if (firsts)
        each_run(layout, [&](const Run& run) {
            if (run.begins) reach(core, ins, record, 1, run.stretch * size, run.stretch * size + move.size, false);
        });
    const AtomicMode atomic = target == Space::gm && on_core(source) ? atomic_mode(state.ctrl) : AtomicMode{};
    if (atomic)
        each_run(layout, [&](const Run& run) {
            if (run.items * to_size % atomic.size())
                throw Fault("ATOMIC-001", {{"op", ins.name}, {"type", dtype_names[static_cast<int>(atomic.type)]}, {"size", run.items * to_size}});
        });
    auto checked = [&](int operand, const Bounds& bounds) {
        const Operand& o = record.operands[operand];
        const int bytes = dtype_bits[o.dtype] / 8;
        if (o.space == static_cast<std::uint8_t>(Space::gm) && ins.whole_elements && o.address % bytes)
            throw Fault("ALIGN-002", {{"op", ins.name}, {"operand", ins.operands[operand]}, {"address", o.address}, {"need", bytes}});
        const Items each = operand == 0 ? to_size : size;
        if (moving.halves()) {
            const Bounds bytes_there = Moving::bytes_of_halves(bounds);
            return reach(core, ins, record, operand, bytes_there.low, bytes_there.high, operand == 0);
        }
        return reach(core, ins, record, operand, bounds.low * each, bounds.high * each, operand == 0);
    };
    // Of two memories one on top of the other: what it reaches in either, it may reach.
    const bool links = core.lends(target);
    const Bounds to = links ? Moving(core, ins, record, params, true).layout.target_bounds() : layout.target_bounds(), from = layout.source_bounds();
    const Window first = checked(0, to), second = links && core.memory(target).has_next ? Window::behind(core, target, record.operands[0].address) : first;
    const auto to_window = [&](const Run& run) -> const Window& {
        return links && static_cast<Items>(record.operands[0].address) + run.to * to_size >= core.memory(target).size ? second : first;
    };
    const Window from_window = from.any() ? checked(1, from) : Window();
    if (ins.whole_blocks) {
        const int operand = on_core(target) ? 0 : 1;
        each_run(layout, [&](const Run& run) {
            const auto begin = record.operands[operand].address + static_cast<std::uint64_t>((operand ? run.source : run.to) * size);
            check_inside(core, ins, ins.operands[operand], operand ? source : target, begin, 0);
        });
    }
    std::vector<std::uint64_t> words;
    eye.rewind(start);  // until now elements were only looked at
    const Converting convert = layout.by < 0 ? Converting{} : converting(core, ins, record, move, layout, words);
    if (rehearsing(core)) {
        // Memory changes when the pipe gets there; the state of the core is as the scalar unit leaves it.
    } else if (moving.halves()) {  // the innermost axis is that of the target, from one byte to the next
        unsigned low = 0;
        each_run(layout, [&](const Run& run) {
            for (Items k = 0; k < run.items; ++k) {
                const Items at = run.source + k, to_half = run.to + k;
                const unsigned half = *from_window.read(at >> 1, 1) >> 4 * (at & 1) & 15;
                if (to_half & 1) *first.write(to_half >> 1, 1) = static_cast<std::uint8_t>(half << 4 | low);
                else low = half;
            }
        });
    } else if (layout.by >= 0) {
        std::unique_lock guard(core.gm->atomic_lock, std::defer_lock);
        if (atomic) guard.lock();
        std::vector<std::uint8_t> room;
        each_run(layout, [&](const Run& run) {
            const auto bytes = static_cast<std::size_t>(run.items * to_size);
            const std::uint8_t* data = from_window.read(run.source * size, static_cast<std::size_t>(run.items * size));
            if (!atomic) return convert(data, to_window(run).write(run.to * to_size, bytes), run.items, run.word);
            room.resize(bytes);
            convert(data, room.data(), run.items, run.word);
            combine(*core.rules, atomic, to_window(run).update(run.to * to_size, bytes), room.data(), bytes);
        });
    } else if (atomic) {
        std::lock_guard guard(core.gm->atomic_lock);
        each_run(layout, [&](const Run& run) {
            const auto bytes = static_cast<std::size_t>(run.items * size);
            combine(*core.rules, atomic, to_window(run).update(run.to * size, bytes), from_window.read(run.source * size, bytes), bytes);
        });
    } else {
        std::uint64_t filler = layout.fill.value;
        const auto each = [&](const Run& run) {
            const auto bytes = static_cast<std::size_t>(run.items * size);
            if (firsts && run.begins) std::memcpy(&filler, from_window.read(run.stretch * size, element), element);
            if (run.has_source) {
                const std::uint8_t* data = from_window.read(run.source * size, bytes);
                std::memmove(to_window(run).write(run.to * size, bytes), data, bytes);
            } else {
                fill(to_window(run).write(run.to * size, bytes), bytes, filler, element);
            }
        };
        const auto reached = [&](Items count, Items step) { return static_cast<std::uint64_t>(((count - 1) * step + 1) * size); };
        const auto line = [&](Items to_item, Items source_item, Items count, Items to_step, Items from_step) {
            const std::uint8_t* from = from_window.read(source_item * size, reached(count, from_step));
            copy_apart(first.write(to_item * size, reached(count, to_step)), from, size, count, to_step, from_step);
        };
        const auto rows = [&](const Run* parts, int count, Items to_item, Items source_item, Items extent, Items to_step, Items from_step) {
            if (firsts || (count > 1 && (source == target || !parts_lie_apart(parts, count, to_step)))) return false;
            for (Items row = 0; row < extent; row += rows_together)
                for (int p = 0; p < count; ++p) {
                    const Run& part = parts[p];
                    const Items here = std::min(rows_together, extent - row), at = to_item + part.to + row * to_step;
                    const auto bytes = static_cast<std::size_t>(part.items * size);
                    if (part.has_source) {
                        const std::uint8_t* from = from_window.read((source_item + part.source + row * from_step) * size, bytes);
                        copy_rows(first.write(at * size, bytes), from, bytes, here, to_step * size, from_step * size);
                    } else {
                        for (Items i = 0; i < here; ++i) fill(first.write((at + i * to_step) * size, bytes), bytes, filler, element);
                    }
                }
            return true;
        };
        const auto square = [&](Items to_item, Items source_item) {
            if (size != 2 || source == target) return false;
            constexpr auto bytes = static_cast<std::uint64_t>(lanes::fractal_bytes);
            lanes::turn(from_window.read(source_item * size, bytes), first.write(to_item * size, bytes));
            return true;
        };
        if (hears || links) each_run(layout, each);
        else each_run(layout, Pieces{each, line, rows, square});
    }
    if (ins.keeps_padding && record.flags & PAD_VALUE) {
        state.pad_value = static_cast<std::uint64_t>(params[6]);
        if (!state.pad_is_set) state.pad_is_set = 1;
    }
}

}  // namespace LANEWISE_EYE

#if !LANEWISE_HEARS

// Only what neither a rule of run_move nor its layout would say anything about.
bool copy_briefly(Core& core, const Record& record, std::uint64_t bytes) {
    const InstructionInfo& ins = instructions[record.opcode];
    if (ins.executor != Executor::move || !runs(core, ins, record)) return false;
    const Operand &target = record.operands[0], &source = record.operands[1];
    const bool out = static_cast<Space>(target.space) == Space::gm;
    const Operand &here = out ? source : target, &there = out ? target : source;
    if (static_cast<Space>(here.space) != Space::vector || static_cast<Space>(there.space) != Space::gm || core.lends(Space::vector) || core.vector_memory().has_next) return false;
    const RowInfo* row = core.recent[record.opcode];
    if (!row || row->modes || !(row->overloads >> record.overload & 1) || row->types[0] != target.dtype || row->types[1] != source.dtype) return false;
    if (target.trait != source.trait || record.flags) return false;
    const State& state = *core.state;
    const std::uint64_t* loops = out ? state.loop_out : state.loop_in;
    if (loops[0] != 1 || loops[1] != 1 || (out && atomic_mode(state.ctrl))) return false;
    const std::uint64_t size = core.vector_memory().size;
    if (here.address % block_bytes || bytes > here.extent || here.address + bytes > size) return false;
    if (there.extent && bytes > there.extent) return false;
    if (ins.whole_elements && there.address % static_cast<std::uint64_t>(std::max(1, dtype_bits[there.dtype] / 8))) return false;
    Buffer buffer;
    if (!core.gm->find(there.address, buffer) || there.address + bytes > buffer.address + buffer.size || buffer.doubles || (out && buffer.borrowed)) return false;
    const PlainCopy copy{core.place, there.address, here.address, static_cast<std::uint32_t>(bytes), record.opcode, pipe_of(ins, record), out};
    if (core.listener && !core.listener->passes(copy)) return false;
    const Window in_gm = Window::gm(core, buffer, there.address), on_core = Window::vector(core, here.address);
    if (out) std::memmove(in_gm.write(0, bytes), on_core.read(0, bytes), bytes);
    else std::memmove(on_core.write(0, bytes), in_gm.read(0, bytes), bytes);
    ++core.issued[record.opcode];
    return true;
}

#endif

}  // namespace lanewise
