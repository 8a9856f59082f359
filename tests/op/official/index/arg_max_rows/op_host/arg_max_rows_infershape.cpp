#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    gert::Shape* y = context->GetOutputShape(0);
    *y = *context->GetInputShape(0);
    y->SetDimNum(y->GetDimNum() - 1);
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus InferDataType(gert::InferDataTypeContext* context)
{
    return context->SetOutputDataType(0, ge::DT_INT32);
}
IMPL_OP_INFERSHAPE(ArgMaxRows).InferShape(InferShape).InferDataType(InferDataType);
} // namespace ops
