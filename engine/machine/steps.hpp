// Records of steps that are no instructions, one after another: few of their fields differ.
#pragma once

#include <cstddef>

#include "isa.hpp"
#include "lanewise/generated/layouts.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise {

// As step_record() makes it, of a record that was one of another step.
void become_step(Record& record, Opcode op, std::size_t params);

}  // namespace lanewise
