#include "register/tilingdata_base.h"
#include "register/op_impl_registry.h"
#include "log/log.h"
#include "platform/platform_info.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(DynamicQuantRowsTilingData)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(uint32_t, width);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(DynamicQuantRows, DynamicQuantRowsTilingData)

static ge::graphStatus TilingDynamicQuantRows(gert::TilingContext* context)
{
    fe::PlatformInfo info;
    fe::OptionalInfo optional;
    OP_CHECK_IF(fe::PlatformInfoManager::Instance().GetPlatformInfoWithOutSocVersion(info, optional) != 0 ||
        info.str_info.short_soc_version.rfind("Ascend", 0) != 0, OP_LOGE(context, "no platform"), return ge::GRAPH_FAILED);
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    DynamicQuantRowsTilingData data;
    data.set_width(static_cast<uint32_t>(x.GetDim(x.GetDimNum() - 1)));
    data.set_rows(static_cast<uint32_t>(x.GetShapeSize() / data.get_width()));
    OP_CHECK_IF(data.get_width() % 32 != 0, OP_LOGE(context, "rows of a multiple of 32"), return ge::GRAPH_FAILED);
    context->SetBlockDim(std::min((data.get_rows() + 7) / 8, Ops::Base::GetAivCoreNum(context)));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(DynamicQuantRows).Tiling(TilingDynamicQuantRows);
} // namespace optiling
