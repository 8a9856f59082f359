#include "register/op_def_registry.h"

namespace ops {
class RowSoftmaxLib : public OpDef {
public:
    explicit RowSoftmaxLib(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(RowSoftmaxLib);
} // namespace ops
