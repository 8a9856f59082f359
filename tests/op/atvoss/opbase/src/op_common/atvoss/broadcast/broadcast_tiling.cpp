#include "op_common/atvoss/broadcast/broadcast_tiling.h"

namespace Ops { namespace Base {
ge::graphStatus TileBroadcast(gert::TilingContext* context, BroadcastTilingData<BROADCAST_DIMS>* data)
{
    const gert::Shape& y = EnsureNotScalar(context->GetOutputShape(0)->GetShape());
    for (int input = 0; input < 2; ++input) {
        const gert::Shape& x = EnsureNotScalar(context->GetInputShape(input)->GetShape());
        gert::Stride steps;
        int64_t step = 1;
        for (int axis = 0; axis < BROADCAST_DIMS; ++axis) {
            const int64_t size = axis < static_cast<int>(x.GetDimNum()) ? x.GetDim(x.GetDimNum() - 1 - axis) : 1;
            steps.AppendStride(size == 1 ? 0 : step);
            step *= size;
        }
        for (size_t axis = 0; axis < steps.GetDimNum(); ++axis) {
            data->steps[input][axis] = steps.GetStride(axis);
            data->sizes[axis] = axis < y.GetDimNum() ? y.GetDim(y.GetDimNum() - 1 - axis) : 1;
        }
    }
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
} }
