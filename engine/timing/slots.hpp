// Cores of AI Engines: what operations ask of issue slots and ports, how long their results wait for each other, and loops as they
// are written.
//
// A core starts one multiplication, two loads and one store a cycle, so a kernel takes at least as long as the slot that it uses most.
// An operation starts when what it takes is there. Of latencies only documented ones are in the least time, and a cycle for each
// other, since no result is there in the cycle in which its operation starts. Single numbers between vectors leave no record, so a
// chain through them ends there: what comes out is never too long.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lanewise/shared/aie/issued.h"
#include "slot_numbers.hpp"

namespace lanewise::timing {

// Null where nothing is published for the generation.
const SlotNumbers* slots_of(const char* generation);

using Uses = std::span<const aie::issued>;

// What the records of a call ask of units and ports, those that stand for later operations included.
SlotCounts slot_counts(Uses uses);

struct SlotTime {
    std::array<double, slot_units> units{};     // cycles that each is asked for; its chain is that of the counts
    double first = 0;                           // the latency of the first load, where it is documented
    double path = 0;                            // until the last operation has started, if only results hold it
    double cycles = 0;                          // the least
    double as_written = 0;
    std::vector<SlotFact> behind;               // the numbers that the unit which decides has its cycles from
    std::int64_t small_floats = 0, floats = 0;  // products that have no rate
};
SlotTime slot_time(const SlotNumbers& numbers, const SlotCounts& counts, Uses uses);

}  // namespace lanewise::timing
