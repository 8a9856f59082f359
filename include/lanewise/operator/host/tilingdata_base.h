#pragma once

#include "lanewise/operator/host/shape.h"
#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/shared/securec.h"
