#include "arch35/square_diff_regbase.h"

extern "C" __global__ __aicore__ void square_diff(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    Own::FlatKernel<DTYPE_X1, DTYPE_Y, 2> op(data, &pipe);
    op.Process([](auto& to, auto* from, uint32_t count) {
        SquareDiffRegbase::Compute<DTYPE_X1>(to, from[0], from[1], count);
    }, y, x1, x2);
}
