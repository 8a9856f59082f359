#include "arch35/gather_simt.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void gather_simt(GM_ADDR x, GM_ADDR indices, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(GatherSimtTilingData);
    GET_TILING_DATA(tilingData, tiling);
    if (TILING_KEY_IS(1)) {
        GatherSimtNs::Gather<DTYPE_X, DTYPE_INDICES, uint32_t> op(&tilingData);
        op.Init(x, indices, y);
        op.Process();
    } else if (TILING_KEY_IS(2)) {
        GatherSimtNs::Gather<DTYPE_X, DTYPE_INDICES, uint64_t> op(&tilingData);
        op.Init(x, indices, y);
        op.Process();
    }
}
