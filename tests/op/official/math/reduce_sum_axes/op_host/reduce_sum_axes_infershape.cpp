#include "register/op_impl_registry.h"
#include "op_host/infershape_reduce_util.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const gert::Tensor* axes = context->GetInputTensor(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, axes);
    const int32_t count = static_cast<int32_t>(axes->GetShapeSize());
    const bool keep = *context->GetAttrs()->GetBool(0);
    if (axes->GetDataType() == ge::DT_INT32) {
        return Ops::Base::ReduceDims<int32_t>(context->GetInputShape(0), axes, count, keep, context->GetOutputShape(0));
    }
    return Ops::Base::ReduceDims<int64_t>(context->GetInputShape(0), axes, count, keep, context->GetOutputShape(0));
}
static ge::graphStatus InferShapeRange(gert::InferShapeRangeContext* context)
{
    const gert::Range<gert::Shape>* x = context->GetInputShapeRange(0);
    gert::Range<gert::Shape>* y = context->GetOutputShapeRange(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    OP_CHECK_NULL_WITH_CONTEXT(context, y);
    *y->GetMin() = *x->GetMin();
    *y->GetMax() = *x->GetMax();
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(ReduceSumAxes).InferShape(InferShape).InferShapeRange(InferShapeRange).InputsDataDependency({1});
} // namespace ops
