// What a kernel of an operator sees of element types and formats.
//
// The host's enumerators have the same names as its macros, so everything of ours that spells them comes first.
#pragma once

#include "lanewise/operator/types.h"
#include "kernel_operator.h"

#include "lanewise/generated/kernel_numbers.inc"
