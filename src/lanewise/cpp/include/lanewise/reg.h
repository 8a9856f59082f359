// The register interface of ascend950: AscendC::Reg, also called AscendC::MicroAPI.
#pragma once

#include "lanewise/reg/types.h"

#include "lanewise/reg/call.h"
