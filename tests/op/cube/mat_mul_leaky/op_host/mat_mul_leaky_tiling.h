// The product's tiling inside the operator's own.
#ifndef MAT_MUL_LEAKY_TILING_H
#define MAT_MUL_LEAKY_TILING_H
#include "register/tilingdata_base.h"
#include "tiling/tiling_api.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(MatMulLeakyTilingData)
    TILING_DATA_FIELD_DEF(float, slope);
    TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, cubeTilingData);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(MatMulLeaky, MatMulLeakyTilingData)
} // namespace optiling
#endif
