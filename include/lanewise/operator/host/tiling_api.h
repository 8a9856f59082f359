// The host side of the library: shapes, scratch sizes, tilings.
#pragma once

#include "lanewise/operator/host/matmul_tiling.h"
#include "lanewise/operator/host/tilings.h"
