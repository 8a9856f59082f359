#include "register/op_def_registry.h"

namespace ops {
class AccumulateRef : public OpDef {
public:
    explicit AccumulateRef(const char* name) : OpDef(name)
    {
        this->Input("var").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("var").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(AccumulateRef);
} // namespace ops
