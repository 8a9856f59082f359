#include "register/op_def_registry.h"

namespace ops {
class SquareDiff : public OpDef {
public:
    explicit SquareDiff(const char* name) : OpDef(name)
    {
        this->Input("x1").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Input("x2").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        OpAICoreConfig newer;
        newer.DynamicCompileStaticFlag(true).DynamicRankSupportFlag(true).ExtendCfgInfo("opFile.value", "square_diff_apt");
        this->AICore().AddConfig("ascend910b");
        this->AICore().AddConfig("ascend950", newer);
    }
};
OP_ADD(SquareDiff);
} // namespace ops
