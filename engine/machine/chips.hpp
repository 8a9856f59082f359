// The chips that the engine has been told about. It knows none by itself.
#pragma once

#include "isa.hpp"
#include "lanewise/shared/abi.h"

namespace lanewise {

// What a chip is, for as long as the process lasts; its name finds it from now on. Throws std::invalid_argument where it was made
// for another engine.
const Rules& know_chip(const lw_chip& told);

// The chip of that name that was told last; null when there is none.
const Rules* find_chip(const char* name);

}  // namespace lanewise
