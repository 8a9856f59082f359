#include "register/op_impl_registry.h"
#include "op_host/infershape_broadcast_util.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    return Ops::Base::InferShape4Broadcast(context);
}
IMPL_OP_INFERSHAPE(BroadcastSub).InferShape(InferShape);
} // namespace ops
