// The chip that the program is compiled for: what its file says, as macros and, for the runtime, as data.
#pragma once

#include "lanewise/shared/abi.h"

// The driver names the file, which src/lanewise/chips/header.py makes of the chip's own one.
#include LANEWISE_CHIP_FILE

namespace lanewise {

// Not inline: those are one for the whole process, and Python loads kernels for different chips.
constexpr std::uint64_t chip_numbers[] = {LANEWISE_CHIP_NUMBERS};
constexpr lw_chip chip{LANEWISE_CHIP_TEXTS, chip_numbers, sizeof chip_numbers / sizeof *chip_numbers};

}  // namespace lanewise
