#include "../op_kernel/split_list_tiling_data.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "op_common/op_host/util/platform_util.h"
#include "log/log.h"
namespace optiling {
struct SplitListCompileInfo {};
static ge::graphStatus TilingFunc(gert::TilingContext* context)
{
    auto* t = context->GetTilingData<SplitListTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, t);
    OP_CHECK_IF(memset_s(t, sizeof(SplitListTilingData), 0, sizeof(SplitListTilingData)) != EOK, OP_LOGE(context, "set 0 failed"), return ge::GRAPH_FAILED);
    const auto& shape = context->GetInputShape(0)->GetStorageShape();
    auto attrs = context->GetAttrs();
    auto sizes = attrs->GetAttrPointer<gert::ContinuousVector>(0);
    auto dim = *attrs->GetAttrPointer<int64_t>(1);
    if (dim < 0) dim += shape.GetDimNum();
    t->outer = 1; t->inner = 1;
    for (int64_t i = 0; i < dim; ++i) t->outer *= shape.GetDim(i);
    for (size_t i = dim + 1; i < shape.GetDimNum(); ++i) t->inner *= shape[i];
    t->axis = shape.GetDim(dim);
    t->count = sizes->GetSize();
    auto* data = reinterpret_cast<const int64_t*>(sizes->GetData());
    for (uint32_t i = 0; i < t->count; ++i) t->sizes[i] = data[i];
    auto scales = attrs->GetListFloat(2);
    auto flags = attrs->GetListBool(3);
    auto table = attrs->GetListListInt(4);
    OP_CHECK_IF(scales == nullptr || flags == nullptr || table == nullptr, OP_LOGE(context, "lists"), return ge::GRAPH_FAILED);
    t->extra = scales->GetData()[0] + (flags->GetData()[0] ? 10 : 0) + 100 * table->Get(0)->GetSize() + 1000 * table->GetSize();
    uint32_t cores = Ops::Base::GetAivCoreNum(context);
    context->SetBlockDim(std::min<int64_t>(cores, t->outer));
    size_t* ws = context->GetWorkspaceSizes(1);
    ws[0] = 0;
    return ge::GRAPH_SUCCESS;
}
static ge::graphStatus TilingParseFunc([[maybe_unused]] gert::TilingParseContext* context) { return ge::GRAPH_SUCCESS; }
IMPL_OP_OPTILING(SplitList).Tiling(TilingFunc).TilingParse<SplitListCompileInfo>(TilingParseFunc);
}
