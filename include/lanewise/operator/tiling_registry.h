// Which of several tiling classes fits. Repositories of operators bring this themselves, in namespaces of their own; ours stands in for
// a folder that was copied out of its repository.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lanewise/operator/tiling_base_class.h"

namespace Ops::Base {

// The classes of an operator are tried in ascending order; one that does not fit says PARAM_INVALID.
class TilingRegistry {
  public:
    using Maker = std::unique_ptr<TilingBaseClass> (*)(gert::TilingContext*);

    static TilingRegistry& GetInstance() {
        static TilingRegistry registry;
        return registry;
    }
    bool Add(const std::string& type, int priority, Maker make, std::vector<int> archs = {}) {
        classes_[type].emplace(priority, Entry{make, std::move(archs)});
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
        std::vector<int> archs;  // none: every chip's
    };
    // A class for other chips does not take the call.
    static ge::graphStatus tried(const Entry& entry, gert::TilingContext* context) {
        const int here = static_cast<int>(platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch());
        const bool fits = entry.archs.empty() || std::count(entry.archs.begin(), entry.archs.end(), here);
        return fits ? entry.make(context)->DoTiling() : ge::GRAPH_PARAM_INVALID;
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

namespace lanewise::op {

// The chips of a class: one or a list of them, as enumerators or numbers.
template <class T>
std::vector<int> archs_of(const T& said) {
    if constexpr (requires { said.begin(); }) {
        std::vector<int> all;
        for (const auto& one : said) all.push_back(static_cast<int>(one));
        return all;
    } else {
        return {static_cast<int>(said)};
    }
}
template <class T>
std::vector<int> archs_of_socs(const T& said) {
    std::vector<int> all = archs_of(said);
    for (int& one : all) one = host::arch_of(static_cast<platform_ascendc::SocVersion>(one));
    return all;
}

}  // namespace lanewise::op

#define LANEWISE_TILING_TEMPLATE(type, class_name, priority, ...)                                         \
    [[maybe_unused]] static const bool LANEWISE_JOINED(lanewise_tiling_, __COUNTER__) =                    \
        ::Ops::Base::TilingRegistry::GetInstance().Add(type, priority, [](gert::TilingContext* context)    \
            -> std::unique_ptr<::Ops::Base::TilingBaseClass> { return std::make_unique<class_name>(context); } __VA_OPT__(,) __VA_ARGS__);
#define REGISTER_OPS_TILING_TEMPLATE(op_type, class_name, priority) LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority)
#define REGISTER_TILING_TEMPLATE(op_type, class_name, priority) LANEWISE_TILING_TEMPLATE(op_type, class_name, priority)
#define REGISTER_TILING_TEMPLATE_WITH_ARCH(op_type, class_name, arch, priority) \
    LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority, ::lanewise::op::archs_of(arch))
#define REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(op_type, class_name, soc, priority) \
    LANEWISE_TILING_TEMPLATE(#op_type, class_name, priority, ::lanewise::op::archs_of_socs(soc))
#define REGISTER_TILING_TEMPLATE_NEW(op_type, class_name, soc, priority) \
    REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(op_type, class_name, soc, priority)

// Each repository has these in a namespace of its own.
#define LANEWISE_REPOSITORY(name)                              \
    namespace Ops::name::OpTiling { using namespace ::Ops::Base; } \
    namespace Ops::name::Optiling { using namespace ::Ops::Base; }
LANEWISE_REPOSITORY(NN)
LANEWISE_REPOSITORY(Math)
LANEWISE_REPOSITORY(Cv)
LANEWISE_REPOSITORY(Transformer)
#undef LANEWISE_REPOSITORY

namespace optiling {
using Ops::Base::AiCoreParams;
using Ops::Base::TilingBaseClass;
using Ops::Base::TilingRegistry;
using Ops::Base::TilingRegistryArch;
using Ops::Base::TilingRegistryNew;
}  // namespace optiling
