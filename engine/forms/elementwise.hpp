// The elementwise form: lane k of every source makes lane k of the destination. It owns addresses, masks, repeats and tails.
#pragma once

#include "machine/rules.hpp"
#include "stream/window.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The commonest calls on their short way: a count, or repeats without gaps under a mask; nothing special and nothing
// wrong. False: the long way, which says what is wrong.
bool run_straight(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record);

void run_elementwise(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                     const std::int64_t* params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
