#include "op_common/op_kernel/math_util.h"
#include "kernel_operator.h"

#ifdef DTYPE_SCALES
extern "C" __global__ __aicore__ void values(GM_ADDR x, GM_ADDR axes, GM_ADDR scales, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    ((__gm__ float*)y)[0] = static_cast<float>(((__gm__ int32_t*)tiling)[1]);
}
#else
extern "C" __global__ __aicore__ void two(GM_ADDR a, GM_ADDR b, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    ((__gm__ float*)y)[0] = ((__gm__ float*)a)[0] + ((__gm__ float*)b)[0];
}
#endif
