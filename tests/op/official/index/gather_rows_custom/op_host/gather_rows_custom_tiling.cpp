#include "log/log.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/gather_rows_custom_struct.h"

namespace optiling {
static ge::graphStatus TilingGatherRows(gert::TilingContext* context)
{
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    auto* data = context->GetTilingData<GatherRowsTilingData>();
    data->rows = static_cast<uint32_t>(x.GetDim(0));
    data->width = static_cast<uint32_t>(x.GetShapeSize() / x.GetDim(0));
    data->picked = static_cast<uint32_t>(context->GetInputShape(1)->GetStorageShape().GetShapeSize());
    context->SetBlockDim(std::min(data->picked, Ops::Base::GetAivCoreNum(context)));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(GatherRowsCustom).Tiling(TilingGatherRows);
} // namespace optiling
