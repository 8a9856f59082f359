// Walks that only move bits care for the width of an element, not for its type.
#pragma once

#include <cstdint>

#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// Calls run with an unsigned integer of the operand's width.
template <class Run>
void by_width(int bytes, Run run) {
    switch (bytes) {
        case 1: return run(std::uint8_t{});
        case 2: return run(std::uint16_t{});
        case 4: return run(std::uint32_t{});
        default: return run(std::uint64_t{});
    }
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
