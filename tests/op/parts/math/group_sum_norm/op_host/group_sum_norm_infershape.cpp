#include "infershape_elewise_util.h"
#include "register/op_impl_registry.h"
namespace ops {
static ge::graphStatus Infer(gert::InferShapeContext* context)
{
    auto s = Ops::Base::InferShape4Elewise(context);
    *context->GetOutputShape(1) = gert::Shape({1});
    return s;
}
IMPL_OP_INFERSHAPE(GroupSumNorm).InferShape(Infer);
}
