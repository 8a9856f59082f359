// The library of high-level functions.
#pragma once

#include "lanewise/ascend/library/ascend_antiquant.h"
#include "lanewise/ascend/library/ascend_dequant.h"
#include "lanewise/ascend/library/ascend_quant.h"
#include "lanewise/ascend/library/earlier.h"
#include "lanewise/ascend/library/filter.h"
#include "lanewise/ascend/library/functions.h"
#include "lanewise/ascend/library/random.h"
#include "lanewise/ascend/library/softmax_flash.h"
#include "lanewise/ascend/library/sort.h"
#include "lanewise/ascend/library/tiling_data.h"
#include "lanewise/ascend/library/topk.h"
#include "lanewise/ascend/library/transdata.h"
#include "lanewise/ascend/library/transform.h"
#include "lanewise/ascend/library/transpose.h"
#include "lanewise/ascend/library/utilities.h"
