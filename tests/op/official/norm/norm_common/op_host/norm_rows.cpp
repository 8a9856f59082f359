#include "norm/norm_common/op_host/norm_rows.h"
#include "error_util.h"

namespace NormCommon {
ge::graphStatus TileRows(gert::TilingContext* context, size_t gamma, float epsilon, NormTilingData* data)
{
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::StorageShape* x = context->GetInputShape(0);
    const gert::StorageShape* scale = context->GetInputShape(gamma);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    OP_CHECK_NULL_WITH_CONTEXT(context, scale);
    data->width = static_cast<uint32_t>(scale->GetStorageShape().GetShapeSize());
    OP_CHECK_IF(data->width == 0 || data->width % 64 != 0,
        OPS_REPORT(context->GetNodeName(), "rows of %u elements; they must be a multiple of 64", data->width), return ge::GRAPH_FAILED);
    data->rows = static_cast<uint32_t>(x->GetStorageShape().GetShapeSize() / data->width);
    data->epsilon = epsilon;
    context->SetBlockDim(std::min(data->rows, Ops::Base::GetAivCoreNum(context)));
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}
} // namespace NormCommon
