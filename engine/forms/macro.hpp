// The macro form: a function of the high-level library. Its body (engine/library) reads and writes through this one accessor.
#pragma once

#include <span>

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

void run_macro(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
