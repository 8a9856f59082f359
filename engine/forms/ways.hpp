// Calls whose types the program has said in one number: what the last such call has decided is not decided again. Only where nobody
// hears of instructions. False: nothing has happened, and the long way is to be taken.
#pragma once

#include "machine/core.hpp"

namespace lanewise {

// Between registers, target first: `at` are their addresses, `mask` is a mask register.
bool goes_between(Core& core, Shape shape, std::uint64_t scalar, const std::uint64_t* at, const std::uint8_t* mask);

// 256 bytes from UB into a register, as they lie, and the lowest lanes of a register to UB.
bool goes_in(Core& core, Shape shape, void* to, std::uint64_t address, std::int64_t dist);
bool goes_out(Core& core, Shape shape, std::uint64_t address, const void* from, const std::uint8_t* mask, std::int64_t dist);

// The lowest lanes of a mask register.
bool goes_lowest(Core& core, Shape shape, std::uint8_t* mask, std::int64_t count, std::int64_t pitch);

// On tensors in UB by a count: `at` are addresses and, above 32 bits of those, bytes of the tensors.
bool goes_straight(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at);

// On tensors in UB under a mask.
bool goes_straight(Core& core, Shape shape, const Record& record);

// Keeps what a call has decided that has just gone the long way.
void remember(Core& core, Shape shape);

}  // namespace lanewise
