#include "../inc/flat_kernel.h"

extern "C" __global__ __aicore__ void clip_by_tensors(GM_ADDR x, GM_ADDR min, GM_ADDR max, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
#if TILING_KEY_VAR == 3
    Own::FlatKernel<DTYPE_X, DTYPE_X, 3> op(data, &pipe);
    op.Process([](auto& to, auto* from, uint32_t count) {
        AscendC::Max(to, from[0], from[1], static_cast<int32_t>(count));
        AscendC::Min(to, to, from[2], static_cast<int32_t>(count));
    }, y, x, min, max);
#else
    Own::FlatKernel<DTYPE_X, DTYPE_X, 2> op(data, &pipe);
    if (TILING_KEY_IS(1)) {
        op.Process([](auto& to, auto* from, uint32_t count) { AscendC::Max(to, from[0], from[1], static_cast<int32_t>(count)); }, y, x, min);
    } else if (TILING_KEY_IS(2)) {
        op.Process([](auto& to, auto* from, uint32_t count) { AscendC::Min(to, from[0], from[1], static_cast<int32_t>(count)); }, y, x, max);
    }
#endif
}
