#include "register/op_impl_registry.h"
#include "log/log.h"
#include "op_host/util/shape_util.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const gert::Shape* x = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const int64_t rank = static_cast<int64_t>(x->GetDimNum()), dim = *context->GetAttrs()->GetInt(0);
    OP_CHECK_IF(!Ops::Base::CheckAxisBounds(rank, dim),
        OP_LOGE_FOR_INVALID_VALUE(context->GetNodeName(), "dim", std::to_string(dim), "an axis of x"), return ge::GRAPH_FAILED);
    gert::Shape* y = context->GetOutputShape(0);
    *y = *x;
    const size_t axis = static_cast<size_t>(dim < 0 ? dim + rank : dim);
    y->SetDim(axis, x->GetDim(axis) / 2);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(SwiGluCustom).InferShape(InferShape);
} // namespace ops
