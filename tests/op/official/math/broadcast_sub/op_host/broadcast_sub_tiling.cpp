#include "log/log.h"
#include "register/op_impl_registry.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/platform_util.h"
#include "../op_kernel/broadcast_sub_tiling_data.h"

namespace optiling {
static ge::graphStatus TilingBroadcastSub(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<BroadcastSubTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const gert::Shape& y = Ops::Base::EnsureNotScalar(context->GetOutputShape(0)->GetStorageShape());
    const size_t rank = y.GetDimNum();
    OP_CHECK_IF(rank > BROADCAST_AXES,
        OP_LOGE_FOR_INVALID_SHAPEDIM(context->GetNodeName(), "y", std::to_string(rank), "at most 4"), return ge::GRAPH_FAILED);
    for (int axis = 0; axis < BROADCAST_AXES; ++axis) {
        const int at = axis - (BROADCAST_AXES - static_cast<int>(rank));
        data->sizes[axis] = at < 0 ? 1 : y.GetDim(at);
    }
    for (int input = 0; input < 2; ++input) {
        const gert::Shape& x = context->GetInputShape(input)->GetStorageShape();
        int64_t step = 1;
        for (int axis = BROADCAST_AXES - 1; axis >= 0; --axis) {
            const int at = axis - (BROADCAST_AXES - static_cast<int>(x.GetDimNum()));
            const int64_t size = at < 0 ? 1 : x.GetDim(at);
            data->steps[input][axis] = size == 1 ? 0 : step;
            step *= size;
        }
    }
    data->rows = data->sizes[0] * data->sizes[1] * data->sizes[2];
    const int64_t cores = static_cast<int64_t>(Ops::Base::GetAivCoreNum(context));
    data->perCore = Ops::Base::CeilDiv(data->rows, cores);
    context->SetBlockDim(static_cast<uint32_t>(Ops::Base::CeilDiv(data->rows, data->perCore)));
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(BroadcastSub).Tiling(TilingBroadcastSub);
} // namespace optiling
