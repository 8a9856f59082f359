#include "log/log.h"
#include "register/op_impl_registry.h"
#include "foreach/foreach_utils/op_kernel/foreach_tiling_data.h"

// Every operator on lists is cut up alike.
namespace optiling {
static ge::graphStatus TilingForeach(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<ForeachTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->count = static_cast<uint32_t>(context->GetIrInputInstanceInfo(0)->GetInstanceNum());
    OP_CHECK_IF(data->count > MAX_TENSORS,
        OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(context->GetNodeName(), "x", std::to_string(data->count), "there is room for 16"),
        return ge::GRAPH_FAILED);
    for (uint32_t i = 0; i < data->count; ++i) {
        data->sizes[i] = context->GetDynamicInputShape(0, i)->GetStorageShape().GetShapeSize();
    }
    context->SetBlockDim(data->count);
    return ge::GRAPH_SUCCESS;
}
#define FOREACH_OPTILING(Type) IMPL_OP_OPTILING(Type).Tiling(TilingForeach)
FOREACH_OPTILING(ForeachScaleList);
FOREACH_OPTILING(ForeachSubList);
} // namespace optiling
