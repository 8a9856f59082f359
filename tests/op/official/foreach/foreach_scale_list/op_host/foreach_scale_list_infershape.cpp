#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    for (size_t i = 0; i < context->GetIrInputInstanceInfo(0)->GetInstanceNum(); ++i) {
        *context->GetDynamicOutputShape(0, i) = *context->GetDynamicInputShape(0, i);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(ForeachScaleList).InferShape(InferShape);
} // namespace ops
