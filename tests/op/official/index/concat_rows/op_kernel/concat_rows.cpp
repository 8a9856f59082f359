#include "kernel_operator.h"
#include "concat_rows_tiling_data.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void concat_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(ConcatRowsTilingData);
    GET_TILING_DATA(t, tiling);
    ListTensorDesc list((__gm__ void*)x);
    const uint32_t mine = GetBlockIdx();
    int64_t before = 0;
    for (uint32_t i = 0; i < mine; ++i) {
        before += t.sizes[i];
    }
    constexpr int64_t TILE = 2048;
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 2> queue;
    pipe.InitBuffer(queue, 2, TILE * sizeof(DTYPE_Y));
    for (int64_t at = 0; at < t.sizes[mine]; at += TILE) {
        const uint32_t bytes = static_cast<uint32_t>((t.sizes[mine] - at < TILE ? t.sizes[mine] - at : TILE) * sizeof(DTYPE_Y));
        GlobalTensor<DTYPE_Y> from, to;
        from.SetGlobalBuffer(list.GetDataPtr<DTYPE_Y>(mine) + at);
        to.SetGlobalBuffer((__gm__ DTYPE_Y*)y + before + at);
        auto piece = queue.AllocTensor<DTYPE_Y>();
        DataCopyPad(piece, from, {1, bytes, 0, 0, 0}, {false, 0, 0, 0});
        queue.EnQue(piece);
        piece = queue.DeQue<DTYPE_Y>();
        DataCopyPad(to, piece, {1, bytes, 0, 0, 0});
        queue.FreeTensor(piece);
    }
}
