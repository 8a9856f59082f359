#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingWhereCustom(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::StorageShape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    return Ops::Own::FillFlat(context, x->GetStorageShape().GetShapeSize(), data);
}
IMPL_OP_OPTILING(WhereCustom).Tiling(TilingWhereCustom).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
