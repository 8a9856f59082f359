// y = leaky(a * b + bias): half in, float out. Blocks are groups of one cube core and two vector cores.
#include "mat_mul_leaky_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"

using namespace matmul_tiling;

namespace optiling {
static ge::graphStatus TilingFunc(gert::TilingContext* context)
{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const auto& shapeA = context->GetInputTensor(0)->GetOriginShape();
    const auto& shapeB = context->GetInputTensor(1)->GetOriginShape();
    const int32_t m = shapeA.GetDim(0), n = shapeB.GetDim(1), k = shapeA.GetDim(1);
    MultiCoreMatmulTiling cube(platform);
    cube.SetDim(platform.GetCoreNumAiv());
    cube.SetAType(TPosition::GM, CubeFormat::ND, matmul_tiling::DataType::DT_FLOAT16);
    cube.SetBType(TPosition::GM, CubeFormat::ND, matmul_tiling::DataType::DT_FLOAT16);
    cube.SetCType(TPosition::VECIN, CubeFormat::ND_ALIGN, matmul_tiling::DataType::DT_FLOAT);
    cube.SetBiasType(TPosition::GM, CubeFormat::ND, matmul_tiling::DataType::DT_FLOAT);
    cube.SetShape(m, n, k);
    cube.SetOrgShape(m, n, k);
    cube.SetFixSplit(32, 32, -1);
    cube.SetBias(true);
    cube.SetBufferSpace(-1, -1, -1);
    MatMulLeakyTilingData tiling;
    if (cube.GetTiling(tiling.cubeTilingData) == -1) {
        return ge::GRAPH_FAILED;
    }
    tiling.set_slope(*context->GetAttrs()->GetFloat(0));
    context->SetBlockDim((tiling.cubeTilingData.get_usedCoreNum() + 1) / 2);
    context->SetTilingKey(0);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->GetWorkspaceSizes(1)[0] = platform.GetLibApiWorkSpaceSize();
    return ge::GRAPH_SUCCESS;
}
} // namespace optiling

namespace ge {
static graphStatus InferShape(gert::InferShapeContext* context)
{
    gert::Shape* y = context->GetOutputShape(0);
    y->SetDimNum(2);
    y->SetDim(0, context->GetInputShape(0)->GetDim(0));
    y->SetDim(1, context->GetInputShape(1)->GetDim(1));
    return GRAPH_SUCCESS;
}
} // namespace ge

namespace ops {
class MatMulLeaky : public OpDef {
public:
    explicit MatMulLeaky(const char* name) : OpDef(name)
    {
        this->Input("a").ParamType(REQUIRED).DataType({ge::DT_FLOAT16}).Format({ge::FORMAT_ND});
        this->Input("b").ParamType(REQUIRED).DataType({ge::DT_FLOAT16}).Format({ge::FORMAT_ND});
        this->Input("bias").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("slope").AttrType(OPTIONAL).Float(0.25);
        this->SetInferShape(ge::InferShape);
        this->AICore().SetTiling(optiling::TilingFunc).AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(MatMulLeaky);
} // namespace ops
