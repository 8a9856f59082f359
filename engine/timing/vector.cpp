#include "timing/vector.hpp"

#include <algorithm>
#include <cstring>

#include "tables.hpp"

namespace lanewise::timing {

namespace {

// Instructions whose parameters say how much they do: repeats, or -1.
double told_repeats(const Record& record, const std::int64_t* p) {
    const int bits = dtype_bits[record.operands[0].dtype];
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::gather_mask_:
        case Opcode::gather_mask_builtin_: {  // ..., reduce_mode, mask, block stride, repeats, ..., ...
            const std::int64_t* last = p + record.payload_count - 6;
            const std::int64_t lanes = repeat_bytes / element_bytes(record.operands[0].dtype);
            return static_cast<double>(last[3] * (last[0] ? (last[1] + lanes - 1) / lanes : 1));  // a counted mask may span several
        }
        case Opcode::mrg_sort_:
        case Opcode::mrg_sort4_:  // four lengths; the published repeat has 256 records
            return static_cast<double>(record.repeat * (p[0] + p[1] + p[2] + p[3])) / 256;
        case Opcode::data_copy_ub_:
            if (record.overload == static_cast<std::uint8_t>(Overload::COUNT)) return static_cast<double>(p[0] * bits) / 8 / repeat_bytes;
            return static_cast<double>(p[0] * p[1] * block_bytes) / repeat_bytes;
        default: return -1;
    }
}

// ReduceSum, ReduceMax and ReduceMin, as ReduceRepeat until one element is left. In the count form of a sum the scalar unit then
// fetches the result and writes it. How the library really goes about it is not published: all of it is one assumption of the chip.
double whole_tensor(const Numbers& numbers, const Line& step, const InstructionInfo& ins, const Record& record) {
    const std::uint64_t lanes = repeat_bytes / lane_bytes(ins, record), kept = ins.fold == Fold::sum ? 1 : 2;
    std::uint64_t left = record.repeat;
    double total = step.fixed + step.repeat * static_cast<double>(left);
    if (ins.fold == Fold::sum && record.overload == static_cast<std::uint8_t>(Overload::COUNT)) total += numbers.core_reduce_all;
    while (left > 1) {
        left = (left * kept + lanes - 1) / lanes;
        total += step.fixed + step.repeat * static_cast<double>(left) + numbers.core_barrier;
    }
    return total;
}

// Blocks of a repeat in which a lane takes part, how many repeats are such, and the blocks of the rest.
struct Active {
    std::uint8_t active = 0xFF;
    std::uint32_t whole;
    std::uint8_t last = 0xFF;
};

Active active_blocks(const Record& record, std::uint64_t lanes) {
    const std::uint64_t per_block = lanes / blocks_of_repeat;
    if (record.mask_mode == static_cast<std::uint8_t>(MaskMode::counter)) {
        const std::uint64_t whole = record.mask[0] / lanes, rest = record.mask[0] % lanes;
        const auto last = static_cast<std::uint8_t>((1u << (rest + per_block - 1) / per_block) - 1);
        return whole ? Active{0xFF, static_cast<std::uint32_t>(whole), last} : Active{last, 1, 0xFF};
    }
    if (record.mask_mode != static_cast<std::uint8_t>(MaskMode::normal)) return {0xFF, record.repeat, 0xFF};
    std::uint8_t active = 0;
    for (std::uint64_t lane = 0; lane < lanes; ++lane)
        if (record.mask[lane / 64] >> lane % 64 & 1) active |= static_cast<std::uint8_t>(1u << lane / per_block);
    return {active, record.repeat, 0xFF};
}

}  // namespace

int lane_bytes(const InstructionInfo& ins, const Record& record) {
    const Operand* operands = record.operands;
    if (ins.executor == Executor::reduce) return element_bytes(operands[1].dtype);
    if (!record.operand_count) return 4;
    int widest = ins.least_width;
    for (int i = 0; i < record.operand_count; ++i)
        if (ins.counted >> i & 1) widest = std::max(widest, element_bytes(operands[i].dtype));
    return widest;
}

bool has_tail(const InstructionInfo& ins, const Record& record) {
    return record.mask_mode == static_cast<std::uint8_t>(MaskMode::counter) && record.mask[0] % (repeat_bytes / lane_bytes(ins, record));
}

int walks(const InstructionInfo& ins, const Record& record, Walk* out) {
    const bool reduces = ins.executor == Executor::reduce;
    if (ins.executor != Executor::elementwise && !reduces && !ins.compares) return 0;
    const int lanes = repeat_bytes / lane_bytes(ins, record);
    const Active taken = active_blocks(record, lanes);
    int count = 0;
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        if (unstrided[record.opcode] >> i & 1 || ins.roles[i] == role_scratch || o.space != static_cast<std::uint8_t>(Space::vector)) continue;
        if ((reduces || ins.compares) && !reads(ins.roles[i])) continue;  // few results: they follow no block strides
        Walk& walk = out[count++];
        walk.width = std::clamp(lanes * element_bytes(o.dtype) / block_bytes, 1, blocks_of_repeat);
        const bool counts = record.overload == static_cast<std::uint8_t>(Overload::COUNT);
        walk.start = static_cast<std::int64_t>(o.address / block_bytes);
        walk.block = counts ? 1 : o.block_stride;
        walk.repeat = counts ? walk.width : o.repeat_stride;
        walk.reads = reads(ins.roles[i]);
        walk.writes = writes(ins.roles[i]);
        walk.active = taken.active;
        walk.whole = taken.whole;
        walk.last = taken.last;
        walk.operand = i;
    }
    return count;
}

Cost vector_cost(const Numbers& numbers, const Record& record, const std::int64_t* payload) {
    const InstructionInfo& ins = instructions[record.opcode];
    const Line& line = numbers.lines[record.opcode][by_bits(8 * lane_bytes(ins, record))];
    if (!line.known) return {};
    if (ins.group == Group::all) return numbers.has_reduce_all ? Cost{whole_tensor(numbers, line, ins, record), 0, true} : Cost{};
    if (const double repeats = told_repeats(record, payload); repeats >= 0) return {line.fixed + line.repeat * repeats, 0, true};
    Walk operands[max_operands];
    const int count = walks(ins, record, operands);
    const Traffic moved = traffic(numbers, {operands, static_cast<std::size_t>(count)}, record.repeat, line.repeat);
    const double tail = has_tail(ins, record) ? numbers.core_tail : 0;
    return {line.fixed + tail + moved.cycles, std::max(0.0, moved.lost()), true};  // less than ideal where few blocks are active
}

Cost VectorCosts::of(const Record& record, const std::int64_t* payload) {
    const InstructionInfo& ins = instructions[record.opcode];
    if (ins.executor != Executor::elementwise && ins.executor != Executor::reduce && !ins.compares)
        return vector_cost(numbers_, record, payload);  // without walks there is nothing to work out
    // Everything that the cost depends on.
    auto same = [&](const Record& other) {
        return other.opcode == record.opcode && other.overload == record.overload && other.mask_mode == record.mask_mode &&
               other.repeat == record.repeat && std::memcmp(other.operands, record.operands, sizeof record.operands) == 0 &&
               std::memcmp(other.mask, record.mask, sizeof record.mask) == 0;
    };
    std::uint64_t hash = record.opcode;
    for (const Operand& o : record.operands) hash = (hash ^ o.address) * 0x9E3779B97F4A7C15;
    hash = (hash ^ record.mask[0] ^ record.repeat) * 0x9E3779B97F4A7C15;
    Known& known = known_[hash >> 56];
    if (!known.is_set || !same(known.record)) {
        known.record = record;
        known.cost = vector_cost(numbers_, record, payload);
        known.is_set = true;
    }
    return known.cost;
}

}  // namespace lanewise::timing
