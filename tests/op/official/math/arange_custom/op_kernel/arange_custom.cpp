#include "kernel_operator.h"
#include "arange_custom_tiling_data.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void arange_custom(GM_ADDR start, GM_ADDR limit, GM_ADDR delta, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(ArangeCustomNs::TilingData);
    GET_TILING_DATA_WITH_STRUCT(ArangeCustomNs::TilingData, t, tiling);
    constexpr uint32_t TILE = 512;
    TPipe pipe;
    TQue<QuePosition::VECOUT, 1> queue;
    TBuf<TPosition::VECCALC> indices;
    pipe.InitBuffer(queue, 1, TILE * sizeof(float));
    pipe.InitBuffer(indices, TILE * sizeof(int32_t));
    for (uint32_t at = 0; at < t.count; at += TILE) {
        const uint32_t count = t.count - at < TILE ? t.count - at : TILE;
        LocalTensor<int32_t> index = indices.Get<int32_t>();
        LocalTensor<float> made = queue.AllocTensor<float>();
        CreateVecIndex(index, static_cast<int32_t>(at), TILE);
        Cast(made, index, RoundMode::CAST_NONE, TILE);
        Muls(made, made, t.delta, static_cast<int32_t>(TILE));
        Adds(made, made, t.start, static_cast<int32_t>(TILE));
        queue.EnQue(made);
        made = queue.DeQue<float>();
        GlobalTensor<float> to;
        to.SetGlobalBuffer((__gm__ float*)y + at, count);
        DataCopyPad(to, made, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0});
        queue.FreeTensor(made);
    }
}
