// Picks the kernels for the machine: the best level it can run, or the one LANEWISE_CPU names; a Fault where it has no such.
#pragma once

#include <string>
#include <vector>

#include "isa.hpp"

namespace lanewise {

const Level& chosen_level();
std::vector<std::string> usable_levels();
std::vector<std::string> built_levels();  // those that need another machine, too

}  // namespace lanewise
