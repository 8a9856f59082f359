#include "register/op_impl_registry.h"
#include "op_host/tiling_templates_registry.h"
#include "op_common/op_host/util/platform_util.h"
#include "op_common/log/log.h"
#include "../../op_kernel/arch35/hard_gate_struct.h"
#include "../../op_kernel/arch35/hard_gate_tiling_key.h"
namespace optiling {
using namespace HardGateOp;
using namespace Ops::Base;
struct HardGateCompileInfo { int64_t coreNum = 0; int64_t ubSize = 0; };
class HardGateRegbase {
public:
    explicit HardGateRegbase(gert::TilingContext* c) : tilingContext(c) {}
    ge::graphStatus RunTiling()
    {
        auto ci = static_cast<const HardGateCompileInfo*>(tilingContext->GetCompileInfo());
        OP_CHECK_NULL_WITH_CONTEXT(tilingContext, ci);
        tiling = tilingContext->GetTilingData<HardGateTilingData>();
        auto in = tilingContext->GetInputShape(0);
        OP_CHECK_NULL_WITH_CONTEXT(tilingContext, in);
        const auto& s = Ops::Base::EnsureNotScalar(in->GetStorageShape());
        tiling->n = s.GetShapeSize();
        tiling->perCore = CeilAlign(CeilDiv(tiling->n, ci->coreNum), static_cast<int64_t>(512));
        tiling->tile = 4096;
        const std::string mode = tilingContext->GetAttrs()->GetStr(1);
        tiling->alpha = *tilingContext->GetAttrs()->GetAttrPointer<float>(0);
        const bool has = tilingContext->GetOptionalInputDesc(1) != nullptr;
        OP_CHECK_IF(mode != "none" && mode != "tanh",
            OP_LOGE_FOR_INVALID_VALUE(tilingContext->GetNodeName(), "approximate", mode.c_str(), "none or tanh"), return ge::GRAPH_FAILED);
        const uint64_t key = GET_TPL_TILING_KEY(static_cast<uint32_t>(tilingContext->GetInputDesc(0)->GetDataType()), mode == "tanh" ? HARD_GATE_MODE_TANH : HARD_GATE_MODE_NONE, has);
        tilingContext->SetTilingKey(key);
        tilingContext->SetBlockDim(CeilDiv(tiling->n, tiling->perCore));
        size_t* ws = tilingContext->GetWorkspaceSizes(1);
        ws[0] = static_cast<size_t>(GetUbSize(tilingContext) > 0 ? 16 * 1024 * 1024 : 0);
        return ge::GRAPH_SUCCESS;
    }
private:
    gert::TilingContext* tilingContext;
    HardGateTilingData* tiling = nullptr;
};
static ge::graphStatus Tiling4HardGate(gert::TilingContext* context) { HardGateRegbase t(context); return t.RunTiling(); }
static ge::graphStatus TilingPrepareForHardGate(gert::TilingParseContext* context)
{
    auto ci = context->GetCompiledInfo<HardGateCompileInfo>();
    OP_CHECK_NULL_WITH_CONTEXT(context, ci);
    auto p = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    ci->coreNum = static_cast<int64_t>(p.GetCoreNumAiv());
    uint64_t ub = 0;
    p.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub);
    ci->ubSize = ub;
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(HardGate).Tiling(Tiling4HardGate).TilingParse<HardGateCompileInfo>(TilingPrepareForHardGate);
}
