// softmax(q k^T / sqrt(width)) v, head by head; heads are dealt out to groups of cores.
#include <algorithm>
#include <cmath>
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
#include "../op_kernel/attention_mix_key.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(AttentionMixTilingData)
    TILING_DATA_FIELD_DEF(uint32_t, heads);
    TILING_DATA_FIELD_DEF(uint32_t, queries);
    TILING_DATA_FIELD_DEF(uint32_t, keys);
    TILING_DATA_FIELD_DEF(float, scale);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(AttentionMix, AttentionMixTilingData)

static ge::graphStatus Tiling(gert::TilingContext* context)
{
    const auto& q = context->GetInputShape(0)->GetStorageShape();
    const auto& k = context->GetInputShape(1)->GetStorageShape();
    const uint64_t width = q.GetDim(2);
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const uint32_t groups = std::min<uint32_t>(platform.GetCoreNumAic(), q.GetDim(0));
    AttentionMixTilingData tiling;
    tiling.set_heads(q.GetDim(0));
    tiling.set_queries(q.GetDim(1));
    tiling.set_keys(k.GetDim(1));
    tiling.set_scale(1.0f / std::sqrt(static_cast<float>(width)));
    context->SetBlockDim(groups);
    context->SetTilingKey(GET_TPL_TILING_KEY(width, *context->GetAttrs()->GetBool(0)));
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->GetWorkspaceSizes(1)[0] = platform.GetLibApiWorkSpaceSize() + groups * q.GetDim(1) * k.GetDim(1) * (sizeof(float) + 2);
    return ge::GRAPH_SUCCESS;
}
} // namespace optiling

namespace ops {
static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}
class AttentionMix : public OpDef {
public:
    explicit AttentionMix(const char* name) : OpDef(name)
    {
        for (const char* input : {"q", "k", "v"}) {
            this->Input(input).ParamType(REQUIRED).DataType({ge::DT_FLOAT16}).Format({ge::FORMAT_ND});
        }
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("causal").AttrType(OPTIONAL).Bool(false);
        this->SetInferShape(InferShape);
        this->AICore().SetTiling(optiling::Tiling).AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(AttentionMix);
} // namespace ops
