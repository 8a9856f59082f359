// Calls of a vector function that happens later than it is called, as far as they are as usual in everything: what they need is kept without a
// record, and done when the turn of the function comes (engine/schedule).
#pragma once

#include <cstdint>

#include "machine/core.hpp"

namespace lanewise {

// What the last call of that shape has decided; null: nothing is known of it.
const CallPlan* plan_later(const Core& core, Shape shape);

// Between registers, target first; `mask` is a mask register. False: the general path, which says what is wrong.
bool lanes_later(const CallPlan& plan, const std::uint8_t* mask, const std::uint8_t* const* registers);
void run_lanes_later(Core& core, const CallPlan& plan, Shape shape, std::uint64_t scalar, const std::uint8_t* mask, std::uint8_t* const* registers);

// Bytes that a store of the lowest lanes writes; 0: the general path.
std::uint32_t store_later(const Core& core, const CallPlan& plan, std::uint64_t address, const std::uint8_t* from, const std::uint8_t* mask, std::int64_t dist);

}  // namespace lanewise
