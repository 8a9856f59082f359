// The register interface of ascend950: AscendC::Reg, also called AscendC::MicroAPI.
#pragma once

#include "lanewise/reg/call.h"
#include "lanewise/reg/mask.h"
#include "lanewise/reg/registers.h"
#include "lanewise/reg/squeeze.h"
#include "lanewise/reg/unaligned.h"
