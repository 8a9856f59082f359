#include "register/op_def_registry.h"

namespace ops {
class SquaresSum : public OpDef {
public:
    explicit SquaresSum(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("axes").ParamType(REQUIRED).DataType({ge::DT_INT64}).Format({ge::FORMAT_ND}).ValueDepend(REQUIRED);
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("keep_dims").AttrType(OPTIONAL).Bool(false);
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(SquaresSum);
} // namespace ops
