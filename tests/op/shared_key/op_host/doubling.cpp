// The arguments of its kernel's template are declared in a header that belongs to another operator.
#include "../op_kernel/other_key.h"
#include "register/op_def_registry.h"

static ge::graphStatus Tile(gert::TilingContext* context) {
    *context->GetTilingData<int64_t>() = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    context->SetTilingKey(GET_TPL_TILING_KEY(static_cast<uint64_t>(context->GetInputDesc(0)->GetDataType()), 8));
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

namespace ops {
class Doubling : public OpDef {
  public:
    explicit Doubling(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_INT32}).Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y").Follow("x");
        this->AICore().SetTiling(Tile).AddConfig("ascend910b");
    }
};
OP_ADD(Doubling)
}  // namespace ops
