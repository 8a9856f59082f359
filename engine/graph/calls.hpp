// What calls of kernels asked of their cores and moved over their links, for whoever says how long a graph takes: calls that
// asked for the same are one kind, whose records are kept once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "graph/library.hpp"

namespace lanewise::graph {

using Moved = std::vector<std::pair<std::size_t, std::uint64_t>>;  // the number of a link, and bytes

bool notes_calls();
void note_call(const Node& kernel, const Loaded& loaded, const Moved& moved);
void keep_calls();  // all that was noted is in its file

}  // namespace lanewise::graph
