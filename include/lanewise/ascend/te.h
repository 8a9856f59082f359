// The Tensor API: pointers with a memory, layouts, tensors of the two, and copies and products that read their parameters from layouts.
#pragma once

#include "lanewise/shared/chip.h"

#if LANEWISE_HAS_WIDE_COPIES
#include "lanewise/ascend/te/drain.h"
#undef LANEWISE_PLAIN_TRAIT
#else
#include "lanewise/ascend/te/absent.h"
#endif
