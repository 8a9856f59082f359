// The functions of the high-level library, one for each record of isa/ascend_lib.
#pragma once

#include "library/macro.hpp"

namespace lanewise::library {

#include "macro_names.inc"

// dst = function(sources) for each element: tensors, or numbers among the parameters.
void map(Macro& m, Elementary function);

}  // namespace lanewise::library
