// How much scratch every library function asks for.
#pragma once

#include "lanewise/host/sizes_arrange.h"
#include "lanewise/host/sizes_math.h"
#include "lanewise/host/sizes_normal.h"
