// The cube core: moves into its memories, products, and results on their way out.
#pragma once

#include "lanewise/ascend/cube/array.h"
#include "lanewise/ascend/cube/store.h"
