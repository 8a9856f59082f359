// How much scratch every library function asks for.
#pragma once

#include "lanewise/operator/host/sizes_arrange.h"
#include "lanewise/operator/host/sizes_math.h"
#include "lanewise/operator/host/sizes_normal.h"
