// Functions of threads (SIMT), and all that they call.
#pragma once

#include "lanewise/ascend/kernel.h"
#include "lanewise/ascend/simt/bessel.h"
#include "lanewise/ascend/simt/bytes.h"
#include "lanewise/ascend/simt/call.h"
#include "lanewise/ascend/simt/constants.h"
#include "lanewise/ascend/simt/convert.h"
#include "lanewise/ascend/simt/groups.h"
#include "lanewise/ascend/simt/halves.h"
#include "lanewise/ascend/simt/index.h"
#include "lanewise/ascend/simt/integers.h"
#include "lanewise/ascend/simt/math.h"
#include "lanewise/ascend/simt/meet.h"
#include "lanewise/ascend/simt/memory.h"
#include "lanewise/ascend/simt/ascendc_names.h"
#include "lanewise/ascend/simt/spaces.h"
#include "lanewise/ascend/simt/vectors.h"
