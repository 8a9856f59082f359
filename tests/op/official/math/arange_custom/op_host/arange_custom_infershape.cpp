#include "register/op_impl_registry.h"
#include "log/log.h"
#include <cmath>

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    float values[3];
    for (size_t i = 0; i < 3; ++i) {
        const float* value = context->GetInputTensor(i)->GetData<float>();
        OP_CHECK_NULL_WITH_CONTEXT(context, value);
        values[i] = *value;
    }
    OP_CHECK_IF(Ops::Base::IsFloatEqual(values[2], 0.0f), OP_LOGE(context, "delta is 0"), return ge::GRAPH_FAILED);
    const double steps = std::ceil((static_cast<double>(values[1]) - values[0]) / values[2]);
    *context->GetOutputShape(0) = {static_cast<int64_t>(std::max(steps, 0.0))};
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(ArangeCustom).InferShape(InferShape).InputsDataDependency({0, 1, 2});
} // namespace ops
