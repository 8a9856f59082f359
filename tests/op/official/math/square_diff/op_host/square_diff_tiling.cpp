#include "log/log.h"
#include "op_host/flat_tiling.h"

namespace optiling {
ge::graphStatus TileSquareDiff(gert::TilingContext* context, FlatTilingData* data);

static ge::graphStatus TilingSquareDiff(gert::TilingContext* context)
{
    auto* data = context->GetTilingData<FlatTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    return TileSquareDiff(context, data);
}
IMPL_OP_OPTILING(SquareDiff).Tiling(TilingSquareDiff).TilingParse<Ops::Base::CompileInfoCommon>(Ops::Own::ParseCommon);
} // namespace optiling
