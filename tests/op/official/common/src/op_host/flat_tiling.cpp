#include "op_host/flat_tiling.h"
#include "error_util.h"

namespace Ops::Own {
constexpr int64_t ALIGNED = 64;
constexpr int32_t TILE = 1024;

ge::graphStatus ParseCommon(gert::TilingParseContext* context)
{
    auto* info = context->GetCompiledInfo<Ops::Base::CompileInfoCommon>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    platform_ascendc::PlatformAscendC platform(context->GetPlatformInfo());
    info->aivNum = platform.GetCoreNumAiv();
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, info->ubSize);
    OP_CHECK_IF(info->aivNum == 0, OPS_REPORT(context->GetNodeName(), "no cores"), return ge::GRAPH_FAILED);
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus FillFlat(gert::TilingContext* context, int64_t total, FlatTilingData* data)
{
    const auto* info = context->GetCompileInfo<Ops::Base::CompileInfoCommon>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    data->total = total;
    data->perCore = Ops::Base::CeilAlign(Ops::Base::CeilDiv(total, static_cast<int64_t>(info->aivNum)), ALIGNED);
    data->tile = TILE;
    context->SetBlockDim(static_cast<uint32_t>(Ops::Base::CeilDiv(total, data->perCore)));
    context->GetWorkspaceSizes(1)[0] = Ops::Base::GetWorkspaceSize(context);
    OP_LOGI(context, "%ld elements, %ld for a core", total, data->perCore);
    return ge::GRAPH_SUCCESS;
}
} // namespace Ops::Own
