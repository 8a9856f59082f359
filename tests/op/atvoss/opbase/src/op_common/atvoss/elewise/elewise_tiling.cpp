#include "atvoss/elewise/elewise_tiling.h"
#include "op_common/log/log.h"

namespace Ops { namespace Base {
ge::graphStatus ElewiseBaseTiling::Cut(EleBaseTilingData16B& data, int64_t buffers, int64_t bytes)
{
    const gert::StorageShape* x = context_->GetInputShape(0);
    OP_CHECK_IF(x == nullptr, OP_LOGE(context_, "x has no shape"), return ge::GRAPH_FAILED);
    OP_CHECK_IF(context_->InputIsView(0) || context_->GetInputStride(0) != nullptr, OP_LOGE(context_, "x is a view"), return ge::GRAPH_FAILED);
    data.dim0 = x->GetShape().GetShapeSize();
    data.ubFormer = static_cast<int32_t>(GetUbSize(context_) / (buffers * bytes) / 64 * 64 / 16);
    data.coreNum = static_cast<int32_t>(CeilDiv<int64_t>(data.dim0, data.ubFormer));
    blocks_ = data.coreNum;
    return ge::GRAPH_SUCCESS;
}
} }
