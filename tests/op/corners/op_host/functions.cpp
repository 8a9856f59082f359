// Registrations as sources have them: at any depth of namespaces, several times, in macros, with functions of two kinds.
#include "register/op_impl_registry.h"
#include "log/log.h"
#include "op_host/tiling_templates_registry.h"
#include "op_host/infershape_elewise_util.h"
#include "corner_data.h"
#include <string>

namespace outer { namespace inner {

static ge::graphStatus Shapes(gert::InferShapeContext* context)
{
    gert::Shape* y = context->GetOutputShape(0);
    const std::string mode = context->GetAttrs()->GetStr(0);
    if (mode == "scalar") { y->SetScalar(); }
    if (mode == "scalar" || mode == "untold") { return ge::GRAPH_SUCCESS; }
    y->SetDim(1, 7); // the rank becomes 1, not 2
    OP_CHECK_IF(y->GetDimNum() != 1, OP_LOGE(context, "SetDim made the rank %zu", y->GetDimNum()), return ge::GRAPH_FAILED);
    *y = Ops::Base::EnsureNotScalar(*context->GetInputShape(0));
    return ge::GRAPH_SUCCESS;
}

static uint32_t g_parsed = 0;

static ge::graphStatus Parse(gert::KernelContext* context)
{
    auto* info = context->GetOutputPointer<CornerInfo>(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    auto* platform = context->GetInputValue<fe::PlatFormInfos*>(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, platform);
    OP_CHECK_IF(info->zeroed != 0, OP_LOGE("Corner", "not zeroed"), return ge::GRAPH_FAILED);
    info->cores = platform_ascendc::PlatformAscendC(platform).GetCoreNumAiv();
    info->times = ++g_parsed;
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Tiling(gert::TilingContext* context)
{
    const auto* info = context->GetCompileInfo<CornerInfo>();
    OP_CHECK_NULL_WITH_CONTEXT(context, info);
    const std::string mode = context->GetAttrs()->GetStr(0);
    int* nowhere = nullptr;
    volatile int zero = 0;
    if (mode == "null") { *nowhere = 1; }
    if (mode == "zero") { zero = 5 / zero; }
    if (mode == "loop") { for (;;) {} }
    if (mode == "exit") { exit(5); }
    if (mode == "blocks") { return ge::GRAPH_SUCCESS; }
    if (mode == "status") { return ge::GRAPH_PARAM_INVALID; }
    if (mode == "formats") { // none of these fits its value
        const int64_t big = 1ll << 40;
        OP_LOGE(context->GetNodeName(), "%d %s %s %f %u %5.1f%% %s", big, mode, 3, 4, -1, 2.25, "end");
        OP_LOGE(context, std::string("a second line"));
        return ge::GRAPH_FAILED;
    }
    if (mode == "words") {
        OP_LOGE_FOR_INVALID_SHAPESIZE(context->GetNodeName(), "x", std::to_string(3), "a multiple of 8");
        return ge::GRAPH_FAILED;
    }
    if (mode == "values") { *nowhere = static_cast<int>(context->GetInputTensor(0)->GetData<float>()[0]); }
    CornerData* data = context->GetTilingData<CornerData>();
    data->total = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    data->parsed = info->times;
    data->cores = info->cores;
    data->more.ratio = 0.5;
    data->more.steps[1][2] = 9;
    context->SetBlockDim(1);
    context->GetWorkspaceSizes(1)[0] = (16 << 20) + 64;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_INFERSHAPE(Corner).InferShape(Shapes);
IMPL_OP_OPTILING(Corner).Tiling(Tiling).TilingParse<CornerInfo>(Parse);
#define CORNER_TYPE Corner
IMPL_OP(CORNER_TYPE).InferShapeRange(nullptr).GenSimplifiedKey(nullptr);

} }

// A tiling as a class, of which the first that fits is taken.
namespace optiling {

class NeverTiling : public Ops::Base::TilingBaseClass {
public:
    using TilingBaseClass::TilingBaseClass;

protected:
    bool IsCapable() override { return false; }
    ge::graphStatus GetPlatformInfo() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetShapeAttrsInfo() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus DoOpTiling() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetWorkspaceSize() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus PostTiling() override { return ge::GRAPH_SUCCESS; }
    uint64_t GetTilingKey() const override { return 1; }
};

class ClassTiling : public NeverTiling {
public:
    using NeverTiling::NeverTiling;

protected:
    bool IsCapable() override { return true; }
    ge::graphStatus DoOpTiling() override
    {
        // the values of the indices were declared readable, those of x were not
        const gert::Tensor* indices = context_->GetInputTensor(1);
        OP_CHECK_IF(context_->GetInputTensor(0)->GetData<float>() != nullptr, OP_LOGE(context_, "x is readable"), return ge::GRAPH_FAILED);
        const int64_t* values = indices->GetData<int64_t>();
        OP_CHECK_NULL_WITH_CONTEXT(context_, values);
        uint64_t* out = context_->GetTilingData<uint64_t>();
        *out = static_cast<uint64_t>(values[0]);
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus PostTiling() override
    {
        context_->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    }
    uint64_t GetTilingKey() const override { return 10000000000000001UL; }
};

class OtherChipTiling : public NeverTiling {
public:
    using NeverTiling::NeverTiling;

protected:
    bool IsCapable() override { return true; }
};

REGISTER_TILING_TEMPLATE_WITH_ARCH(Sqrt, OtherChipTiling, NpuArch::DAV_3510, 0)
REGISTER_OPS_TILING_TEMPLATE(Sqrt, NeverTiling, 1)
REGISTER_OPS_TILING_TEMPLATE(Sqrt, ClassTiling, 2);

static ge::graphStatus SqrtTiling(gert::TilingContext* context)
{
    const auto status = TilingRegistry::GetInstance().DoTilingImpl(context);
    OP_CHECK_IF(status != ge::GRAPH_SUCCESS || context->GetTilingKey() == 1, OP_LOGE(context, "the wrong class"), return ge::GRAPH_FAILED);
    return TilingRegistry::GetInstance().DoTilingImpl(context, {0, 1, 2}); // by their priorities
}
static ge::graphStatus FillTiling(gert::TilingContext* context)
{
    context->SetBlockDim(1);
    context->SetNeedAtomic(true);
    return context->GetRawTilingData()->Append(static_cast<int32_t>(context->GetComputeNodeInputNum()));
}

// Row k of its attribute counts with weight k + 1.
static ge::graphStatus ListsTiling(gert::TilingContext* context)
{
    context->SetBlockDim(1);
    context->SetNeedAtomic(true);
    const gert::ContinuousVectorVector* rows = context->GetAttrs()->GetListListInt(0);
    int64_t sum = 0;
    for (size_t k = 0; k < rows->GetSize(); ++k) {
        const auto* values = static_cast<const int64_t*>(rows->Get(k)->GetData());
        for (size_t i = 0; i < rows->Get(k)->GetSize(); ++i) sum += static_cast<int64_t>(k + 1) * values[i];
    }
    return context->GetRawTilingData()->Append(static_cast<int32_t>(sum));
}

IMPL_OP_OPTILING(Sqrt).Tiling(SqrtTiling).TilingInputsDataDependency({1});
IMPL_OP_OPTILING(InPlace).Tiling(FillTiling);
IMPL_OP_OPTILING(Lists).Tiling(ListsTiling);
IMPL_OP_OPTILING(NonZero).Tiling(FillTiling);
IMPL_OP_OPTILING(Mixed).Tiling(FillTiling);
IMPL_OP_OPTILING(Convert).Tiling(FillTiling);

} // namespace optiling

// A function of the newer chips, which need not be there.
ge::graphStatus NewerTiling(gert::TilingContext* context);
static ge::graphStatus CallsNewer(gert::TilingContext* context) { return NewerTiling(context); }
IMPL_OP_OPTILING(Newer).Tiling(CallsNewer);
