#include "log/log.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/concat_rows_tiling_data.h"

namespace optiling {
static ge::graphStatus TilingConcatRows(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<ConcatRowsTilingData>();
    const size_t count = context->GetIrInputInstanceInfo(0)->GetInstanceNum();
    OP_CHECK_IF(count > 32, OP_LOGE_FOR_INVALID_TENSORNUM(context->GetNodeName(), "x", std::to_string(count), "at most 32"), return ge::GRAPH_FAILED);
    data->count = static_cast<uint32_t>(count);
    for (size_t i = 0; i < count; ++i) {
        data->sizes[i] = context->GetDynamicInputShape(0, i)->GetStorageShape().GetShapeSize();
    }
    context->SetBlockDim(data->count);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ConcatRows).Tiling(TilingConcatRows);
} // namespace optiling
