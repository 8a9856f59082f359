#include "register/op_def_registry.h"

namespace ops {

static const std::vector<ge::DataType> FLOATS = {ge::DT_FLOAT};

class Corner : public OpDef {
public:
    explicit Corner(const char* name) : OpDef(name)
    {
        this->Input("x").ParamType(REQUIRED).DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Input("nd").ParamType(OPTIONAL).DataType({ge::DT_INT32}).Format({ge::FORMAT_ND});
        this->Input("last").ParamType(OPTIONAL).DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Attr("mode").String("");
        this->Attr("number").AttrType(OPTIONAL).Int(true);
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(Corner)

// Its kernel is called like a function of C; the file is named by the configuration.
class Sqrt : public OpDef {
public:
    explicit Sqrt(const char* name) : OpDef(name)
    {
        this->Input("x").DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Input("indices").DataType({ge::DT_INT64}).Format({ge::FORMAT_ND});
        this->Output("y").DataType(FLOATS).Format({ge::FORMAT_ND}).Follow("x", FollowType::SHAPE);
        OpAICoreConfig config;
        config.AsyncFlag(false).HeavyOpFlag(true).RangeLimitValue("unlimited").ExtendCfgInfo("opFile.value", "roots");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Sqrt, None);

// No output: the argument is the result.
class InPlace : public OpDef {
public:
    explicit InPlace(const char* name) : OpDef(name)
    {
        this->Input("x").DataType(FLOATS).Format({ge::FORMAT_ND});
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "roots").ExtendCfgInfo("opInterface.value", "write_in_place");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(InPlace);

// Lists in and out; what the kernel does not write starts as 7.
class Lists : public OpDef {
public:
    explicit Lists(const char* name) : OpDef(name)
    {
        this->Input("xs").ParamType(DYNAMIC).DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Output("ys").ParamType(DYNAMIC).DataType(FLOATS).Format({ge::FORMAT_ND}).Follow("xs").InitValue(7);
        this->Attr("rows").AttrType(OPTIONAL).ListListInt({});
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "roots");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Lists);

// The same input fits several columns; the output starts as -3 where the kernel adds nothing.
class Convert : public OpDef {
public:
    explicit Convert(const char* name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_INT32, ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
            .InitValue({ScalarType::INT32, -3});
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "roots");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Convert);

// A block is one cube core and two vector cores.
class Mixed : public OpDef {
public:
    explicit Mixed(const char* name) : OpDef(name)
    {
        this->Input("m").DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Output("mixed").DataType(FLOATS).Format({ge::FORMAT_ND}).Follow("m");
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "mixed");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Mixed);

// The kernel says how many there are.
class NonZero : public OpDef {
public:
    explicit NonZero(const char* name) : OpDef(name)
    {
        this->Input("z").DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Output("found").DataType(FLOATS).Format({ge::FORMAT_ND}).Follow("z").OutputShapeDependOnCompute();
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "roots");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(NonZero);

class Newer : public OpDef {
public:
    explicit Newer(const char* name) : OpDef(name)
    {
        this->Input("x").DataType(FLOATS).Format({ge::FORMAT_ND});
        this->Output("y").DataType(FLOATS).Format({ge::FORMAT_ND}).Follow("x");
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Newer);

class Later : public OpDef {
public:
    explicit Later(const char* name) : OpDef(name)
    {
        this->Input("x").DataType(FLOATS).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(Later);

} // namespace ops
