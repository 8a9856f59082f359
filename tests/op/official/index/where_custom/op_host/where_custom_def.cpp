#include "register/op_def_registry.h"

namespace ops {
class WhereCustom : public OpDef {
public:
    explicit WhereCustom(const char* name) : OpDef(name)
    {
        this->Input("condition").ParamType(REQUIRED).DataType({ge::DT_BOOL}).Format({ge::FORMAT_ND});
        this->Input("x1").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("x2").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).Follow("x1");
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(WhereCustom);
} // namespace ops
