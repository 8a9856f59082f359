// How instructions on registers are run.
#pragma once

#include "machine/call_plan.hpp"
#include "registers/walk.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// Every operand must be where the instruction takes it from.
void check_places(const InstructionInfo& ins, const Record& record);

// What a row decides for instructions whose lane function runs over whole registers. False: they have no fast path (between.hpp).
bool way_between(const Core& core, const InstructionInfo& ins, const RowInfo& row, CallPlan& plan);

void run_registers(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
