#include "log/log.h"
#include "register/tilingdata_base.h"
#include "register/op_impl_registry.h"
#include "op_host/util/const_util.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(ReduceSumAxesTilingData)
TILING_DATA_FIELD_DEF(uint32_t, outer);
TILING_DATA_FIELD_DEF(uint32_t, reduced);
TILING_DATA_FIELD_DEF(uint32_t, inner);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(ReduceSumAxes, ReduceSumAxesTilingData)

// Neighbouring axes are one: the sum runs over the middle of [outer, reduced, inner].
static ge::graphStatus TilingReduceSumAxes(gert::TilingContext* context)
{
    const gert::Shape& x = Ops::Base::EnsureNotScalar(context->GetInputShape(0)->GetStorageShape());
    gert::Shape axes;
    OP_CHECK_IF(!Ops::Base::GetConstIntToShape(context, 1, axes), OP_LOGE(context, "the axes cannot be read"), return ge::GRAPH_FAILED);
    const int64_t rank = static_cast<int64_t>(x.GetDimNum());
    int64_t first = rank, last = -1;
    for (size_t i = 0; i < axes.GetDimNum(); ++i) {
        const int64_t axis = axes.GetDim(i) < 0 ? axes.GetDim(i) + rank : axes.GetDim(i);
        first = std::min(first, axis);
        last = std::max(last, axis);
    }
    OP_CHECK_IF(last - first + 1 != static_cast<int64_t>(axes.GetDimNum()),
        OP_LOGE_FOR_INVALID_VALUE(context->GetNodeName(), "axes", Ops::Base::ToString(axes), "neighbours"), return ge::GRAPH_FAILED);
    uint32_t sizes[3] = {1, 1, 1};
    for (int64_t i = 0; i < rank; ++i) {
        sizes[i < first ? 0 : i <= last ? 1 : 2] *= static_cast<uint32_t>(x.GetDim(i));
    }
    ReduceSumAxesTilingData data;
    data.set_outer(sizes[0]);
    data.set_reduced(sizes[1]);
    data.set_inner(sizes[2]);
    context->SetTilingKey(sizes[2] == 1 ? 1 : 2);
    context->SetBlockDim(std::min(sizes[0], Ops::Base::GetAivCoreNum(context)));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(ReduceSumAxes).Tiling(TilingReduceSumAxes).TilingInputsDataDependency({1});
} // namespace optiling
