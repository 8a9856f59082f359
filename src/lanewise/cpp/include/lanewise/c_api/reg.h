// Registers of ascend950: functions of vector functions. Results come first, the mask last; lanes outside the mask become zero.
#pragma once

#include "lanewise/reg.h"

#include "lanewise/c_api/reg_types.h"

#include "lanewise/c_api/reg_arithmetic.h"
#include "lanewise/c_api/reg_gather.h"
#include "lanewise/c_api/reg_load.h"
#include "lanewise/c_api/reg_mask.h"
#include "lanewise/c_api/reg_store.h"
#include "lanewise/c_api/reg_stream.h"

#undef LANEWISE_C_SYNC
