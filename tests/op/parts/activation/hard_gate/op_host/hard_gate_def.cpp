#include "register/op_def_registry.h"
namespace ops {
class HardGate : public OpDef {
public:
    explicit HardGate(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataTypeList({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16}).FormatList({ge::FORMAT_ND}).AutoContiguous();
        this->Input("gate").ParamType(OPTIONAL).DataTypeList({ge::DT_FLOAT}).FormatList({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).Follow("x");
        this->Attr("alpha").AttrType(OPTIONAL).Float(0.2);
        this->Attr("approximate").AttrType(OPTIONAL).String("none");
        OpAICoreConfig c;
        c.DynamicShapeSupportFlag(true).ExtendCfgInfo("opFile.value", "hard_gate_apt");
        this->AICore().AddConfig("ascend950", c);
    }
};
OP_ADD(HardGate);
}
