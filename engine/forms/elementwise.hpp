// The elementwise form: lane k of every source makes lane k of the destination. It owns addresses, masks, repeats and tails.
#pragma once

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// What a row, flags and overload decide for the commonest calls: a count, or repeats without gaps under a mask. False: they are none.
bool plan_straight(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::uint32_t flags, Overload how, CallPlan& plan);

// Such calls on the fast path, where nothing is special and nothing wrong. False: the general path, which says what is wrong.
bool run_straight(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params);

void run_elementwise(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                     const std::int64_t* params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
