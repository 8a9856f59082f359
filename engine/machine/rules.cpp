#include "machine/rules.hpp"

#include <algorithm>
#include <set>

#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "machine/steps.hpp"
#include "tables.hpp"

namespace lanewise {

void complain(const Core& core, const Fault& fault) {
    if (!core.tolerate) throw fault;
    core.tolerate(core, fault);
}

Record step_record(Opcode op, std::size_t params) {
    Record record{};
    record.overload = static_cast<std::uint8_t>(Overload::PLAIN);
    record.repeat = 1;
    record.mask_mode = static_cast<std::uint8_t>(MaskMode::none);
    become_step(record, op, params);
    return record;
}

void become_step(Record& record, Opcode op, std::size_t params) {
    record.opcode = static_cast<std::uint16_t>(op);
    const int pipe = instructions[record.opcode].pipe;
    record.pipe = static_cast<std::uint8_t>(pipe == all_pipes || pipe == vector_pipe ? pipe : scalar_pipe);  // that of threads is the vector one
    record.payload_count = static_cast<std::uint32_t>(params);
}

namespace {

constexpr const char* overload_names[] = {"count", "contiguous mask", "bitwise mask", "plain"};

bool same_types(const InstructionInfo& ins, const RowInfo& row, const Record& record) {
    for (int i = 0; i < ins.operand_count; ++i)
        if (row.types[i] != record.operands[i].dtype) return false;
    return true;
}

std::string join(const std::vector<std::string>& words) {
    std::string out;
    for (const auto& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

template <class Types>
std::string describe(int count, Types type_of) {
    std::vector<std::string> named;  // mask registers have no type
    for (int i = 0; i < count; ++i)
        if (*dtype_names[type_of(i)]) named.emplace_back(dtype_names[type_of(i)]);
    if (named.empty()) return "";
    if (std::count(named.begin(), named.end(), named[0]) == std::ssize(named)) return named[0];
    std::string out = named[0];
    for (std::size_t i = 1; i < named.size(); ++i) out += "/" + named[i];
    return out;
}

// Only reached when a call is refused: says why, as exactly as the rows allow.
[[noreturn]] void refuse(const Core& core, const InstructionInfo& ins, const Record& record) {
    std::vector<const RowInfo*> here;
    std::uint16_t anywhere = 0;
    for (int i = ins.first_row; i < ins.last_row; ++i) {
        anywhere |= rows[i].chips;
        if (rows[i].chips & core.chip_bit) here.push_back(&rows[i]);
    }
    const char* chip = core.rules->name;
    if (here.empty()) {
        std::vector<std::string> names;
        for (std::size_t c = 0; c < std::size(instruction_sets); ++c)
            if (anywhere >> c & 1) names.emplace_back(instruction_sets[c]);
        throw Fault("OP-001", {{"op", ins.name}, {"chip", chip}, {"known", join(names)}});
    }
    const std::string types = describe(ins.operand_count, [&](int i) { return record.operands[i].dtype; });
    std::uint8_t overloads = 0;
    for (const RowInfo* row : here)
        if (same_types(ins, *row, record)) overloads |= row->overloads;
    if (overloads) {
        std::set<std::string> known;
        for (int o = 0; o < 4; ++o)
            if (overloads >> o & 1) known.insert(overload_names[o]);
        throw Fault("OP-003", {{"op", ins.name}, {"chip", chip}, {"types", types},
                               {"known", join({known.begin(), known.end()})}, {"form", overload_names[record.overload]}});
    }
    // The rows that agree for longest say what the first operand that differs may hold.
    int at = 0;
    std::vector<std::string> need;
    for (const RowInfo* row : here) {
        int same = 0;
        while (row->types[same] == record.operands[same].dtype) ++same;
        if (same == 0 || same < at) continue;
        if (same > at) need.clear();
        at = same;
        const std::string type = dtype_names[row->types[at]];
        if (std::find(need.begin(), need.end(), type) == need.end()) need.push_back(type);
    }
    if (at > 0) {
        const std::string first = ins.operands[0], type = dtype_names[record.operands[0].dtype];
        std::string all;
        for (const std::string& one : need) all += (all.empty() ? "" : " or ") + one;
        throw Fault("TYPE-001", {{"op", ins.name}, {"operand", ins.operands[at]}, {"got", dtype_names[record.operands[at].dtype]},
                                 {"need", all}, {"like", all == type ? "like " + first : "where " + first + " holds " + type}});
    }
    std::vector<std::string> supported;
    for (const RowInfo* row : here) {
        std::string text = describe(ins.operand_count, [&](int i) { return row->types[i]; });
        if (std::find(supported.begin(), supported.end(), text) == supported.end()) supported.push_back(text);
    }
    throw Fault("OP-002", {{"op", ins.name}, {"chip", chip}, {"types", types}, {"known", join(supported)}});
}

}  // namespace

const RowInfo& legal_row(Core& core, const InstructionInfo& ins, const Record& record) {
    const std::uint8_t overload = 1u << record.overload;
    for (int i = ins.first_row; i < ins.last_row; ++i) {
        const RowInfo& row = rows[i];
        if (row.chips & core.chip_bit && row.overloads & overload && same_types(ins, row, record)) {
            core.recent[record.opcode] = &row;
            return row;
        }
    }
    refuse(core, ins, record);
}

void check_traits(const InstructionInfo& ins, const Record& record) {
    for (int i = 1; i < ins.operand_count; ++i)
        if ((record.operands[i].trait ^ record.operands[0].trait) & trait_tensor)
            throw Fault("TYPE-004", {{"op", ins.name}, {"operand", ins.operands[i]}});
}

void check_mode(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::span<const std::int64_t> params) {
    const std::int64_t mode = params.empty() ? -1 : params[0];
    if (mode >= 0 && mode < 16 && row.modes >> mode & 1) return;
    std::vector<std::string> names, known;
    for (const char* at = ins.modes; *at;) {
        const std::string rest(at);
        names.push_back(rest.substr(0, rest.find(',')));
        at += names.back().size() + (rest.size() > names.back().size());
    }
    for (std::size_t m = 0; m < names.size(); ++m)
        if (row.modes >> m & 1) known.push_back(names[m]);
    const bool named = mode >= 0 && mode < static_cast<std::int64_t>(names.size());
    throw Fault("OP-006", {{"op", ins.name}, {"chip", core.rules->name},
                           {"types", describe(ins.operand_count, [&](int i) { return row.types[i]; })},
                           {"asked", named ? names[static_cast<std::size_t>(mode)] : "mode " + std::to_string(mode)},
                           {"known", join(known)}});
}

void check_flags(const Core& core, const InstructionInfo& ins, std::uint32_t flags) {
    if (!(flags & ~SET_MASK)) return;
    const char* chip = core.rules->name;
    if (flags & ROUND && !(ins.rounds & core.chip_bit))
        throw Fault("OP-005", {{"op", ins.name}, {"case", "rounding"}, {"chip", chip}});
    if (flags & (SCALAR_LEFT | SCALAR_TENSOR) && !(ins.flexible & core.chip_bit))
        throw Fault("OP-005", {{"op", ins.name}, {"case", "scalar_operand"}, {"chip", chip}});
    if (flags & (KEEP_SUBNORMALS | EXACT) && !(ins.algorithms & core.chip_bit))
        throw Fault("OP-005", {{"op", ins.name}, {"case", "algorithm"}, {"chip", chip}});
}

void check_round_mode(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::span<const std::int64_t> params) {
    if (!row.round_modes) return;
    constexpr const char* names[] = {"CAST_NONE", "CAST_RINT", "CAST_FLOOR", "CAST_CEIL", "CAST_ROUND", "CAST_TRUNC", "CAST_ODD", "CAST_HYBRID"};
    constexpr std::int64_t count = std::size(names);
    const std::int64_t asked = params.empty() ? -1 : params[0];
    const bool known_mode = asked >= 0 && asked < count;
    if (known_mode && row.round_modes >> asked & 1) return;
    std::vector<std::string> known;
    for (int m = 0; m < count; ++m)
        if (row.round_modes >> m & 1) known.emplace_back(names[m]);
    throw Fault("MODE-001", {{"op", ins.name}, {"mode", known_mode ? names[asked] : std::to_string(asked)},
                             {"source", dtype_names[row.types[1]]}, {"to", dtype_names[row.types[0]]},
                             {"chip", core.rules->name}, {"known", join(known)}});
}

void check_scalar(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::uint64_t bits) {
    if (!(ins.ranged & core.chip_bit)) return;
    const int width = dtype_bits[row.scalar];
    const bool is_signed = std::string(dtype_names[row.scalar])[0] == 'i';
    std::int64_t value = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
    const bool huge = !is_signed && width == 64 && value < 0;
    if (!is_signed && width < 64) value &= (std::int64_t{1} << width) - 1;
    const char* chip = core.rules->name;
    if (ins.unbounded & core.chip_bit) {
        if (value < ins.low && !huge)
            throw Fault("SCALAR-002", {{"op", ins.name}, {"what", "the shift"}, {"value", value}, {"chip", chip}, {"low", ins.low}});
    } else if (huge || value < ins.low || value > width) {
        throw Fault("SCALAR-001", {{"op", ins.name}, {"what", "the shift"}, {"value", value}, {"chip", chip},
                                   {"low", ins.low}, {"high", width}, {"type", dtype_names[row.scalar]}});
    }
}

void check_strides(const Core& core, const InstructionInfo& ins, const Record& record) {
    if (!ins.block_bits || record.overload == static_cast<std::uint8_t>(Overload::COUNT)) return;
    // What lies between repeats matters where there are several: Counter mode makes its own.
    const bool several = record.repeat > 1 || core.state->ctrl >> counter_bit & 1;
    for (int repeat = 0; repeat < 1 + several; ++repeat)
        for (int i = 0; i < ins.operand_count; ++i) {
            const Operand& o = record.operands[i];
            std::int32_t value = repeat ? o.repeat_stride : o.block_stride;
            std::int32_t high = (1 << (repeat ? ins.repeat_bits : ins.block_bits)) - 1;
            if (value < 0 || value > high)
                throw Fault("STRIDE-001", {{"op", ins.name},
                                           {"field", std::string(ins.operands[i]) + (repeat ? "_rep_stride" : "_blk_stride")},
                                           {"stride", value}, {"low", 0}, {"high", high}});
        }
}

void check_results(const Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params) {
    constexpr const char* names[] = {"ORDER_VALUE_INDEX", "ORDER_INDEX_VALUE", "ORDER_ONLY_VALUE", "ORDER_ONLY_INDEX"};
    const auto order = static_cast<std::size_t>(params.empty() ? 0 : params[0] & 3);
    if (ins.group == Group::repeat && ins.fold != Fold::sum && !(ins.orders[order] & core.chip_bit)) {
        std::vector<std::string> known;
        for (std::size_t o = 0; o < std::size(names); ++o)
            if (ins.orders[o] & core.chip_bit) known.emplace_back(names[o]);
        throw Fault("OP-005", {{"op", ins.name}, {"case", "result_order"}, {"order", names[order]}, {"chip", core.rules->name}, {"known", join(known)}});
    }
    if (ins.group != Group::all && record.operands[0].repeat_stride == 0 && core.rules->reduce_zero_stride == reduce_zero_stride_refused)
        throw Fault("STRIDE-001", {{"op", ins.name}, {"field", "dst_rep_stride"}, {"stride", 0}, {"low", 1}, {"high", 65535}});
}

void outside(const Core& core, const InstructionInfo& ins, const char* name, Space space, std::uint64_t first, std::uint64_t end) {
    throw Fault("MEM-001", {{"op", ins.name}, {"operand", name}, {"memory", name_of(space)}, {"first", first}, {"last", end - 1},
                            {"chip", core.rules->name}, {"size", core.memory(space).size}});
}

void check_inside(const Core& core, const InstructionInfo& ins, const char* name, Space space, std::uint64_t address, std::uint64_t last,
                  int align) {
    if (!align) align = static_cast<int>(info_of(space).align);
    if (address % align) {
        const std::uint64_t below = address - address % align;
        throw Fault("ALIGN-001", {{"op", ins.name}, {"operand", name}, {"memory", name_of(space)}, {"address", address},
                                  {"chip", core.rules->name}, {"need", align}, {"below", below}, {"above", below + align}});
    }
    const std::uint32_t size = core.memory(space).size;
    if (address > size || address + last > size) outside(core, ins, name, space, address, address + last);
}

void check_place(const InstructionInfo& ins, const Record& record, int operand) {
    const int space = record.operands[operand].space;
    if (ins.places[operand] >> space & 1) return;
    std::string need;  // the usual memory first
    for (int pass = 0; pass < 2; ++pass)
        for (int one = 0; in_memory(static_cast<Space>(one)); ++one)
            if (ins.places[operand] >> one & 1 && (one == ins.spaces[operand]) == (pass == 0))
                need += (need.empty() ? "" : " or ") + std::string(memory_infos[one].positions);
    throw Fault("POS-001", {{"op", ins.name}, {"operand", ins.operands[operand]}, {"position", name_of(static_cast<Space>(space))}, {"need", need}});
}

void check_touch_slowly(const Core& core, const InstructionInfo& ins, const Record& record, int operand, std::uint64_t last, int align) {
    const Operand& o = record.operands[operand];
    const char* name = ins.operands[operand];
    const auto space = static_cast<Space>(o.space);
    if (o.space != ins.spaces[operand]) check_place(ins, record, operand);
    check_inside(core, ins, name, space, o.address, last, align);
    if (last > o.extent) {
        Fault fault("MEM-002", {{"op", ins.name}, {"operand", name}, {"have", o.extent}, {"need", last}});
        if (core.memory(space).held.by_nobody_else(o.address, o.address + o.extent, o.address + last)) fault.variant = "free";
        complain(core, fault);
    }
}

}  // namespace lanewise
