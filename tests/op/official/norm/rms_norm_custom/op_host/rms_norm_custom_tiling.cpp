#include "norm/norm_common/op_host/norm_rows.h"

namespace optiling {
static ge::graphStatus TilingRmsNorm(gert::TilingContext* context)
{
    return NormCommon::TileRows(context, 1, *context->GetAttrs()->GetFloat(0), context->GetTilingData<NormTilingData>());
}
IMPL_OP_OPTILING(RmsNormCustom).Tiling(TilingRmsNorm);
// The same rows: another folder has the definition and the kernel.
IMPL_OP_OPTILING(GemmaNormCustom).Tiling(TilingRmsNorm);
} // namespace optiling
