#include "register/op_def_registry.h"

namespace ops {
class ArangeCustom : public OpDef {
public:
    explicit ArangeCustom(const char* name) : OpDef(name)
    {
        this->Input("start").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).ValueDepend(REQUIRED);
        this->Input("limit").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).ValueDepend(REQUIRED);
        this->Input("delta").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).ValueDepend(REQUIRED);
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(ArangeCustom);
} // namespace ops
