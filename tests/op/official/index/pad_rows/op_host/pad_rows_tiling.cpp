#include "log/log.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/pad_rows_tiling_data.h"

namespace optiling {
static ge::graphStatus TilingPadRows(gert::TilingContext* context)
{
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    const int64_t* pads = context->GetAttrs()->GetListInt(0)->GetData();
    auto* data = context->GetTilingData<PadRowsTilingData>();
    data->width = static_cast<uint32_t>(x.GetDim(x.GetDimNum() - 1));
    data->rows = static_cast<uint32_t>(x.GetShapeSize() / data->width);
    data->left = static_cast<uint32_t>(pads[0]);
    data->right = static_cast<uint32_t>(pads[1]);
    data->value = *context->GetAttrs()->GetFloat(1);
    OP_CHECK_IF(data->left > 7, OP_LOGE_FOR_INVALID_VALUE(context, "pads", std::to_string(data->left), "at most 7 on the left"), return ge::GRAPH_FAILED);
    context->SetBlockDim(std::min(data->rows, Ops::Base::GetAivCoreNum(context)));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(PadRows).Tiling(TilingPadRows);
} // namespace optiling
