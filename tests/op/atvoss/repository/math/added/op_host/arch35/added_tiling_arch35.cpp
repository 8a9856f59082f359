#include "op_common/atvoss/broadcast/broadcast_tiling.h"
#include "op_host/infershape_broadcast_util.h"
#include "log/log.h"

namespace optiling {
static ge::graphStatus TilingAdded(gert::TilingContext* context)
{
    Ops::Base::BroadcastBaseTiling<Ops::Base::DAGSch<Ops::Base::Vec::Square<float>>> tiling(context);
    OP_CHECK_IF(tiling.DoTiling() != ge::GRAPH_SUCCESS, OP_LOGE(context, "no tiling"), return ge::GRAPH_FAILED);
    context->SetTilingKey(tiling.GetSchMode());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Added).Tiling(TilingAdded);
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    return Ops::Base::InferShape4Broadcast(context);
}
IMPL_OP_INFERSHAPE(Added).InferShape(InferShape);
} // namespace optiling
