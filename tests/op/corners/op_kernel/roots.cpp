#include "kernel_operator.h"

#ifdef DTYPE_INDICES
extern "C" __global__ __aicore__ void sqrt(GM_ADDR x, GM_ADDR indices, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    if (TILING_KEY_IS(10000000000000001UL)) {
#if TILING_KEY_VAR == 10000000000000001
        ((__gm__ DTYPE_Y*)y)[0] = ((__gm__ DTYPE_X*)x)[*(__gm__ uint64_t*)tiling];
#endif
    } else {
        ((__gm__ float*)y)[0] = -1.0f;
    }
}
#elif defined(DTYPE_XS)
extern "C" __global__ __aicore__ void lists(GM_ADDR xs, GM_ADDR ys, GM_ADDR workspace, GM_ADDR tiling)
{
    // decoded by hand, as most kernels do
    __gm__ uint64_t* from = reinterpret_cast<__gm__ uint64_t*>(xs);
    __gm__ uint64_t* to = reinterpret_cast<__gm__ uint64_t*>(ys);
    AscendC::ListTensorDesc list(xs);
    for (uint32_t i = 0; i < list.GetSize(); ++i) {
        auto* source = reinterpret_cast<__gm__ float*>(*(from + (from[0] >> 3) + i));
        auto* target = reinterpret_cast<__gm__ float*>(*(to + (to[0] >> 3) + i));
        target[0] = source[0] + i + *reinterpret_cast<__gm__ int32_t*>(tiling);
    }
}
#elif defined(DTYPE_FOUND)
extern "C" __global__ __aicore__ void non_zero(GM_ADDR z, GM_ADDR found, GM_ADDR shapes, GM_ADDR workspace, GM_ADDR tiling)
{
    __gm__ uint64_t* shape = reinterpret_cast<__gm__ uint64_t*>(shapes);
    shape[0] = (1ull << 31) | 1;
    shape[1] = 0;
    for (int i = 0; i < 6; ++i) {
        const float value = reinterpret_cast<__gm__ float*>(z)[i];
        if (value != 0.0f) {
            reinterpret_cast<__gm__ float*>(found)[shape[1]++] = value;
        }
    }
}
#elif defined(DTYPE_Y)
extern "C" __global__ __aicore__ void convert(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    ((__gm__ DTYPE_Y*)y)[0] += static_cast<DTYPE_Y>(((__gm__ DTYPE_X*)x)[0]);
}
#else
extern "C" __global__ __aicore__ void write_in_place(GM_ADDR x, GM_ADDR workspace, GM_ADDR tiling)
{
    ((__gm__ float*)x)[0] += *(__gm__ int32_t*)tiling;
}
#endif
