// The repository's own registry of tiling classes, on the toolkit's base class.
#pragma once
#include <functional>
#include <map>
#include "op_host/tiling_base_class.h"

namespace Ops::Own {
using Ops::Base::TilingBaseClass;

class TilingRegistry {
public:
    using Maker = std::function<std::unique_ptr<TilingBaseClass>(gert::TilingContext*)>;
    static TilingRegistry& Get()
    {
        static TilingRegistry registry;
        return registry;
    }
    int Add(int priority, Maker make)
    {
        makers_[priority] = std::move(make);
        return priority;
    }
    ge::graphStatus Tile(gert::TilingContext* context) const
    {
        for (const auto& entry : makers_) {
            const ge::graphStatus status = entry.second(context)->DoTiling();
            if (status != ge::GRAPH_PARAM_INVALID) {
                return status;
            }
            OP_LOGD(context, "class %d does not fit", entry.first);
        }
        OP_LOGE(context, "no tiling class fits");
        return ge::GRAPH_FAILED;
    }

private:
    std::map<int, Maker> makers_;
};
} // namespace Ops::Own

#define REGISTER_OWN_TILING(Class, priority)                            \
    static const int g_registered##Class = Ops::Own::TilingRegistry::Get().Add(priority, \
        [](gert::TilingContext* context) { return std::make_unique<Class>(context); })
