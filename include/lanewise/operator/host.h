// What stands in front of every source of an operator's host side. The driver precompiles it.
//
// Headers that host and kernel share ask the preprocessor which side they are on: the vendor's macros for the chip are not defined.
#pragma once

// Sources count on what the vendor's headers bring along.
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#ifdef LANEWISE_LOGS  // for sources that use them and include no header that has them (op/host.py)
#include "lanewise/operator/log.h"
#endif
#include "lanewise/operator/registry.h"
#include "lanewise/ascend/tiling/structs.h"
