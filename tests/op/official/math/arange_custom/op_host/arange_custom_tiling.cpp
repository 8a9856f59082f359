#include "log/log.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/arange_custom_tiling_data.h"

namespace optiling {
static ge::graphStatus TilingArange(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<ArangeCustomNs::TilingData>();
    data->start = *context->GetInputTensor(0)->GetData<float>();
    data->delta = *context->GetInputTensor(2)->GetData<float>();
    data->count = static_cast<uint32_t>(context->GetOutputShape(0)->GetStorageShape().GetShapeSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ArangeCustom).Tiling(TilingArange).TilingInputsDataDependency({0, 1, 2});
} // namespace optiling
