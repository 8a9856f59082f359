#include "register/op_def_registry.h"

namespace ops {
class LeakyKey : public OpDef {
public:
    explicit LeakyKey(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("negative_slope").AttrType(OPTIONAL).Float(0.01);
        this->Attr("mode").AttrType(OPTIONAL).String("leaky");
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(LeakyKey);
} // namespace ops
