// A tiling as a class: its steps.
#pragma once

#include <memory>
#include <string>

#include "lanewise/operator/helpers.h"
#include "lanewise/operator/log.h"
#include "lanewise/operator/registry.h"

namespace Ops::Base {

struct AiCoreParams {
    std::uint64_t ubSize = 0, numBlocks = 0, aicNum = 0, l1Size = 0, l0aSize = 0, l0bSize = 0, l0cSize = 0;
    std::uint64_t blockDim = 0;  // numBlocks in older sources
};

// What parse functions keep of the chip where an operator has nothing of its own to keep.
struct CompileInfoCommon {
    std::uint32_t aivNum = 0, aicNum = 0;
    std::uint64_t ubSize = 0, l1Size = 0, l0aSize = 0, l0bSize = 0, l0cSize = 0, l2CacheSize = 0;
    std::int64_t coreNum = 0;
    std::int32_t socVersion = 0;
    std::uint32_t rsvd = 0;
};

class TilingBaseClass {
  public:
    TilingBaseClass() = default;
    explicit TilingBaseClass(gert::TilingContext* context) : context_(context) {}
    virtual ~TilingBaseClass() = default;
    virtual void Reset(gert::TilingContext* context) { context_ = context; }

    ge::graphStatus DoTiling() {
        using Step = ge::graphStatus (TilingBaseClass::*)();
        for (const Step step : {&TilingBaseClass::GetShapeAttrsInfo, &TilingBaseClass::GetPlatformInfo})
            if (const ge::graphStatus status = (this->*step)()) return status;
        if (!IsCapable()) return ge::GRAPH_PARAM_INVALID;
        for (const Step step : {&TilingBaseClass::DoOpTiling, &TilingBaseClass::DoLibApiTiling,
                                &TilingBaseClass::GetWorkspaceSize, &TilingBaseClass::PostTiling})
            if (const ge::graphStatus status = (this->*step)()) return status;
        context_->SetTilingKey(GetTilingKey());
        DumpTilingInfo();
        return ge::GRAPH_SUCCESS;
    }

  protected:
    virtual bool IsCapable() = 0;
    virtual ge::graphStatus GetPlatformInfo() = 0;
    virtual ge::graphStatus GetShapeAttrsInfo() = 0;
    virtual ge::graphStatus DoOpTiling() = 0;
    virtual ge::graphStatus DoLibApiTiling() = 0;
    virtual std::uint64_t GetTilingKey() const { return tilingKey_; }
    virtual ge::graphStatus GetWorkspaceSize() = 0;
    virtual ge::graphStatus PostTiling() = 0;
    virtual void DumpTilingInfo() {}

    static std::uint32_t CalcTschBlockDim(std::uint32_t slices, std::uint32_t aic, std::uint32_t aiv) {
        return platform_ascendc::PlatformAscendC(nullptr).CalcTschBlockDim(slices, aic, aiv);
    }
    template <class T>
    std::string GetShapeDebugStr(const T& shape) const {
        return ToString(shape);
    }
    std::string GetTensorDebugStr(const gert::StorageShape* shape, const gert::CompileTimeTensorDesc* tensor) const {
        if (!shape || !tensor) return "nil";
        return "(dtype: " + ToString(tensor->GetDataType()) + "),(shape:" + ToString(shape->GetStorageShape()) + "),";
    }
    std::string GetTilingContextDebugStr() const { return context_ ? context_->GetNodeName() : "nil"; }
    std::string GetTilingDataDebugStr() const {
        const gert::TilingData* raw = context_ ? context_->GetRawTilingData() : nullptr;
        return raw ? std::to_string(raw->GetDataSize()) + " bytes" : "nil";
    }

    gert::TilingContext* context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_;
    std::uint32_t blockDim_ = 0, numBlocks_ = 0;
    std::uint64_t workspaceSize_ = 0;
    std::uint64_t tilingKey_ = 0;
    AiCoreParams aicoreParams_;
};

}  // namespace Ops::Base
