#include "register/op_def_registry.h"
namespace ops {
class SplitList : public OpDef {
public:
    const std::vector<ge::DataType> types = {ge::DT_FLOAT, ge::DT_INT32, ge::DT_BF16, ge::DT_INT8, ge::DT_INT64, ge::DT_BOOL};
    const std::vector<ge::Format> formats = std::vector<ge::Format>(types.size(), ge::FORMAT_ND);
    explicit SplitList(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Output("y").ParamType(DYNAMIC).DataType(types).Format(formats);
        this->Attr("split_sizes").ListInt();
        this->Attr("dim").AttrType(OPTIONAL).Int(0);
        this->Attr("scales").AttrType(OPTIONAL).ListFloat({1.0f, 0.5});
        this->Attr("flags").AttrType(OPTIONAL).ListBool({true, false});
        this->Attr("table").AttrType(OPTIONAL).ListListInt({{1, 2}, {3}});
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(SplitList);
}
