#include "kernel_operator.h"
#include "gather_rows_custom_struct.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void gather_rows_custom(GM_ADDR x, GM_ADDR indices, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(GatherRowsTilingData);
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, (t.width * sizeof(float) + 31) / 32 * 32);
    GlobalTensor<DTYPE_INDICES> index;
    index.SetGlobalBuffer((__gm__ DTYPE_INDICES*)indices, t.picked);
    const DataCopyExtParams how(1, t.width * sizeof(float), 0, 0, 0);
    for (uint32_t i = GetBlockIdx(); i < t.picked; i += GetBlockNum()) {
        int64_t row = index.GetValue(i);
        row = row < 0 ? row + t.rows : row;
        GlobalTensor<float> from, to;
        from.SetGlobalBuffer((__gm__ float*)x + row * t.width, t.width);
        to.SetGlobalBuffer((__gm__ float*)y + static_cast<uint64_t>(i) * t.width, t.width);
        // Handles do as well: nobody looks at the elements.
        TBufHandle handle = queue.AllocBuffer();
        DataCopyPad(queue.Buf2Tensor<float>(handle), from, how, DataCopyPadExtParams<float>(false, 0, 0, 0));
        queue.EnQue(handle);
        handle = queue.DeQue();
        DataCopyPad(to, queue.Buf2Tensor<float>(handle), how);
        queue.FreeBuffer(handle);
    }
}
