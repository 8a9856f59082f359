// The device that the program was built for.
#pragma once

#include <cstdint>

#include "isa.hpp"

namespace lanewise::runtime {

const Rules& device();

// Vector cores, or cube cores in the chip's own proportion: as many as the user says, else as the chip has.
std::uint32_t cores_of(const Rules& chip, bool cube);

}  // namespace lanewise::runtime
