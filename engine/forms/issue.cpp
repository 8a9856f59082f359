// One instruction: what it must satisfy, what it does, and who hears of it. The build compiles this file once for each eye.
#include "forms/elementwise.hpp"
#include "forms/macro.hpp"
#include "forms/move.hpp"
#include "forms/reduce.hpp"
#include "forms/registers.hpp"
#include "forms/tile.hpp"
#include "lanewise/shared/kind.h"
#include "machine/fault.hpp"
#include "states/state.hpp"
#include "tables.hpp"
#include "walks/walk.hpp"

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
                                 {"need", dtype_names[row.scalar]}, {"like", std::string("like ") + ins.operands[ins.operand_count - 1]}});
    if (o.address % size || o.address + size > core.vector_memory().size) outside(core, ins, "scalar", Space::vector, o.address, o.address + size);
    record.scalars[0] = 0;
    const auto bytes = static_cast<std::size_t>(size);
    std::memcpy(&record.scalars[0], Window::vector(core, o.address).read(0, bytes), bytes);
}

// Whoever listens hears the record of what has run, and what it touched.
[[gnu::noinline]] void tell(Core& core, const InstructionInfo& ins, Record& record, const Lanes& lanes, const std::int64_t* payload) {
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
    record.pipe = pipe_of(ins, record);
    record.mask_mode = static_cast<std::uint8_t>(lanes.mode);
    record.repeat = static_cast<std::uint32_t>(lanes.repeats);
    for (int w = 0; w < 4; ++w) record.mask[w] = lanes.words[w];
    announce(core, record, payload);
    if constexpr (hears) {
        core.touches.tell(*core.listener, record);
        core.listener->after(core);
    }
}

// Whether a call is just what a row says of types, memories and overload, and has no traits. A row that was used before is legal here.
inline bool follows(const RowInfo* row, const InstructionInfo& ins, const Record& record) {
    if (!row || !(row->overloads >> record.overload & 1)) return false;
    std::uint32_t differ = 0;
    for (int i = 0; i < ins.operand_count; ++i) differ |= kind_of(record.operands[i]) ^ kind(row->types[i], static_cast<Space>(ins.spaces[i]));
    return !differ;
}

// The row of the last call, where it allows this one, too.
inline const RowInfo& row_of(Core& core, const InstructionInfo& ins, const Record& record) {
    const RowInfo* recent = core.recent[record.opcode];
    bool same = recent && recent->overloads >> record.overload & 1;
    for (int i = 0; same && i < ins.operand_count; ++i) same = recent->types[i] == record.operands[i].dtype;
    return same ? *recent : legal_row(core, ins, record);
}

inline bool traits_differ(const InstructionInfo& ins, const Record& record) {
    int differ = 0;
    for (int i = 1; i < ins.operand_count; ++i) differ |= record.operands[i].trait ^ record.operands[0].trait;
    return differ & trait_tensor;
}

// The mask as lanes; none for an instruction that has no mask.
Lanes lanes_of(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record) {
    const Lanes none{MaskMode::none, {}, record.repeat, 0};
    if (!row.lane_bytes) return none;
    if (static_cast<Overload>(record.overload) == Overload::PLAIN) {
        if (record.repeat > ins.most_repeats)
            throw Fault("REPEAT-001", {{"op", ins.name}, {"repeat", static_cast<std::int32_t>(record.repeat)}, {"low", 0}, {"high", ins.most_repeats}});
        return none;
    }
    const Lanes lanes = resolve(core, ins, record, row.lane_bytes);
    if (row.packed && !lanes.paired()) throw Fault("MASK-006", {{"op", ins.name}});
    return lanes;
}

// The executor of the instruction's form. Each checks the reach of every operand before it changes the first byte.
void execute(Core& core, const InstructionInfo& ins, const RowInfo& row, Record& record, const Lanes& lanes,
             std::span<const std::int64_t> params) {
    switch (ins.executor) {
        case Executor::state: return run_state(*core.state, static_cast<Opcode>(record.opcode), params);
        case Executor::move: return run_move(core, ins, record, params);
        case Executor::tile: return run_tile(core, ins, record, params);
        case Executor::macro: return run_macro(core, ins, row, record, params);
        case Executor::registers:
        case Executor::register_walk: return;  // they have a plan of their own
        case Executor::reduce: return run_reduce(core, ins, row, record, lanes, params);
        case Executor::elementwise:
        case Executor::walk: break;
    }
    if (lanes.mode != MaskMode::none && lanes.empty()) return;
    if (record.flags & SCALAR_TENSOR) load_scalar(core, ins, row, record);
    if (ins.executor == Executor::walk) Walk(core, ins, row, record, &lanes, params).run();
    else run_elementwise(core, ins, row, record, lanes, params.data());
}

// 2. Flags, scalar range, stride fields.
inline void check_call(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record,
                       std::span<const std::int64_t> params) {
    if (record.flags & ~SET_MASK) check_flags(core, ins, record.flags);
    if (row.round_modes) check_round_mode(core, ins, row, params);
    if (ins.ranged && ins.scalars && !(record.flags & SCALAR_TENSOR)) check_scalar(core, ins, row, record.scalars[0]);
    if (ins.block_bits) check_strides(core, ins, record);
    if (ins.group != Group::none) check_results(core, ins, record, params);
}

// Out of line: what the commonest calls do not need, they do not make room for.
[[gnu::noinline]] void the_long_way(Core& core, const InstructionInfo& ins, const RowInfo& row, Record& record,
                                    std::span<const std::int64_t> params) {
    check_call(core, ins, row, record, params);

    // 3. The mask becomes lanes.
    const Lanes lanes = lanes_of(core, ins, row, record);

    // 4. Every operand's reach is checked, and 5. the executor runs. Then MASK and the mode are left as the chip leaves them.
    execute(core, ins, row, record, lanes, params);
    leave_behind(core, ins, lanes);
    ++core.issued[record.opcode];
    if (core.listener) [[unlikely]] tell(core, ins, record, lanes, params.data());
}

}  // namespace
}  // namespace LANEWISE_EYE

template <>
void issue_as<hears>(Core& core, Record& record, const std::int64_t* payload) {
    const InstructionInfo& ins = instructions[record.opcode];
    if (!runs(core, ins, record)) [[unlikely]] return;
    if constexpr (hears) {
        core.touches.clear();
        core.listener->before(core, record, payload);
    }
    const std::span<const std::int64_t> params(payload, record.payload_count);

    // 1. The row: chip, element types and overload, and the mode.
    const RowInfo* recent = core.recent[record.opcode];
    const bool usual = follows(recent, ins, record);
    const RowInfo& row = usual ? *recent : row_of(core, ins, record);
    if (!usual && traits_differ(ins, record)) [[unlikely]] check_traits(ins, record);
    if (row.modes) check_mode(core, ins, row, params);

    // Registers have no lanes and leave nothing behind; the commonest calls on memory take one step instead of the rest.
    const bool on_registers = ins.executor == Executor::registers || ins.executor == Executor::register_walk;
    if (on_registers) {
        check_call(core, ins, row, record, params);
        if (!usual) check_places(ins, record);
        run_registers(core, ins, row, record, params);
    } else if (ins.executor != Executor::elementwise || !run_straight(core, ins, row, record, params)) {
        return the_long_way(core, ins, row, record, params);
    }
    ++core.issued[record.opcode];
    // Silent forms of registers run for a listener who need not hear of them; one without an operand is a barrier.
    if (core.listener && (hears || !on_registers || !ins.operand_count || !core.short_between)) [[unlikely]] {
        const Lanes none{MaskMode::none, {}, record.repeat, 0};
        tell(core, ins, record, on_registers ? none : resolve(core, ins, record, row.lane_bytes), payload);
    }
}

}  // namespace lanewise
