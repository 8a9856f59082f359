#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const gert::Shape* x = context->GetInputShape(0);
    gert::Shape* y = context->GetOutputShape(0);
    *y = *context->GetInputShape(1);
    for (size_t i = 1; i < x->GetDimNum(); ++i) {
        y->AppendDim(x->GetDim(i));
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(GatherRowsCustom).InferShape(InferShape);
} // namespace ops
