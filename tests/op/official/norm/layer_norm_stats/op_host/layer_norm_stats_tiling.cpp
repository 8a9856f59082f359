#include "norm/norm_common/op_host/norm_rows.h"

namespace optiling {
static ge::graphStatus TilingLayerNorm(gert::TilingContext* context)
{
    context->SetTilingKey(context->GetOptionalInputTensor(2) == nullptr ? 0 : 1);
    return NormCommon::TileRows(context, 1, *context->GetAttrs()->GetFloat(0), context->GetTilingData<NormTilingData>());
}
IMPL_OP_OPTILING(LayerNormStats).Tiling(TilingLayerNorm);
} // namespace optiling
