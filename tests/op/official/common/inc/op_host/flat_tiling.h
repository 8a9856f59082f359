#pragma once
#include "register/op_impl_registry.h"
#include "op_host/tiling_base_class.h"
#include "../op_kernel/flat_tiling_data.h"

namespace Ops::Own {
ge::graphStatus ParseCommon(gert::TilingParseContext* context);
// Cuts that many elements into pieces for the cores, and says how many there are.
ge::graphStatus FillFlat(gert::TilingContext* context, int64_t total, FlatTilingData* data);
} // namespace Ops::Own
