#include "register/op_def_registry.h"

namespace ops {
class PadRows : public OpDef {
public:
    explicit PadRows(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("pads").AttrType(REQUIRED).ListInt();
        this->Attr("value").AttrType(OPTIONAL).Float(0);
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(PadRows);
} // namespace ops
