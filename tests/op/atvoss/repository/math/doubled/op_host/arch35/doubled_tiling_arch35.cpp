#include "tiling/tiling_api.h"
#include "atvoss/elewise/elewise_tiling.h"
#include "../../op_kernel/arch35/doubled_dag.h"
#include "log/log.h"

using namespace Ops::Base;

static half g_half;
static LocalTensor<float> g_tensor;
struct complex64 {
    float parts[2];
};

namespace optiling {
static ge::graphStatus TilingDoubled(gert::TilingContext* context)
{
    static_cast<void>(g_half), static_cast<void>(g_tensor);
    auto* data = context->GetTilingData<EleBaseTilingData16B>();
    ElewiseBaseTiling tiling(context);
    OP_CHECK_IF(tiling.DoTiling<DoubledOp::Graph<float>>(*data) != ge::GRAPH_SUCCESS, OP_LOGE(context, "no tiling"), return ge::GRAPH_FAILED);
    context->SetBlockDim(static_cast<uint32_t>(tiling.GetBlockDim()));
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus Parse(gert::TilingParseContext*)
{
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Doubled).Tiling(TilingDoubled).TilingParse<ElewiseCompileInfo>(Parse);
IMPL_OP_INFERSHAPE(Doubled).InferShape(Ops::Base::InferShape4Elewise);
} // namespace optiling
