#include "atvoss/reduce/reduce_tiling.h"
#include "atvoss/broadcast/broadcast_tiling.h"
#include "op_host/infershape_reduce_util.h"
#include "../../op_kernel/arch35/squares_sum_dag.h"
#include "../../op_kernel/arch35/squares_sum_tiling_key.h"

using namespace Ops::Base;

namespace optiling {
static ge::graphStatus TilingSquaresSum(gert::TilingContext* context)
{
    ReduceOpInputParam input;
    OP_CHECK_IF(ReduceOpTmpl::GetInputParam(context, input, 0, 1) != ge::GRAPH_SUCCESS, OP_LOGE(context, "no input"), return ge::GRAPH_FAILED);
    ReduceTilingKey key;
    OP_CHECK_IF((Tiling4ReduceOp<SquaresSumOp::Graph<float>>(context, input, key) != ge::GRAPH_SUCCESS), OP_LOGE(context, "no tiling"), return ge::GRAPH_FAILED);
    uint64_t tilingKey;
    GEN_REDUCE_TILING_KEY(tilingKey, key, 0);
    OP_LOGI(context, "pattern %u, key %lu", key.patternID, tilingKey);
    return context->SetTilingKey(tilingKey);
}
static ge::graphStatus Parse(gert::TilingParseContext*)
{
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(SquaresSum).Tiling(TilingSquaresSum).TilingParse<ReduceOpCompileInfo>(Parse).TilingInputsDataDependency({1});
IMPL_OP_INFERSHAPE(SquaresSum).InputsDataDependency({1}).InferShape(Ops::Base::InferShape4Reduce);
} // namespace optiling
