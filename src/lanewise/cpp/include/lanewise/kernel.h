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
#include "lanewise/sync.h"
#include "lanewise/instructions.h"
#include "lanewise/spill.h"
#if __has_include("lanewise/utils.h")
#include "lanewise/utils.h"
#endif
#if __has_include("lanewise/debug.h")
#include "lanewise/debug.h"
#endif
#if __has_include("lanewise/library.h")
#include "lanewise/library.h"
#endif
