#include "register/op_impl_registry.h"
#include "op_host/util/shape_util.h"
#include "log/log.h"
namespace {
constexpr size_t kIdx = 0;
ge::graphStatus InferShapeForSplitList(gert::InferShapeContext* context)
{
    const auto xShape = context->GetInputShape(kIdx);
    OP_CHECK_NULL_WITH_CONTEXT(context, xShape);
    auto attrs = context->GetAttrs();
    const auto sizes = attrs->GetListInt(0);
    const int64_t* dimPtr = attrs->GetInt(1);
    int64_t dim = *dimPtr < 0 ? *dimPtr + static_cast<int64_t>(xShape->GetDimNum()) : *dimPtr;
    if (!Ops::Base::CheckAxisBounds(static_cast<int64_t>(xShape->GetDimNum()), dim)) {
        OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(context->GetNodeName(), "dim", std::to_string(dim).c_str(), "it is outside of x");
        return ge::GRAPH_FAILED;
    }
    for (size_t i = 0; i < context->GetComputeNodeOutputNum(); ++i) {
        auto y = context->GetOutputShape(i);
        OP_CHECK_NULL_WITH_CONTEXT(context, y);
        *y = *xShape;
        y->SetDim(dim, sizes->GetData()[i]);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(SplitList).InferShape(InferShapeForSplitList);
}
