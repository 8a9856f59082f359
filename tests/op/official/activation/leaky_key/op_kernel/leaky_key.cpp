#include "../inc/flat_kernel.h"
#include "leaky_key_tiling_key.h"

template <uint64_t MODE, bool NEGATE, typename T>
__aicore__ inline void LeakyKeyImpl(const FlatTilingData& data, GM_ADDR x, GM_ADDR y)
{
    AscendC::TPipe pipe;
    Own::FlatKernel<T> op(data, &pipe);
    const T slope = static_cast<T>(NEGATE ? -data.scalar : data.scalar);
    op.Process([slope](auto& to, auto* from, uint32_t count) {
        if constexpr (MODE == LEAKY_MODE_PLAIN) {
            AscendC::Relu(to, from[0], static_cast<int32_t>(count));
        } else {
            AscendC::LeakyRelu(to, from[0], slope, static_cast<int32_t>(count));
        }
    }, y, x);
}

#ifdef __CCE_KT_TEST__
extern "C" __global__ __aicore__ void leaky_key(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA_WITH_STRUCT(FlatTilingData, data, tiling);
    LeakyKeyImpl<LEAKY_MODE_LEAKY, false, DTYPE_X>(data, x, y);
}
#else
template <uint64_t MODE, bool NEGATE>
__global__ __aicore__ void leaky_key(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    LeakyKeyImpl<MODE, NEGATE, DTYPE_X>(data, x, y);
}
#endif
