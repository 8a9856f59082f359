#pragma once
#include "op_host/tiling_base_class.h"
#include "register/op_impl_registry.h"
#include "../op_kernel/total_tiling_data.h"
#include "log/log.h"
namespace optiling {
using Ops::Base::TilingBaseClass;
class TotalTiling : public TilingBaseClass {
public:
    explicit TotalTiling(gert::TilingContext* context) : TilingBaseClass(context) {}
protected:
    bool IsCapable() override { return true; }
    ge::graphStatus GetPlatformInfo() override;
    ge::graphStatus GetShapeAttrsInfo() override;
    ge::graphStatus DoOpTiling() override;
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    uint64_t GetTilingKey() const override { return 7; }
    ge::graphStatus GetWorkspaceSize() override;
    ge::graphStatus PostTiling() override;
private:
    int64_t n_ = 0;
    TotalTilingData data_{};
};
}
