// The register interface of ascend950: AscendC::Reg, also called AscendC::MicroAPI.
#pragma once

#include "lanewise/ascend/reg/call.h"
#include "lanewise/ascend/reg/mask.h"
#include "lanewise/ascend/reg/registers.h"
#include "lanewise/ascend/reg/squeeze.h"
#include "lanewise/ascend/reg/unaligned.h"
