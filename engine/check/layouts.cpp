#include "check/layouts.hpp"

#include <string>

#include "lanewise/generated/opcodes.hpp"
#include "machine/moving.hpp"
#include "moves/fractals.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

constexpr std::uint64_t row_of_results = 64;  // bytes of 16 elements

// The next line to look at: those where fractals begin, and some others.
std::int64_t next_line(std::int64_t line, std::int64_t lines) {
    if (line < 2) return line + 1;
    const std::int64_t begins = line / fractal_rows * fractal_rows + fractal_rows;
    return line == lines - 1 ? lines : std::min(begins, lines - 1);
}

}  // namespace

Origins* MatrixOrigins::of(Space space) {
    switch (space) {
        case Space::staging: return &staging_;
        case Space::left: return &left_;
        case Space::right: return &right_;
        default: return nullptr;
    }
}

void MatrixOrigins::before(const Core& core, const Record& record, const std::int64_t* payload) {
    record_ = record;
    place_ = core.place;
    carries_ = is_carried(core, record);
    ++sequence_;
    if (carries_) params_.assign(payload, payload + record.payload_count);
    const auto op = static_cast<Opcode>(record.opcode);
    if (op == Opcode::mmad_ || op == Opcode::mmad_bias_) multiply(core, payload);
    if (op == Opcode::fixpipe_) drain(payload);
}

void MatrixOrigins::writes(Space space, std::uint64_t address, std::uint64_t bytes) {
    if (carries_) return;
    if (Origins* here = of(space)) here->forget(address, bytes);
}

void MatrixOrigins::after(const Core& core, bool others) {
    if (carries_) carry(core, others);
}

// Moves whose elements stay what they are.
bool MatrixOrigins::is_carried(const Core& core, const Record& record) const {
    const InstructionInfo& ins = instructions[record.opcode];
    if (ins.executor != Executor::move || ins.operand_count != 2) return false;
    const auto to = static_cast<Space>(record.operands[0].space), from = static_cast<Space>(record.operands[1].space);
    if (core.lends(to)) return false;
    return (to == Space::staging && from == Space::gm) || ((to == Space::left || to == Space::right) && from == Space::staging);
}

void MatrixOrigins::carry(const Core& core, bool others) {
    const Operand &target = record_.operands[0], &source = record_.operands[1];
    const auto to = static_cast<Space>(target.space), from = static_cast<Space>(source.space);
    Origins& there = *of(to);
    if (there.empty()) there.resize(core.memory(to).size);
    const Moving moving(core, instructions[record_.opcode], record_, params_);
    if (moving.halves()) {  // elements of a byte come from two
        const moves::Bounds all = Moving::bytes_of_halves(moving.layout.target_bounds());
        return there.forget(target.address + static_cast<std::uint64_t>(all.low), static_cast<std::uint64_t>(all.high - all.low), sequence_);
    }
    const auto size = static_cast<std::uint64_t>(moving.size());
    const std::uint64_t unit = std::max<std::uint64_t>(dtype_bits[target.dtype] / 8, 1);
    const bool known = size && (from == Space::gm || !others);
    const auto op = static_cast<Opcode>(record_.opcode);
    const bool matrix = (op == Opcode::data_copy_nd2nz_ || op == Opcode::data_copy_dn2nz_) && params_[0] == 1 && params_[4] > 0;
    const Writer copy{sequence_, place_, record_.opcode, source.address, matrix ? static_cast<std::uint64_t>(params_[4]) * unit : 0};
    moves::each_run(moving.layout, [&](const moves::Run& run) {
        const std::uint64_t first = target.address + static_cast<std::uint64_t>(run.to) * size, bytes = static_cast<std::uint64_t>(run.items) * size;
        if (!run.has_source || !known || bytes % unit) return there.forget(first, bytes, sequence_);
        for (std::uint64_t at = 0; at < bytes; at += unit) {
            const std::uint64_t address = source.address + static_cast<std::uint64_t>(run.source) * size + at;
            std::optional<Element> element = from == Space::gm ? Element{address, 0, copy} : staging_.find(address, unit);
            if (!element) {
                there.forget(first + at, unit, sequence_);
                continue;
            }
            element->by.place = place_, element->by.opcode = record_.opcode;
            there.put(first + at, unit, *element, sequence_);
        }
    });
}

void MatrixOrigins::multiply(const Core& core, const std::int64_t* p) {
    const std::int64_t m = p[0], n = p[1], k = p[2];
    if (!(m && n && k)) return;
    const Operand &a = record_.operands[1], &b = record_.operands[2];
    const int bits = dtype_bits[a.dtype];
    const bool row = m == 1 && !p[6];
    if (!row) compare(core, left_, a, left_places(*core.rules, m, k, bits, false, p[5] != 0), true);
    compare(core, right_, b, right_places(k, n, bits), false);
    const std::uint64_t high = static_cast<std::uint64_t>(units(m, fractal_rows) * fractal_rows) * row_of_results;
    const std::uint64_t first = record_.operands[0].address, end = first + static_cast<std::uint64_t>(units(n, fractal_rows)) * high;
    std::erase_if(products_, [&](const Product& one) { return one.first < end && first < one.end; });
    products_.push_back({first, end, high, place_});
}

void MatrixOrigins::compare(const Core& core, const Origins& from, const Operand& operand, const FractalPlaces& places, bool left) {
    const std::uint64_t unit = static_cast<std::uint64_t>(std::max(places.bits / 8, 1));
    const auto at = [&](std::int64_t line, std::int64_t block) {
        return from.find(operand.address + static_cast<std::uint64_t>(places.at(line, block)), unit);
    };
    const auto corner = at(0, 0);
    if (!corner) return;
    const Writer& by = corner->by;
    const auto same = [&](const std::optional<Element>& one) { return one && one->by.copy == by.copy; };
    // What of an element's place in GM belongs to its line, and what is common to all lines.
    const bool along = corner->step == static_cast<std::int64_t>(unit);
    const auto own = [&](const Element& one) { return along ? by.line(one.from) : by.column(one.from); };
    const auto common = [&](const Element& one) { return along ? by.column(one.from) : by.line(one.from); };
    const std::int64_t blocks = units(places.line_bytes(), places.wide);
    std::optional<Element> torn;  // an element of another line, and where
    std::int64_t torn_line = 0, torn_block = 0;
    bool differ = false;  // lines are not put together alike
    for (std::int64_t line = 0; line < places.lines; line = next_line(line, places.lines)) {
        const auto down = at(line, 0);
        if (!same(down)) continue;
        if (down->step != corner->step && down->step && corner->step) return tell(core, *down, places, line, 0, left);
        for (std::int64_t block = 0; block < blocks; ++block) {
            const auto across = at(0, block), here = at(line, block);
            if (!same(across) || !same(here)) continue;
            if (here->from - down->from != across->from - corner->from) return tell(core, *here, places, line, block, left);
            if (!by.pitch) continue;
            differ |= common(*here) != common(*across);
            if (!torn && own(*here) != own(*down)) torn = here, torn_line = line, torn_block = block;
        }
    }
    if (torn && differ) tell(core, *torn, places, torn_line, torn_block, left);
}

void MatrixOrigins::tell(const Core& core, const Element& found, const FractalPlaces& places, std::int64_t line, std::int64_t block, bool left) {
    const bool by_rows = left && core.rules->left_layout == left_layout_zz;
    const std::string lines = std::to_string(places.lines), deep = std::to_string(places.deep);
    findings_.add({"LAYOUT-001", place_, found.by.place,
                           {{"op", name_of(record_.opcode)}, {"other_op", name_of(found.by.opcode)}, {"memory", name_of(left ? Space::left : Space::right)},
                            {"layout", by_rows ? "Zz" : left ? "Nz" : "Zn"}, {"what", left ? "row" : "column"}, {"number", std::to_string(line)},
                            {"shape", left ? lines + " x " + deep : deep + " x " + lines},
                            {"k", std::to_string(block * places.wide * 8 / places.bits)}}});
}

// Rows of results are rows of what one Mmad has left, in every column of fractals.
void MatrixOrigins::drain(const std::int64_t* p) {
    const std::int64_t n = p[1], m = p[2], stride = p[3], column_stride = p[13];
    if (n <= fractal_rows || !m || column_stride > 1) return;
    const std::uint64_t first = record_.operands[1].address;
    for (const Product& one : products_) {
        if (first < one.first || first >= one.end) continue;
        const std::uint64_t row = (first - one.first) % one.column_bytes;
        for (std::int64_t block = 1; block < units(n, fractal_rows); ++block) {
            const std::uint64_t here = first + static_cast<std::uint64_t>(block * stride) * row_of_results;
            if (here >= one.end || (here - one.first) % one.column_bytes == row) continue;
            const std::uint64_t due = one.column_bytes / row_of_results;
            findings_.add({"LAYOUT-002", place_, one.place, {{"stride", std::to_string(stride)}, {"due", std::to_string(due)}}});
            return;
        }
    }
}

}  // namespace lanewise::check
