#include "log/log.h"
#include "op_host/flat_tiling.h"
#include "../op_kernel/leaky_key_tiling_key.h"

namespace optiling {
static ge::graphStatus TilingLeakyKey(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::StorageShape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const std::string mode = context->GetAttrs()->GetStr(1);
    OP_CHECK_IF(mode != "leaky" && mode != "relu",
        OP_LOGE_WITH_INVALID_ATTR(context->GetNodeName(), "mode", mode, "leaky or relu"), return ge::GRAPH_FAILED);
    const float slope = *context->GetAttrs()->GetFloat(0);
    data->scalar = slope < 0 ? -slope : slope;
    context->SetTilingKey(GET_TPL_TILING_KEY(static_cast<uint64_t>(mode == "relu" ? LEAKY_MODE_PLAIN : LEAKY_MODE_LEAKY), slope < 0));
    return Ops::Own::FillFlat(context, x->GetStorageShape().GetShapeSize(), data);
}
IMPL_OP_OPTILING(LeakyKey).Tiling(TilingLeakyKey).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
