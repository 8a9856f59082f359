#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingCastCustom(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::StorageShape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const ge::DataType due = static_cast<ge::DataType>(*context->GetAttrs()->GetAttrPointer<int64_t>(0));
    OP_CHECK_IF(context->GetOutputDesc(0)->GetDataType() != due,
        OP_LOGE_FOR_INVALID_DTYPE(context->GetNodeName(), "y", Ops::Base::ToString(context->GetOutputDesc(0)->GetDataType()),
            Ops::Base::ToString(due)), return ge::GRAPH_FAILED);
    return Ops::Own::FillFlat(context, x->GetStorageShape().GetShapeSize(), data);
}
IMPL_OP_OPTILING(CastCustom).Tiling(TilingCastCustom).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
