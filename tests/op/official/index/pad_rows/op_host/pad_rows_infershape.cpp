#include "register/op_impl_registry.h"
#include "log/log.h"

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const auto* pads = context->GetAttrs()->GetListInt(0);
    OP_CHECK_IF(pads == nullptr || pads->GetSize() != 2,
        OP_LOGE_WITH_INVALID_ATTR_SIZE(context->GetNodeName(), "pads", std::to_string(pads ? pads->GetSize() : 0), "2"), return ge::GRAPH_FAILED);
    gert::Shape* y = context->GetOutputShape(0);
    *y = *context->GetInputShape(0);
    const size_t last = y->GetDimNum() - 1;
    y->SetDim(last, y->GetDim(last) + pads->GetData()[0] + pads->GetData()[1]);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(PadRows).InferShape(InferShape);
} // namespace ops
