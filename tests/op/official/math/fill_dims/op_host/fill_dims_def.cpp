#include "register/op_def_registry.h"

namespace ops {
class FillDims : public OpDef {
public:
    explicit FillDims(const char* name) : OpDef(name)
    {
        this->Input("dims").ParamType(REQUIRED).DataType({ge::DT_INT64, ge::DT_INT64}).Format({ge::FORMAT_ND, ge::FORMAT_ND}).ValueDepend(REQUIRED);
        this->Input("value").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(FillDims);
} // namespace ops
