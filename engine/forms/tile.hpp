// The tile form: operands in fractals become dense matrices, and their product becomes fractals again.
#pragma once

#include <span>

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

void run_tile(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
