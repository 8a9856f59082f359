#include "total_tiling.h"
#include "tiling/platform/platform_ascendc.h"
namespace optiling {
ge::graphStatus TotalTiling::GetPlatformInfo()
{
    auto platformInfo = context_->GetPlatformInfo();
    OP_CHECK_NULL_WITH_CONTEXT(context_, platformInfo);
    auto p = platform_ascendc::PlatformAscendC(platformInfo);
    aicoreParams_.numBlocks = p.GetCoreNumAiv();
    uint64_t ub;
    p.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub);
    aicoreParams_.ubSize = ub;
    return ge::GRAPH_SUCCESS;
}
ge::graphStatus TotalTiling::GetShapeAttrsInfo()
{
    n_ = context_->GetInputShape(0)->GetStorageShape().GetShapeSize();
    return ge::GRAPH_SUCCESS;
}
ge::graphStatus TotalTiling::DoOpTiling()
{
    int64_t cores = aicoreParams_.numBlocks;
    data_.perCore = ((n_ + cores - 1) / cores + 127) / 128 * 128;
    data_.cores = (n_ + data_.perCore - 1) / data_.perCore;
    data_.total = n_;
    data_.tile = 2048;
    return ge::GRAPH_SUCCESS;
}
ge::graphStatus TotalTiling::GetWorkspaceSize()
{
    workspaceSize_ = 16 * 1024 * 1024 + data_.cores * 32 + 512;
    return ge::GRAPH_SUCCESS;
}
ge::graphStatus TotalTiling::PostTiling()
{
    context_->SetBlockDim(data_.cores);
    context_->SetScheduleMode(1);
    context_->SetNeedAtomic(true);
    size_t* workspaces = context_->GetWorkspaceSizes(1);
    workspaces[0] = workspaceSize_;
    auto raw = context_->GetRawTilingData();
    OP_CHECK_IF(raw->GetCapacity() < sizeof(data_), OP_LOGE(context_, "room"), return ge::GRAPH_FAILED);
    auto ret = memcpy_s(raw->GetData(), raw->GetCapacity(), &data_, sizeof(data_));
    if (ret != EOK) { OP_LOGE(context_->GetNodeName(), "memcpy_s failed, ret=%d", ret); return ge::GRAPH_FAILED; }
    raw->SetDataSize(sizeof(data_));
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus Tile(gert::TilingContext* context)
{
    TotalTiling tiling(context);
    return tiling.DoTiling();
}
struct TotalCompileInfo { int x; };
static ge::graphStatus Prepare(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }
IMPL_OP_OPTILING(GroupSumNorm).Tiling(Tile).TilingParse<TotalCompileInfo>(Prepare);
}
