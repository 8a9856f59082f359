// The move form: runs of a layout between GM and UB, all checked before the first byte moves.
#pragma once

#include <span>

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The memory of an operand, from its address on; bytes first..end-1 are inside.
Window reach(Core& core, const InstructionInfo& ins, const Record& record, int operand, std::int64_t first, std::int64_t end, bool writes);

void run_move(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
