#pragma once
#include "register/op_impl_registry.h"
#include "log/log.h"
#include "norm/norm_common/op_kernel/norm_tiling_data.h"

namespace NormCommon {
// Rows of x by the length of gamma; how many cores there are is asked of the platform.
ge::graphStatus TileRows(gert::TilingContext* context, size_t gamma, float epsilon, NormTilingData* data);
} // namespace NormCommon
