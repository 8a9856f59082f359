#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingAxpy(gert::TilingContext* context)
{
    const gert::StorageShape* x = context->GetInputShape(0);
    const gert::StorageShape* y = context->GetInputShape(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    OP_CHECK_NULL_WITH_CONTEXT(context, y);
    OP_CHECK_IF(x->GetStorageShape() != y->GetStorageShape(),
        OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(context->GetNodeName(), "x, y",
            Ops::Base::ToString(x->GetStorageShape()) + ", " + Ops::Base::ToString(y->GetStorageShape()), "they differ"),
        return ge::GRAPH_FAILED);
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->scalar = *context->GetAttrs()->GetFloat(0);
    return Ops::Own::FillFlat(context, x->GetShape().GetShapeSize(), data);
}
IMPL_OP_OPTILING(AxpyCustom).Tiling(TilingAxpy).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
