// The bank conflicts of a launch: which uses of memory collide, what to change, and what the launch would take then.
#pragma once

#include <string>
#include <vector>

#include "timing/model.hpp"

namespace lanewise::timing {

inline constexpr std::int64_t replayed = 100'000;  // records, up to which a launch is replayed to see what a change would bring

// What is left of a block that has ended.
struct Ended {
    std::vector<Use> uses;
    std::vector<Row> rows;  // empty where they were not kept
    std::uint64_t records;
};

// The costliest ones as JSON, a list: src/lanewise/timing/tables.py shows it.
std::string conflicts(const Rules& chip, std::vector<Ended>& blocks);

}  // namespace lanewise::timing
