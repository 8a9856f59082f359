// The device side of Ascend C, and what its headers bring along.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "lanewise/ascend/allocator.h"
#include "lanewise/ascend/launch.h"
#include "lanewise/ascend/pipe.h"
#include "lanewise/shared/securec.h"
#include "lanewise/ascend/sync.h"
#include "lanewise/ascend/instructions.h"
#include "lanewise/ascend/cube.h"
#include "lanewise/ascend/compiler_functions.h"
#include "lanewise/ascend/compiler_cube_functions.h"
#include "lanewise/ascend/spill.h"
#include "lanewise/ascend/utils.h"
#if LANEWISE_HAS_REGISTERS
#include "lanewise/ascend/reg.h"
#endif
#include "lanewise/ascend/debug.h"
#include "lanewise/ascend/library.h"
