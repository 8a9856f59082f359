#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingClipByTensors(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::StorageShape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const bool low = context->GetOptionalInputShape(1) != nullptr;
    const bool high = context->GetOptionalInputShape(2) != nullptr;
    OP_CHECK_IF(!low && !high, OP_LOGE(context->GetNodeName(), "min and max are both missing"), return ge::GRAPH_FAILED);
    context->SetTilingKey((low ? 1 : 0) + (high ? 2 : 0));
    return Ops::Own::FillFlat(context, x->GetStorageShape().GetShapeSize(), data);
}
IMPL_OP_OPTILING(ClipByTensors).Tiling(TilingClipByTensors).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
