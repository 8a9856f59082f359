#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const size_t count = context->GetIrInputInstanceInfo(0)->GetInstanceNum();
    gert::Shape* y = context->GetOutputShape(0);
    *y = *context->GetDynamicInputShape(0, 0);
    for (size_t i = 1; i < count; ++i) {
        y->SetDim(0, y->GetDim(0) + context->GetDynamicInputShape(0, i)->GetDim(0));
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(ConcatRows).InferShape(InferShape);
} // namespace ops
