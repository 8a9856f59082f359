// What stands in front of every source of an operator's host side. The driver precompiles it.
//
// Headers that host and kernel share ask the preprocessor which side they are on: the chip's own macros are not left defined.
#pragma once

#define __NPU_ARCH__ LANEWISE_ARCH

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "lanewise/op/registry.h"
#include "lanewise/host/tiling_structs.h"

#undef __NPU_ARCH__
