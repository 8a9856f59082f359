#include "register/op_impl_registry.h"
#include "op_host/util/const_util.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const gert::Tensor* dims = context->GetInputTensor(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, dims);
    Ops::Base::GetValueToShape<int64_t>(dims, *context->GetOutputShape(0));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(FillDims).InferShape(InferShape).InputsDataDependency({0});
} // namespace ops
