#include "../inc/flat_kernel.h"

extern "C" __global__ __aicore__ void cast_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    Own::FlatKernel<DTYPE_X, DTYPE_Y> op(data, &pipe);
#if ORIG_DTYPE_Y == DT_INT32
    constexpr auto MODE = AscendC::RoundMode::CAST_TRUNC;
#elif ORIG_DTYPE_X == DT_FLOAT16
    constexpr auto MODE = AscendC::RoundMode::CAST_NONE;
#else
    constexpr auto MODE = AscendC::RoundMode::CAST_RINT;
#endif
    op.Process([](auto& to, auto* from, uint32_t count) { AscendC::Cast(to, from[0], MODE, count); }, y, x);
}
