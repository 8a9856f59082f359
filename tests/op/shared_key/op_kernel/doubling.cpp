#include "kernel_operator.h"
#include "other_key.h"

#ifdef __CCE_KT_TEST__
extern "C" __global__ __aicore__ void doubling(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling, GM_ADDR mode) {}
#else
template <typename D_T, uint64_t MORE>
__global__ __aicore__ void doubling(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    const int64_t count = *reinterpret_cast<__gm__ int64_t*>(tiling);
    for (int64_t i = 0; i < count; ++i) ((__gm__ D_T*)y)[i] = ((__gm__ D_T*)x)[i] * 2 + static_cast<D_T>(MORE);
}
#endif
