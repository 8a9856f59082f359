#include "register/op_def_registry.h"

namespace ops {
class BinCountSimt : public OpDef {
public:
    explicit BinCountSimt(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_INT32, ge::DT_INT64}).FormatList({ge::FORMAT_ND});
        this->Input("weights").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_FLOAT}).FormatList({ge::FORMAT_ND});
        this->Output("counts").ParamType(REQUIRED).DataType({ge::DT_INT32, ge::DT_INT32}).FormatList({ge::FORMAT_ND});
        this->Output("sums").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT}).FormatList({ge::FORMAT_ND});
        this->Attr("bins").AttrType(REQUIRED).Int();
        OpAICoreConfig config;
        config.DynamicCompileStaticFlag(true).DynamicRankSupportFlag(true);
        this->AICore().AddConfig("ascend950", config);
    }
};
OP_ADD(BinCountSimt);
} // namespace ops
