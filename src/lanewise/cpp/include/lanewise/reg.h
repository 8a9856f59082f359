// The register interface of ascend950: AscendC::Reg, also called AscendC::MicroAPI.
#pragma once

#include "lanewise/reg/address.h"
#include "lanewise/reg/arithmetic.h"
#include "lanewise/reg/call.h"
#include "lanewise/reg/cast.h"
#include "lanewise/reg/compare.h"
#include "lanewise/reg/fill.h"
#include "lanewise/reg/gather.h"
#include "lanewise/reg/load.h"
#include "lanewise/reg/mask.h"
#include "lanewise/reg/permute.h"
#include "lanewise/reg/reduce.h"
#include "lanewise/reg/squeeze.h"
#include "lanewise/reg/store.h"
#include "lanewise/reg/types.h"
#include "lanewise/reg/unaligned.h"
