// All vector instructions and data moves of the memory-based interface.
#pragma once

#include "lanewise/ascend/instructions/atomics.h"
#include "lanewise/ascend/instructions/calls.h"
#include "lanewise/ascend/instructions/casts.h"
#include "lanewise/ascend/instructions/layouts.h"
#include "lanewise/ascend/instructions/moves.h"
#include "lanewise/ascend/instructions/reductions.h"
#include "lanewise/ascend/instructions/selections.h"
#include "lanewise/ascend/instructions/states.h"
