// All vector instructions and data moves of the memory-based interface.
#pragma once

#include "lanewise/instructions/atomics.h"
#include "lanewise/instructions/calls.h"
#include "lanewise/instructions/casts.h"
#include "lanewise/instructions/layouts.h"
#include "lanewise/instructions/moves.h"
#include "lanewise/instructions/reductions.h"
#include "lanewise/instructions/selections.h"
#include "lanewise/instructions/states.h"
