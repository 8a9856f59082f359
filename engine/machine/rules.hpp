// What a call must satisfy before anything happens: the same rules, in the same order, as the definition engine's.
#pragma once

#include <span>

#include "machine/lanes.hpp"

namespace lanewise {

// The pipe that runs an instruction.
inline std::uint8_t pipe_of(const InstructionInfo& ins, const Record& record) {
    if (ins.pipe != moving_pipe) return ins.pipe;
    const int source = ins.operand_count > 1;
    return static_cast<std::uint8_t>(movers[record.operands[source].space][record.operands[0].space]);
}

// Whether a way between memories exists on the chip.
inline bool leads(const Rules& rules, int from, int to) {
    if (movers[from][to] < 0) return false;
    const auto source = static_cast<Space>(from), target = static_cast<Space>(to);
    const bool direct = source == Space::gm ? target == Space::left || target == Space::right : source == Space::staging && target == Space::gm;
    return !direct || rules.direct_ways == direct_ways_all;
}

// Whether an instruction has any effect here: code for another kind of core has none. What others of the group lend is where moves end that
// begin in a memory of the core's own.
inline bool runs(const Core& core, const InstructionInfo& ins, const Record& record) {
    if (ins.pipe != moving_pipe) return core.pipes >> ins.pipe & 1;
    for (int i = 0; i < ins.operand_count; ++i)
        if (const auto space = static_cast<Space>(record.operands[i].space); on_core(space) && !core.memory(space).size) return false;
    if (!core.lent) return true;
    const auto from = static_cast<Space>(record.operands[ins.operand_count - 1].space);
    bool reaches = false;
    for (int i = 0; i < ins.operand_count; ++i) reaches |= core.lends(static_cast<Space>(record.operands[i].space));
    return !reaches || (on_core(from) && !core.lends(from));
}

// The row that allows these types in this overload on this chip; the core keeps it for the next call.
const RowInfo& legal_row(Core& core, const InstructionInfo& ins, const Record& record);

// TensorTrait tensors and plain ones do not meet in one call.
void check_traits(const InstructionInfo& ins, const Record& record);

// The first parameter must be a mode that the row has.
void check_mode(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::span<const std::int64_t> params);

void check_flags(const Core& core, const InstructionInfo& ins, std::uint32_t flags);
void check_round_mode(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::span<const std::int64_t> params);
void check_scalar(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::uint64_t bits);
void check_strides(const Core& core, const InstructionInfo& ins, const Record& record);
// What the chip says about the order of a reduction's results and about a destination stride of 0.
void check_results(const Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params);

// An operand in a memory of the core, where the instruction wants it, that is touched up to `last` bytes after its start.
void check_touch_slowly(const Core& core, const InstructionInfo& ins, const Record& record, int operand, std::uint64_t last, int align);
inline void check_touch(const Core& core, const InstructionInfo& ins, const Record& record, int operand, std::uint64_t last, int align = 0) {
    const Operand& o = record.operands[operand];
    const auto space = static_cast<Space>(ins.spaces[operand]);
    if (o.space == ins.spaces[operand] && on_core(space)) [[likely]] {  // as nearly always
        const std::uint64_t unit = align ? static_cast<std::uint64_t>(align) : info_of(space).align, size = core.memory(space).size;
        if (!(o.address & (unit - 1)) && last <= o.extent && o.address <= size && last <= size - o.address) [[likely]] return;
    }
    check_touch_slowly(core, ins, record, operand, last, align);
}
void check_place(const InstructionInfo& ins, const Record& record, int operand);

// Bytes of a memory of the core from an aligned address on, called `name` in messages; 0: aligned as all of its tensors are.
void check_inside(const Core& core, const InstructionInfo& ins, const char* name, Space space, std::uint64_t address, std::uint64_t last,
                  int align = 0);
// That a memory has no such bytes.
[[noreturn]] void outside(const Core& core, const InstructionInfo& ins, const char* name, Space space, std::uint64_t first, std::uint64_t end);

}  // namespace lanewise
