// Scalar functions: what no vector instruction does.
#pragma once

#include "lanewise/ascend/cache.h"
#include "lanewise/ascend/limits.h"
#include "lanewise/ascend/list_tensor.h"
#include "lanewise/ascend/scalar.h"
#include "lanewise/ascend/system.h"
