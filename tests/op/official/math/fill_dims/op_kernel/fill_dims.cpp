#include "../inc/flat_tiling_data.h"
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void fill_dims(GM_ADDR dims, GM_ADDR value, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    GlobalTensor<DTYPE_Y> one, out;
    one.SetGlobalBuffer((__gm__ DTYPE_Y*)value, 1);
    const int64_t start = GetBlockIdx() * data.perCore;
    const int64_t count = data.total - start < data.perCore ? data.total - start : data.perCore;
    out.SetGlobalBuffer((__gm__ DTYPE_Y*)y + start, count);
    InitOutput<DTYPE_Y>(out, count, one.GetValue(0));
}
