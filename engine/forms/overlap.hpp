// Strict mode: sources and destinations coincide or stay apart, in a repeat and between repeats.
#pragma once

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

void refuse_overlap(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
