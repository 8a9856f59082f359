// The library of high-level functions.
#pragma once

#include "lanewise/library/ascend_antiquant.h"
#include "lanewise/library/ascend_dequant.h"
#include "lanewise/library/ascend_quant.h"
#include "lanewise/library/earlier.h"
#include "lanewise/library/filter.h"
#include "lanewise/library/functions.h"
#include "lanewise/library/random.h"
#include "lanewise/library/softmax_flash.h"
#include "lanewise/library/sort.h"
#include "lanewise/library/tiling_data.h"
#include "lanewise/library/topk.h"
#include "lanewise/library/transdata.h"
#include "lanewise/library/transform.h"
#include "lanewise/library/transpose.h"
#include "lanewise/library/utilities.h"
