#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingFillDims(gert::TilingContext* context)
{
    const gert::StorageShape* y = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, y);
    return Ops::Own::FillFlat(context, y->GetStorageShape().GetShapeSize(), context->GetTilingData<FlatTilingData>());
}
IMPL_OP_OPTILING(FillDims).Tiling(TilingFillDims).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
