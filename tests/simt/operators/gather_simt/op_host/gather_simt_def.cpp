#include "register/op_def_registry.h"

namespace ops {
class GatherSimt : public OpDef {
public:
    explicit GatherSimt(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_INT64}).FormatList({ge::FORMAT_ND});
        this->Input("indices").ParamType(REQUIRED).DataType({ge::DT_INT32, ge::DT_INT32, ge::DT_INT64}).FormatList({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_INT64}).FormatList({ge::FORMAT_ND});
        this->Attr("axis").AttrType(OPTIONAL).Int(0);
        OpAICoreConfig config;
        config.DynamicCompileStaticFlag(true).DynamicRankSupportFlag(true).ExtendCfgInfo("opFile.value", "gather_simt_apt");
        this->AICore().AddConfig("ascend950", config);
    }
};
OP_ADD(GatherSimt);
} // namespace ops
