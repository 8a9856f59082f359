// What a call must satisfy before anything happens: the same rules, in the same order, as the definition engine's.
#pragma once

#include "machine/lanes.hpp"

namespace lanewise {

// The row that allows these types in this overload on this chip.
const RowInfo& legal_row(Core& core, const InstructionInfo& ins, const Record& record);

void check_flags(const Core& core, const InstructionInfo& ins, std::uint32_t flags);
void check_mode(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const std::int64_t* params);
void check_scalar(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::uint64_t bits);
void check_strides(const InstructionInfo& ins, const Record& record);

// An operand in UB that is touched up to `last` bytes after its start.
void check_touch(const Core& core, const InstructionInfo& ins, const Record& record, int operand, std::uint64_t last,
                 int align = block_bytes);

}  // namespace lanewise
