// What a graph was made of and how full its links became, for whoever draws it: written at the end, as JSON.
#pragma once

#include <string>

namespace lanewise::graph {

std::string quoted(const std::string& text);  // as JSON has it
void write_levels();

}  // namespace lanewise::graph
