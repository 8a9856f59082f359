#include "register/tilingdata_base.h"
#include "register/op_impl_registry.h"
#include "op_host/util/platform_util.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(ArgMaxRowsTilingData)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(uint32_t, width);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ArgMaxRows, ArgMaxRowsTilingData)

static ge::graphStatus TilingArgMaxRows(gert::TilingContext* context)
{
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    ArgMaxRowsTilingData data;
    data.set_width(static_cast<uint32_t>(x.GetDim(x.GetDimNum() - 1)));
    data.set_rows(static_cast<uint32_t>(x.GetShapeSize() / data.get_width()));
    // Eight results are a block of memory, which one core writes.
    context->SetBlockDim(std::min((data.get_rows() + 7) / 8, Ops::Base::GetAivCoreNum(context)));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ArgMaxRows).Tiling(TilingArgMaxRows);
} // namespace optiling
