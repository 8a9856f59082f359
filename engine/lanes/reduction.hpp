// Reductions: how two lanes become one. The kernels arrange the lanes in trees.
#pragma once

#include "lanes/arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

using reduce_repeat_sum = add;
using reduce_repeat_max = max;
using reduce_repeat_min = min;
using reduce_data_block_sum = add;
using reduce_data_block_max = max;
using reduce_data_block_min = min;
using reduce_pair_elem_sum = add;
using reduce_sum = add;
using reduce_max = max;
using reduce_min = min;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
