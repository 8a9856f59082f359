// One instruction: what it must satisfy, what it does, and who hears of it. The build compiles this file once for each eye.
#include <algorithm>

#include "forms/elementwise.hpp"
#include "forms/macro.hpp"
#include "forms/move.hpp"
#include "forms/reduce.hpp"
#include "forms/registers.hpp"
#include "forms/walk.hpp"
#include "machine/fault.hpp"
#include "states/state.hpp"
#include "tables.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {
namespace {

void run_state(State& state, Opcode op, std::span<const std::int64_t> params) {
    switch (op) {
#include "states.inc"
        default: return;
    }
}

// A scalar that is one element of a tensor: the operand after the form's own.
void load_scalar(Core& core, const InstructionInfo& ins, const RowInfo& row, Record& record) {
    const Operand& o = record.operands[ins.operand_count];
    const int size = dtype_bits[row.scalar] / 8;
    if (o.dtype != row.scalar)
        throw Fault("TYPE-001", {{"op", ins.name}, {"operand", "scalar"}, {"got", dtype_names[o.dtype]},
                                 {"need", dtype_names[row.scalar]}, {"like", ins.operands[ins.operand_count - 1]}});
    if (o.address % size || o.address + size > core.ub_bytes)
        throw Fault("MEM-001", {{"op", ins.name}, {"operand", "scalar"}, {"first", o.address}, {"last", o.address + size - 1},
                                {"chip", core.rules->name}, {"size", core.ub_bytes}});
    record.scalars[0] = 0;
    const auto bytes = static_cast<std::size_t>(size);
    std::memcpy(&record.scalars[0], Window::ub(core, o.address).read(0, bytes), bytes);
}

// Whoever listens hears the record of what has run, and what it touched.
[[gnu::noinline]] void tell(Core& core, const InstructionInfo& ins, Record& record, const Lanes* lanes, const std::int64_t* payload) {
    record.operand_count = ins.operand_count;
    const int used = ins.operand_count + (record.flags & SCALAR_TENSOR ? 1 : 0);
    for (int i = used; i < max_operands; ++i) record.operands[i] = {};  // equal calls make equal records
    for (int i = 0; i < ins.operand_count; ++i) {
        record.operands[i].role = ins.roles[i];
        if (record.overload == static_cast<std::uint8_t>(Overload::COUNT) || !ins.block_bits) {
            record.operands[i].block_stride = 1;
            record.operands[i].repeat_stride = 0;
        }
    }
    const bool to_ub = record.operands[0].space == static_cast<std::uint8_t>(Space::ub);
    switch (ins.pipe) {
        case PipeOf::S: record.pipe = static_cast<std::uint8_t>(Pipe::S); break;
        case PipeOf::V: record.pipe = static_cast<std::uint8_t>(Pipe::V); break;
        case PipeOf::ALL: record.pipe = static_cast<std::uint8_t>(Pipe::ALL); break;
        case PipeOf::MTE: record.pipe = static_cast<std::uint8_t>(to_ub ? Pipe::MTE2 : Pipe::MTE3); break;
    }
    record.mask_mode = static_cast<std::uint8_t>(MaskMode::none);
    if (lanes) {
        record.mask_mode = static_cast<std::uint8_t>(lanes->mode);
        record.repeat = static_cast<std::uint32_t>(lanes->repeats);
        for (int w = 0; w < 4; ++w) record.mask[w] = lanes->words[w];
    } else {
        for (auto& word : record.mask) word = 0;
    }
    announce(core, record, payload);
    if constexpr (hears) {
        core.touches.tell(*core.listener, record);
        core.listener->after(core);
    }
}

inline void conclude(Core& core, const InstructionInfo& ins, Record& record, const Lanes* lanes, const std::int64_t* payload) {
    ++core.issued[record.opcode];
    if (core.listener) [[unlikely]] tell(core, ins, record, lanes, payload);
}

// Bytes of the widest lane.
int lane_width(const InstructionInfo& ins, const RowInfo& row) {
    if (ins.lanes_of >= 0) return std::max<int>(dtype_bits[row.types[ins.lanes_of]] / 8, ins.least_width);
    int width = 1;
    for (int i = 0; i < ins.operand_count; ++i)
        if (ins.roles[i] != role_scratch) width = std::max(width, lane_bits(ins, row.unit ? row.unit : row.types[i]) / 8);
    return width;
}

bool has_packed_lanes(const InstructionInfo& ins, const RowInfo& row) {
    for (int i = 0; i < ins.operand_count; ++i)
        if (lane_bits(ins, row.unit ? row.unit : row.types[i]) == 4) return true;
    return false;
}

}  // namespace
}  // namespace LANEWISE_EYE

template <>
void issue_as<hears>(Core& core, Record& record, const std::int64_t* payload) {
    if constexpr (hears) {
        core.touches.clear();
        core.listener->before(core, record, payload);
    }
    const InstructionInfo& ins = instructions[record.opcode];
    const RowInfo& row = legal_row(core, ins, record);
    check_traits(ins, record);
    const std::span<const std::int64_t> params(payload, record.payload_count);
    if (row.modes) check_mode(core, ins, row, params);

    if (ins.executor == Executor::state || ins.executor == Executor::move) {
        if (ins.executor == Executor::state) run_state(*core.state, static_cast<Opcode>(record.opcode), params);
        else run_move(core, ins, record, params);
        return conclude(core, ins, record, nullptr, payload);
    }

    if (ins.executor == Executor::macro) {
        run_macro(core, ins, row, record, params);
        return conclude(core, ins, record, nullptr, payload);
    }
    if (ins.executor == Executor::elementwise && run_straight(core, ins, row, record)) {
        if (!core.listener) {
            ++core.issued[record.opcode];
            return;
        }
        const Lanes lanes = resolve(core, ins, record, lane_width(ins, row));
        return conclude(core, ins, record, &lanes, payload);
    }
    check_flags(core, ins, record.flags);
    check_round_mode(core, ins, row, record, payload);
    if (ins.executor == Executor::registers || ins.executor == Executor::register_walk) {
        run_registers(core, ins, row, record, params);
        return conclude(core, ins, record, nullptr, payload);
    }
    if (ins.scalars && !(record.flags & SCALAR_TENSOR)) check_scalar(core, ins, row, record.scalars[0]);
    check_strides(ins, record);
    if (ins.executor == Executor::reduce) {
        const Lanes lanes = run_reduce(core, ins, row, record, params);
        leave_behind(core, lanes);
        return conclude(core, ins, record, &lanes, payload);
    }
    if (static_cast<Overload>(record.overload) == Overload::PLAIN) {
        if (record.repeat > 255)
            throw Fault("REPEAT-001", {{"op", ins.name}, {"repeat", static_cast<std::int32_t>(record.repeat)}, {"low", 0}, {"high", 255}});
        Walk(core, ins, row, record, nullptr, params).run();
        if (ins.sets_whole_mask && core.rules->block_broadcast_mask == block_broadcast_mask_resets)
            for (auto& word : core.state->mask) word = ~0ull;
        return conclude(core, ins, record, nullptr, payload);
    }
    const Lanes lanes = resolve(core, ins, record, lane_width(ins, row));
    if (has_packed_lanes(ins, row) && !lanes.paired()) throw Fault("MASK-006", {{"op", ins.name}});
    if (!lanes.empty()) {
        if (record.flags & SCALAR_TENSOR) load_scalar(core, ins, row, record);
        if (ins.executor == Executor::walk) {
            Walk(core, ins, row, record, &lanes, params).run();
        } else {
            run_elementwise(core, ins, row, record, lanes, payload);
        }
    }
    leave_behind(core, lanes);
    conclude(core, ins, record, &lanes, payload);
}

}  // namespace lanewise
