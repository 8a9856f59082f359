// The device side of Ascend C, and what its headers bring along.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "lanewise/allocator.h"
#include "lanewise/launch.h"
#include "lanewise/pipe.h"
#include "lanewise/securec.h"
#include "lanewise/sync.h"
#include "lanewise/instructions.h"
#include "lanewise/older.h"
#include "lanewise/spill.h"
#include "lanewise/utils.h"
#if LANEWISE_HAS_REGISTERS
#include "lanewise/reg.h"
#endif
#include "lanewise/debug.h"
#include "lanewise/library.h"
