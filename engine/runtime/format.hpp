// C's printf over values that know their kind, so that a wrong conversion never reads garbage.
#pragma once

#include <string>

#include "lanewise/shared/abi.h"

namespace lanewise::runtime {

std::string format(const char* text, const lw_value* values, int count, int* wanted = nullptr);

}  // namespace lanewise::runtime
