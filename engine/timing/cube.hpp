// What the pipes of a cube unit take: products (M), loads into its matrices (MTE1) and what leaves it (FIX).
#pragma once

#include "timing/vector.hpp"

namespace lanewise::timing {

// `hf32`: float operands of products are cut to HF32, which is faster where that is known.
Cost cube_cost(const Numbers& numbers, const Rules& chip, const Record& record, const std::int64_t* payload, bool hf32);

}  // namespace lanewise::timing
