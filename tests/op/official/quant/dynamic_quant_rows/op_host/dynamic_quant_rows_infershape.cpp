#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    gert::Shape* scale = context->GetOutputShape(1);
    *scale = *context->GetInputShape(0);
    scale->SetDimNum(scale->GetDimNum() - 1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(DynamicQuantRows).InferShape(InferShape);
} // namespace ops
