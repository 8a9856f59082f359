// What stands between ports beside kernels: buffers with an order of their own, packets, memory of the host.
#pragma once

#include "graph/schedule.hpp"
#include "graph/wiring.hpp"

namespace lanewise::graph {

// For nodes that were wired and have none yet.
void add_movers(const std::map<int, std::int64_t>& repetitions);
void run_memories(const std::vector<Node*>& nodes, std::int64_t iterations);

}  // namespace lanewise::graph
