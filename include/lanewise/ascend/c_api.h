// The C interface: functions asc_* on plain pointers and on registers, over the same instructions as AscendC.
//
// Where the chip has registers vector instructions work on them; on the other chips the same names work on pointers into UB.
#pragma once

#include "lanewise/ascend/kernel.h"

#include "lanewise/ascend/c_api/copies.h"
#include "lanewise/ascend/c_api/cube.h"
#include "lanewise/ascend/c_api/scalars.h"
#include "lanewise/ascend/c_api/sync.h"
#include "lanewise/ascend/c_api/system.h"
#include "lanewise/ascend/c_api/whole.h"
#if LANEWISE_HAS_REGISTERS
#include "lanewise/ascend/c_api/reg.h"
#include "lanewise/ascend/c_api/ub_sync.h"
#else
#include "lanewise/ascend/c_api/ub.h"
#endif
