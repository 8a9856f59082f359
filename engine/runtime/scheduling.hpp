// The schedule of compiled programs: LANEWISE_SCHEDULE says which (schedule/plan.hpp).
#pragma once

#include <optional>

#include "machine/core.hpp"

namespace lanewise::runtime {

struct Block;

// A block begins: it has a schedule where somebody asked for one.
void begin_schedule(Block& block);
// The kernel's own code is about to touch memory, or what vector instructions leave in the core's registers.
void wait_for(Block& block, Space space, std::uint64_t address);
void wait_for_results(Block& block);
// What decides the order of warps; none: they go as they are numbered.
std::optional<std::uint64_t> scheduling_seed();
// Everything that the block has issued has happened.
void settle(Block& block);

}  // namespace lanewise::runtime
