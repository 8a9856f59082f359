#include "atvoss/reduce/reduce_tiling.h"
#include "atvoss/reduce/reduce_tiling_key_decl.h"
#include <algorithm>
#include "op_common/log/log.h"

namespace Ops { namespace Base {
// The same name is in another header of the library.
inline const gert::Shape& EnsureNotScalar(const gert::Shape& shape)
{
    static const gert::Shape one = {1};
    return shape.IsScalar() ? one : shape;
}

namespace ReduceOpTmpl {
ge::graphStatus GetInputParam(gert::TilingContext* context, ReduceOpInputParam& input, int32_t inputIndex)
{
    const gert::StorageShape* x = context->GetInputShape(inputIndex);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    const gert::Shape& shape = EnsureNotScalar(x->GetShape());
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        input.shape.push_back(shape.GetDim(i));
    }
    input.inputDtype = context->GetInputDesc(inputIndex)->GetDataType();
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus GetInputParam(gert::TilingContext* context, ReduceOpInputParam& input, int32_t inputIndex, int32_t axesIndex)
{
    const gert::Tensor* axes = context->GetInputTensor(axesIndex);
    OP_CHECK_NULL_WITH_CONTEXT(context, axes);
    OP_CHECK_IF(GetInputParam(context, input, inputIndex) != ge::GRAPH_SUCCESS, OP_LOGE(context, "no shape"), return ge::GRAPH_FAILED);
    const int64_t* values = axes->GetData<int64_t>();
    OP_CHECK_NULL_WITH_CONTEXT(context, values);
    for (int64_t i = 0; i < axes->GetShapeSize(); ++i) {
        input.axes.push_back(values[i] < 0 ? values[i] + static_cast<int64_t>(input.shape.size()) : values[i]);
    }
    return ge::GRAPH_SUCCESS;
}
}

ge::graphStatus TileReduce(gert::TilingContext* context, const ReduceOpInputParam& input, int32_t buffers, ReduceTilingKey& key)
{
    auto* data = context->GetTilingData<ReduceOpTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const size_t first = static_cast<size_t>(input.axes.empty() ? 0 : *std::min_element(input.axes.begin(), input.axes.end()));
    data->outer = data->inner = 1;
    for (size_t i = 0; i < input.shape.size(); ++i) {
        data->shape[i] = static_cast<uint64_t>(input.shape[i]);
        (i < first ? data->outer : data->inner) *= data->shape[i];
    }
    const uint64_t cores = GetAivCoreNum(context);
    data->bufferSize = static_cast<int32_t>(GetUbSize(context) / buffers / 4 / GetVRegSize(context) * GetVRegSize(context));
    data->piece = std::min<uint64_t>(data->bufferSize / ge::GetSizeByDataType(input.inputDtype), 4096);
    key.group = data->outer == 1;
    key.patternID = key.group ? REDUCE_PATTERN_ALL : REDUCE_PATTERN_AR;
    key.loopARCount = key.group ? 2 : 1;
    key.loopInnerARCount = key.group ? 0 : 20;
    data->groups = key.group ? std::min(cores, CeilDiv(data->inner, data->piece)) : 1;
    context->SetBlockDim(static_cast<uint32_t>(key.group ? data->groups : std::min(cores, data->outer)));
    context->SetScheduleMode(key.group ? 1 : 0);
    context->GetWorkspaceSizes(1)[0] = GetWorkspaceSize(context) + data->groups * GetCacheLineSize(context);
    return ge::GRAPH_SUCCESS;
}
} }
