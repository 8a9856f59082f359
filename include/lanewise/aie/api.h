// Everything that aie_api/aie.hpp and adf.h bring: kernels mix the two freely.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

#ifndef __AIE_ARCH__
#error "compile for a chip: lanewise run graph.cpp --chip aie, or lanewise.aie.load(file, chip=...)"
#endif

#include "lanewise/aie/arithmetic.h"
#include "lanewise/aie/compare.h"
#include "lanewise/aie/concepts.h"
#include "lanewise/aie/convert.h"
#include "lanewise/aie/core.h"
#include "lanewise/aie/elementary.h"
#include "lanewise/aie/fft.h"
#include "lanewise/aie/inside.h"
#include "lanewise/aie/iterators.h"
#include "lanewise/aie/locks.h"
#include "lanewise/aie/lookup.h"
#include "lanewise/aie/mmul.h"
#include "lanewise/aie/operators.h"
#include "lanewise/aie/print.h"
#include "lanewise/aie/reshape.h"
#include "lanewise/aie/sliding.h"
#include "lanewise/aie/shifts.h"
#include "lanewise/aie/spellings.h"
#include "lanewise/aie/streams.h"
#include "lanewise/aie/tensors.h"
#include "lanewise/aie/unroll.h"
#ifndef LANEWISE_AIE_NO_VIEWS
#include "lanewise/aie/views.h"
#endif
#include "lanewise/aie/windows.h"
#if !LANEWISE_HAS_LANE_SELECTION
#include "lanewise/aie/buffer_streams.h"
#include "lanewise/aie/sparse.h"
#endif
#include "lanewise/aie/chess.h"
