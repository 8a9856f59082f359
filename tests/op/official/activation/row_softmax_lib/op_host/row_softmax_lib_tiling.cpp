#include "register/tilingdata_base.h"
#include "register/op_impl_registry.h"
#include "tiling/tiling_api.h"
#include "log/log.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(RowSoftmaxLibTilingData)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(uint32_t, width);
TILING_DATA_FIELD_DEF(uint32_t, scratch);
TILING_DATA_FIELD_DEF_STRUCT(SoftMaxTiling, softmax);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(RowSoftmaxLib, RowSoftmaxLibTilingData)

static ge::graphStatus TilingRowSoftmax(gert::TilingContext* context)
{
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    OP_CHECK_IF(x.GetDimNum() < 1, OP_LOGE_FOR_INVALID_SHAPEDIM(context->GetNodeName(), "x", "0", "1 or more"), return ge::GRAPH_FAILED);
    const int64_t width = x.GetDim(x.GetDimNum() - 1);
    OP_CHECK_IF(width % 8 != 0,
        OP_LOGE_FOR_INVALID_SHAPE(context->GetNodeName(), "x", Ops::Base::ToString(x), "rows of a multiple of 8"), return ge::GRAPH_FAILED);
    RowSoftmaxLibTilingData data;
    data.set_rows(static_cast<uint32_t>(x.GetShapeSize() / width));
    data.set_width(static_cast<uint32_t>(width));
    const ge::Shape one({1, width});
    const uint32_t scratch = AscendC::GetSoftMaxMaxTmpSize(one, sizeof(float), false);
    data.set_scratch(scratch);
    AscendC::SoftMaxTilingFunc(one, sizeof(float), scratch, data.softmax);
    context->SetBlockDim(std::min(data.get_rows(), Ops::Base::GetAivCoreNum(context)));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(RowSoftmaxLib).Tiling(TilingRowSoftmax);
} // namespace optiling
