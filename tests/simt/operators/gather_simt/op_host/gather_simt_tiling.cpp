#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/gather_simt_tiling_data.h"

namespace optiling {
struct GatherSimtCompileInfo {
    uint32_t cores = 0;
};

static ge::graphStatus TilingGatherSimt(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<GatherSimtTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const auto x = context->GetInputShape(0)->GetStorageShape();
    const auto indices = context->GetInputShape(1)->GetStorageShape();
    const int64_t* axisAttr = context->GetAttrs()->GetAttrPointer<int64_t>(0);
    const size_t axis = static_cast<size_t>(*axisAttr);
    data->outer = 1;
    data->inner = 1;
    for (size_t i = 0; i < axis; ++i) data->outer *= x.GetDim(i);
    for (size_t i = axis + 1; i < x.GetDimNum(); ++i) data->inner *= x.GetDim(i);
    data->axisSize = x.GetDim(axis);
    data->indices = indices.GetShapeSize();
    data->total = data->outer * data->indices * data->inner;
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t cores = platform.GetCoreNumAiv();
    data->perCore = (data->total + cores - 1) / cores;
    data->threads = 512;
    const bool wide = data->total > INT32_MAX;
    context->SetTilingKey(wide ? 2 : 1);
    context->SetBlockDim(static_cast<uint32_t>((data->total + data->perCore - 1) / data->perCore));
    context->SetLocalMemorySize(216 * 1024);
    size_t* workspace = context->GetWorkspaceSizes(1);
    workspace[0] = 0;
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus ParseGatherSimt(gert::TilingParseContext* context) { return ge::GRAPH_SUCCESS; }
IMPL_OP_OPTILING(GatherSimt).Tiling(TilingGatherSimt).TilingParse<GatherSimtCompileInfo>(ParseGatherSimt);
} // namespace optiling
