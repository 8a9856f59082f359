// Tilings as classes: the steps of one, and which of several fits. Repositories of operators bring this themselves; ours
// stands in for a folder that was copied out of its repository.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lanewise/op/helpers.h"
#include "lanewise/op/log.h"
#include "lanewise/op/registry.h"

namespace Ops::Base {

struct AiCoreParams {
    std::uint64_t ubSize = 0, numBlocks = 0, blockDim = 0, aicNum = 0, l1Size = 0, l0aSize = 0, l0bSize = 0, l0cSize = 0;
};

class TilingBaseClass {
  public:
    explicit TilingBaseClass(gert::TilingContext* context) : context_(context) {}
    virtual ~TilingBaseClass() = default;

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

    gert::TilingContext* context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_;
    std::uint32_t blockDim_ = 0, numBlocks_ = 0;
    std::uint64_t workspaceSize_ = 0;
    std::uint64_t tilingKey_ = 0;
    AiCoreParams aicoreParams_;
};

// The classes of an operator are tried in ascending order; one that does not fit says PARAM_INVALID.
class TilingRegistry {
  public:
    using Maker = std::unique_ptr<TilingBaseClass> (*)(gert::TilingContext*);

    static TilingRegistry& GetInstance() {
        static TilingRegistry registry;
        return registry;
    }
    bool Add(const std::string& type, int priority, Maker make, int arch = 0) {
        classes_[type].emplace(priority, Entry{make, arch});
        return true;
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context) {
        for (const auto& [priority, entry] : classes_[context->GetNodeType()])
            if (const ge::graphStatus status = tried(entry, context); status != ge::GRAPH_PARAM_INVALID) return status;
        return none(context);
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context, const std::vector<std::int32_t>& priorities) {
        const auto& all = classes_[context->GetNodeType()];
        for (const std::int32_t priority : priorities)
            for (auto [at, end] = all.equal_range(priority); at != end; ++at)
                if (const ge::graphStatus status = tried(at->second, context); status != ge::GRAPH_PARAM_INVALID) return status;
        return none(context);
    }

  private:
    struct Entry {
        Maker make;
        int arch;
    };
    // A class for other chips does not take the call.
    static ge::graphStatus tried(const Entry& entry, gert::TilingContext* context) {
        const int here = static_cast<int>(platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch());
        return entry.arch && entry.arch != here ? ge::GRAPH_PARAM_INVALID : entry.make(context)->DoTiling();
    }
    static ge::graphStatus none(gert::TilingContext* context) {
        LANEWISE_LOG_ERROR(context, "no tiling class of %s takes this call", context->GetNodeType());
        return ge::GRAPH_FAILED;
    }
    std::map<std::string, std::multimap<int, Entry>> classes_;
};
using TilingRegistryNew = TilingRegistry;
using TilingRegistryArch = TilingRegistry;

}  // namespace Ops::Base

#define LANEWISE_TILING_TEMPLATE(type, class_name, priority, arch)                                        \
    [[maybe_unused]] static const bool LANEWISE_JOINED(lanewise_tiling_, __COUNTER__) =                    \
        ::Ops::Base::TilingRegistry::GetInstance().Add(type, priority, [](gert::TilingContext* context)    \
            -> std::unique_ptr<::Ops::Base::TilingBaseClass> { return std::make_unique<class_name>(context); }, arch);
#define REGISTER_OPS_TILING_TEMPLATE(op_type, class_name, priority) LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority, 0)
#define REGISTER_TILING_TEMPLATE(op_type, class_name, priority) LANEWISE_TILING_TEMPLATE(op_type, class_name, priority, 0)
#define REGISTER_TILING_TEMPLATE_WITH_ARCH(op_type, class_name, arch, priority) \
    LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority, static_cast<int>(arch))
#define REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(op_type, class_name, soc, priority) \
    LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority, ::lanewise::host::arch_of(soc))

namespace optiling {
using Ops::Base::AiCoreParams;
using Ops::Base::TilingBaseClass;
using Ops::Base::TilingRegistry;
}  // namespace optiling
