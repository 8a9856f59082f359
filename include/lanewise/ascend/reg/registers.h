// The calls of instructions on registers, as their records have them.
#pragma once

#include "lanewise/ascend/reg/address.h"
#include "lanewise/ascend/reg/calls.h"
#include "lanewise/ascend/reg/cast.h"

namespace lanewise {

enum class StreamForm : std::int64_t { count = 2, address, squeezed };  // of a store, as the engine numbers them

}  // namespace lanewise

namespace AscendC::Reg {

#include "lanewise/generated/registers.inc"

}  // namespace AscendC::Reg
