#include "register/op_impl_registry.h"
#include "log/log.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const gert::Shape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    *context->GetOutputShape(0) = *x;
    for (size_t i = 1; i <= 1; ++i) {
        *context->GetOutputShape(i) = *x;
        context->GetOutputShape(i)->SetDim(x->GetDimNum() - 1, 1);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(GemmaNormCustom).InferShape(InferShape);
} // namespace ops
