#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/bin_count_simt_tiling_data.h"

namespace optiling {
using BinCountSimtTiling::BinCountSimtTilingData;
struct BinCountSimtCompileInfo {};

static ge::graphStatus TilingBinCountSimt(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<BinCountSimtTilingData>();
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    data->total = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    data->bins = static_cast<int32_t>(*context->GetAttrs()->GetAttrPointer<int64_t>(0));
    data->cores = 4;
    data->perCore = (data->total + data->cores - 1) / data->cores;
    data->weighted = context->GetOptionalInputTensor(1) != nullptr;
    context->SetBlockDim(data->cores);
    context->SetScheduleMode(1);
    context->SetTilingKey(data->weighted ? 11 : 10);
    context->GetWorkspaceSizes(1)[0] = 16 * 1024 * 1024;
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus ParseBinCountSimt(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }
IMPL_OP_OPTILING(BinCountSimt).Tiling(TilingBinCountSimt).TilingParse<BinCountSimtCompileInfo>(ParseBinCountSimt);
} // namespace optiling

namespace ops {
static ge::graphStatus InferShapeBinCountSimt(gert::InferShapeContext* context)
{
    const int64_t bins = *context->GetAttrs()->GetAttrPointer<int64_t>(0);
    for (size_t i = 0; i < 2; ++i) {
        context->GetOutputShape(i)->SetDimNum(0);
        context->GetOutputShape(i)->AppendDim(bins);
    }
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(BinCountSimt).InferShape(InferShapeBinCountSimt);
} // namespace ops
