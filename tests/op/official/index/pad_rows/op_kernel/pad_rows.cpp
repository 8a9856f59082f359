#include "../kernel_operator.h"
#include "pad_rows_tiling_data.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void pad_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(PadRowsTilingData);
    GET_TILING_DATA(t, tiling);
    using T = DTYPE_X;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    const uint32_t made = t.left + t.width + t.right;
    const uint32_t room = (made + 7) / 8 * 8;
    pipe.InitBuffer(buffer, (room + 8) * sizeof(T));
    LocalTensor<T> row = buffer.Get<T>();
    const uint32_t behind = (8 - (t.left + t.width) % 8) % 8;
    for (uint32_t i = GetBlockIdx(); i < t.rows; i += GetBlockNum()) {
        GlobalTensor<T> from, to;
        from.SetGlobalBuffer((__gm__ T*)x + static_cast<uint64_t>(i) * t.width, t.width);
        to.SetGlobalBuffer((__gm__ T*)y + static_cast<uint64_t>(i) * made, made);
        Duplicate(row, static_cast<T>(t.value), static_cast<int32_t>(room));
        PipeBarrier<PIPE_ALL>();
        DataCopyPadExtParams pad = {true, static_cast<uint8_t>(t.left), static_cast<uint8_t>(behind), static_cast<T>(t.value)};
        DataCopyPad(row, from, {1, static_cast<uint32_t>(t.width * sizeof(T)), 0, 0, 0}, pad);
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(to, row, {1, static_cast<uint32_t>(made * sizeof(T)), 0, 0, 0});
        PipeBarrier<PIPE_ALL>();
    }
}
