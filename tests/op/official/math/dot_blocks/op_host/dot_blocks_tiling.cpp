#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
static ge::graphStatus TilingDotBlocks(gert::TilingContext* context)
{
    const ge::graphStatus status = Ops::Own::FillFlat(context, context->GetInputShape(0)->GetStorageShape().GetShapeSize(),
        context->GetTilingData<FlatTilingData>());
    OP_CHECK_IF(status != ge::GRAPH_SUCCESS, OP_LOGE(context, "it cannot be cut"), return status);
    context->GetWorkspaceSizes(1)[0] += context->GetBlockDim() * 32; // a block of memory for the sum of each
    context->SetScheduleMode(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(DotBlocks).Tiling(TilingDotBlocks).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
