#include "register/op_def_registry.h"

namespace ops {
class ForeachSubList : public OpDef {
public:
    explicit ForeachSubList(const char* name) : OpDef(name)
    {
        this->Input("x1").ParamType(DYNAMIC).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("x2").ParamType(DYNAMIC).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(DYNAMIC).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(ForeachSubList);
} // namespace ops
