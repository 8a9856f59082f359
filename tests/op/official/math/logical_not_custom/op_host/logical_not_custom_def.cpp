#include "register/op_def_registry.h"

namespace ops {
class LogicalNotCustom : public OpDef {
public:
    explicit LogicalNotCustom(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_BOOL}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_BOOL}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(LogicalNotCustom);
} // namespace ops
