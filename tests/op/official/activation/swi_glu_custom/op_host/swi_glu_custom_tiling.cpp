#include "op_host/tiling_templates_registry.h"
#include "../op_kernel/swi_glu_custom_tiling_data.h"

namespace optiling {
class SwiGluTiling : public Ops::Own::TilingBaseClass {
public:
    explicit SwiGluTiling(gert::TilingContext* context) : TilingBaseClass(context) {}

protected:
    ge::graphStatus GetPlatformInfo() override
    {
        ascendcPlatform_ = std::make_unique<platform_ascendc::PlatformAscendC>(context_->GetPlatformInfo());
        ascendcPlatform_->GetCoreMemSize(platform_ascendc::CoreMemType::UB, aicoreParams_.ubSize);
        aicoreParams_.numBlocks = ascendcPlatform_->GetCoreNumAiv();
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus GetShapeAttrsInfo() override
    {
        const gert::Shape& x = context_->GetInputShape(0)->GetStorageShape();
        const int64_t dim = *context_->GetAttrs()->GetInt(0);
        const size_t axis = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(x.GetDimNum()) : dim);
        data_.rows = 1;
        data_.half = x.GetDim(axis) / 2;
        for (size_t i = 0; i < x.GetDimNum(); ++i) {
            (i < axis ? data_.rows : data_.half) *= i == axis ? 1 : x.GetDim(i);
        }
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetWorkspaceSize() override
    {
        workspaceSize_ = 0;
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus PostTiling() override
    {
        context_->GetWorkspaceSizes(1)[0] = workspaceSize_;
        context_->SetBlockDim(static_cast<uint32_t>(std::min<int64_t>(data_.rows, aicoreParams_.numBlocks)));
        *context_->GetTilingData<SwiGluTilingData>() = data_;
        return ge::GRAPH_SUCCESS;
    }
    SwiGluTilingData data_;
};

// Rows that fit, whole.
class SwiGluWhole : public SwiGluTiling {
public:
    using SwiGluTiling::SwiGluTiling;

protected:
    bool IsCapable() override { return data_.half <= 512; }
    ge::graphStatus DoOpTiling() override
    {
        data_.piece = data_.half;
        return ge::GRAPH_SUCCESS;
    }
    uint64_t GetTilingKey() const override { return 100; }
};

class SwiGluPieces : public SwiGluTiling {
public:
    using SwiGluTiling::SwiGluTiling;

protected:
    bool IsCapable() override { return true; }
    ge::graphStatus DoOpTiling() override
    {
        data_.piece = 512;
        return ge::GRAPH_SUCCESS;
    }
    uint64_t GetTilingKey() const override { return 200; }
};
REGISTER_OWN_TILING(SwiGluPieces, 20);
REGISTER_OWN_TILING(SwiGluWhole, 10);

static ge::graphStatus TilingSwiGlu(gert::TilingContext* context)
{
    return Ops::Own::TilingRegistry::Get().Tile(context);
}
IMPL_OP_OPTILING(SwiGluCustom).Tiling(TilingSwiGlu);
} // namespace optiling
