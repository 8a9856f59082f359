#include "../inc/flat_kernel.h"

extern "C" __global__ __aicore__ void accumulate_ref(GM_ADDR var, GM_ADDR x, GM_ADDR var_ref, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    Own::FlatKernel<DTYPE_VAR, DTYPE_VAR_REF, 2> op(data, &pipe);
    op.Process([](auto& to, auto* from, uint32_t count) { AscendC::Add(to, from[0], from[1], static_cast<int32_t>(count)); }, var_ref, var, x);
}
