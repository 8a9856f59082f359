// Where the memories of a block's core are, for rules that look at what they hold.
#pragma once

#include <cstdint>

#include "lanewise/generated/cores.hpp"

namespace lanewise::check {

struct Memories {
    const std::uint8_t* start[memory_count] = {};  // null: its core has none such

    const std::uint8_t* at(Space space, std::uint64_t address) const { return start[static_cast<int>(space)] + address; }
};

}  // namespace lanewise::check
