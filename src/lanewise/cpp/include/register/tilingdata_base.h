#pragma once

#include "lanewise/host/shape.h"
#include "lanewise/host/tiling_structs.h"
#include "lanewise/securec.h"
