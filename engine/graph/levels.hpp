// What a graph was made of and how full its links became, for whoever draws it: written at the end, as JSON.
#pragma once

namespace lanewise::graph {

void write_levels();

}  // namespace lanewise::graph
