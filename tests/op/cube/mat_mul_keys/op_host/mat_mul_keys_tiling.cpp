#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"
#include "../op_kernel/mat_mul_keys_tiling.h"

namespace optiling {
struct MatMulKeysCompileInfo {
    uint32_t cubes = 0;
    uint64_t library = 0;
};

static ge::graphStatus Parse(gert::TilingParseContext* context)
{
    auto* info = context->GetCompiledInfo<MatMulKeysCompileInfo>();
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    info->cubes = platform.GetCoreNumAic();
    info->library = platform.GetLibApiWorkSpaceSize();
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Tiling(gert::TilingContext* context)
{
    const auto* info = reinterpret_cast<const MatMulKeysCompileInfo*>(context->GetCompileInfo());
    auto* data = context->GetTilingData<MatMulKeysTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const bool transposed = *context->GetAttrs()->GetBool(0);
    const float offset = *context->GetAttrs()->GetFloat(1);
    const auto& a = context->GetInputShape(0)->GetStorageShape();
    const auto& b = context->GetInputShape(1)->GetStorageShape();
    const int64_t m = a.GetDim(0), k = a.GetDim(1), n = b.GetDim(transposed ? 0 : 1);
    OP_CHECK_IF(b.GetDim(transposed ? 1 : 0) != k, OP_LOGE(context->GetNodeName(), "x1 and x2 differ in k"), return ge::GRAPH_FAILED);
    const auto type = static_cast<matmul_tiling::DataType>(context->GetInputDesc(0)->GetDataType());
    matmul_tiling::MultiCoreMatmulTiling cube(platform_ascendc::PlatformAscendC(context->GetPlatformInfo()));
    cube.SetDim(info->cubes);
    cube.SetAType(matmul_tiling::TPosition::GM, matmul_tiling::CubeFormat::ND, type, false);
    cube.SetBType(matmul_tiling::TPosition::GM, matmul_tiling::CubeFormat::ND, type, transposed);
    cube.SetCType(matmul_tiling::TPosition::GM, matmul_tiling::CubeFormat::ND, matmul_tiling::DataType::DT_FLOAT);
    const bool bias = context->GetOptionalInputShape(2) != nullptr;
    if (bias) {
        cube.SetBiasType(matmul_tiling::TPosition::GM, matmul_tiling::CubeFormat::ND, matmul_tiling::DataType::DT_FLOAT);
    }
    cube.EnableBias(bias);
    cube.SetOrgShape(m, n, k);
    cube.SetShape(m, n, k);
    cube.SetBufferSpace(-1, -1, -1);
    OP_CHECK_IF(cube.GetTiling(data->mm) == -1, OP_LOGE(context->GetNodeName(), "no tiling"), return ge::GRAPH_FAILED);
    data->transposed = transposed;
    data->offset = offset;
    context->SetBlockDim(data->mm.usedCoreNum);
    context->SetTilingKey(offset == 0 ? KEY_CUBE : KEY_BOTH);
    const uint64_t own = offset == 0 ? 0 : static_cast<uint64_t>(m) * n * sizeof(float);
    context->GetWorkspaceSizes(1)[0] = info->library + own;
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferShape(gert::InferShapeContext* context)
{
    const bool transposed = *context->GetAttrs()->GetBool(0);
    gert::Shape* y = context->GetOutputShape(0);
    y->SetDimNum(0);
    y->AppendDim(context->GetInputShape(0)->GetDim(0));
    y->AppendDim(context->GetInputShape(1)->GetDim(transposed ? 0 : 1));
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(MatMulKeys).Tiling(Tiling).TilingParse<MatMulKeysCompileInfo>(Parse);
IMPL_OP_INFERSHAPE(MatMulKeys).InferShape(InferShape);
} // namespace optiling
