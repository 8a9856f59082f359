// Registers of ascend950: functions of vector functions. Results come first, the mask last; lanes outside the mask become zero.
#pragma once

#include "lanewise/ascend/reg.h"

#include "lanewise/ascend/c_api/reg_types.h"

#include "lanewise/ascend/c_api/reg_arithmetic.h"
#include "lanewise/ascend/c_api/reg_gather.h"
#include "lanewise/ascend/c_api/reg_load.h"
#include "lanewise/ascend/c_api/reg_mask.h"
#include "lanewise/ascend/c_api/reg_store.h"
#include "lanewise/ascend/c_api/reg_stream.h"

#undef LANEWISE_C_SYNC
