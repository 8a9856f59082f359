// Scalar functions: what no vector instruction does.
#pragma once

#include "lanewise/cache.h"
#include "lanewise/limits.h"
#include "lanewise/list_tensor.h"
#include "lanewise/scalar.h"
#include "lanewise/system.h"
