#include "register/op_impl_registry.h"
#include "op_host/infershape_elewise_util.h"

namespace ops {
static ge::graphStatus InferDataType(gert::InferDataTypeContext* context)
{
    return context->SetOutputDataType(0, static_cast<ge::DataType>(*context->GetAttrs()->GetInt(0)));
}
IMPL_OP_INFERSHAPE(CastCustom).InferShape(Ops::Base::InferShape4Elewise).InferDataType(InferDataType);
} // namespace ops
