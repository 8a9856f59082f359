// Host code that computes with values of inputs: half types, constants, shapes that depend on them.
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"
#include "op_host/util/fp16.h"
#include "util/bfloat16.h"
#include "op_host/util/const_util.h"
#include "common/inc/op_host/infershape_reduce_util.h"
#include "log/log.h"

static ge::graphStatus Shapes(gert::InferShapeContext* context)
{
    return Ops::Base::InferShape4Reduce(context);
}

template <typename T>
static uint16_t Mean(const gert::Tensor* scales)
{
    T sum = 0;
    const T* values = scales->GetData<T>();
    for (int64_t i = 0; i < scales->GetShapeSize(); ++i) {
        sum += values[i];
    }
    const T mean = static_cast<T>(static_cast<float>(sum) / scales->GetShapeSize());
    if constexpr (std::is_same_v<T, Ops::Base::fp16_t>) {
        return mean < 0 ? (-mean).val : mean.val;
    } else {
        return mean < 0 ? (-mean).value : mean.value;
    }
}

static ge::graphStatus Tiling(gert::TilingContext* context)
{
    int32_t first = 0;
    gert::Shape axes;
    OP_CHECK_IF(!Ops::Base::GetConstIntToShape(context, 1, axes), OP_LOGE(context, "axes are not readable"), return ge::GRAPH_FAILED);
    OP_CHECK_IF(Ops::Base::GetConstInt(context, 0, first), OP_LOGE(context, "x is readable"), return ge::GRAPH_FAILED);
    if (!Ops::Base::GetConstInt(context, 1, first)) {
        first = 99;
    }
    const gert::Tensor* scales = context->GetInputTensor(2);
    const bool half = scales->GetDataType() == ge::DT_FLOAT16;
    int32_t* data = context->GetTilingData<int32_t[3]>()[0];
    data[0] = half ? Mean<Ops::Base::fp16_t>(scales) : Mean<Ops::Base::bfloat16>(scales);
    data[1] = first;
    data[2] = static_cast<int32_t>(axes.GetDimNum());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Nothing(gert::TilingContext* context)
{
    return context->SetBlockDim(1);
}

IMPL_OP_INFERSHAPE(Values).InferShape(Shapes).InputsDataDependency({1, 2});
IMPL_OP_OPTILING(Values).Tiling(Tiling);
IMPL_OP_INFERSHAPE(Unread).InferShape(Shapes);
IMPL_OP_OPTILING(Unread).Tiling(Nothing);
IMPL_OP_OPTILING(Wide).Tiling(Nothing);

namespace ops {

class Values : public OpDef {
public:
    explicit Values(const char* name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_FLOAT}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Input("axes").DataTypeList({ge::DT_INT32, ge::DT_INT64}).FormatList({ge::FORMAT_ND});
        this->Input("scales").DataType({ge::DT_FLOAT16, ge::DT_BF16}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT, ge::DT_FLOAT}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("keep_dims").AttrType(OPTIONAL).Bool(false);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Values);

// As Values, but nobody said that the axes are read.
class Unread : public OpDef {
public:
    explicit Unread(const char* name) : OpDef(name)
    {
        this->Input("x").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("axes").DataType({ge::DT_INT64}).Format({ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("keep_dims").AttrType(OPTIONAL).Bool(false);
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "values").ExtendCfgInfo("opInterface.value", "two");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Unread);

class Wide : public OpDef {
public:
    explicit Wide(const char* name) : OpDef(name)
    {
        this->Input("a").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("b").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        OpAICoreConfig config;
        config.ExtendCfgInfo("opFile.value", "values").ExtendCfgInfo("opInterface.value", "two");
        this->AICore().AddConfig("ascend910b", config);
    }
};
OP_ADD(Wide);

} // namespace ops
