#include "register/op_impl_registry.h"

namespace ops {
static ge::graphStatus InferShapeGatherSimt(gert::InferShapeContext* context)
{
    const auto* x = context->GetInputShape(0);
    const auto* indices = context->GetInputShape(1);
    auto* y = context->GetOutputShape(0);
    const size_t axis = static_cast<size_t>(*context->GetAttrs()->GetAttrPointer<int64_t>(0));
    y->SetDimNum(0);
    for (size_t i = 0; i < axis; ++i) y->AppendDim(x->GetDim(i));
    for (size_t i = 0; i < indices->GetDimNum(); ++i) y->AppendDim(indices->GetDim(i));
    for (size_t i = axis + 1; i < x->GetDimNum(); ++i) y->AppendDim(x->GetDim(i));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(GatherSimt).InferShape(InferShapeGatherSimt);
} // namespace ops
