#pragma once
#include "op_common/op_host/util/opbase_export.h"
#include "op_host/tiling_base_util.h"
#include "op_host/util/platform_util.h"
#include "register/op_impl_registry.h"
#include "atvoss/util/dag.h"
#include "atvoss/broadcast/broadcast_base_struct.h"

namespace Ops { namespace Base {
inline const gert::Shape& EnsureNotScalar(const gert::Shape& shape)
{
    static const gert::Shape one = {1};
    return shape.IsScalar() ? one : shape;
}
OPBASE_API ge::graphStatus TileBroadcast(gert::TilingContext* context, BroadcastTilingData<BROADCAST_DIMS>* data);

template <typename Dag>
class BroadcastBaseTiling {
public:
    explicit BroadcastBaseTiling(gert::TilingContext* context) : context_(context) {}
    ge::graphStatus DoTiling()
    {
        if (GetNddmaDcacheSize(context_) != 8192) {
            return ge::GRAPH_FAILED;
        }
        return TileBroadcast(context_, context_->template GetTilingData<BroadcastTilingData<BROADCAST_DIMS>>());
    }
    uint64_t GetSchMode() const { return 1; }

private:
    gert::TilingContext* context_;
};
} }
