// The reduce form: lanes of the source become one result per repeat, block or pair, or one for the whole call. It owns
// addresses, masks, repeats, the layout of results and the order in which sums of repeats are added.
#pragma once

#include <span>

#include "access/window.hpp"
#include "machine/rules.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

void run_reduce(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
