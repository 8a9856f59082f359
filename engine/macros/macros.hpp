// The functions of the high-level library, one for each record of isa/ascend_lib.
#pragma once

#include "macros/macro.hpp"

namespace lanewise::macros {

#include "macro_names.inc"

// dst = function(sources) for each element: tensors, or numbers among the parameters.
void map(Macro& m, Elementary function);

}  // namespace lanewise::macros
