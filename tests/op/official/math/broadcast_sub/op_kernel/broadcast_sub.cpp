#include "kernel_operator.h"
#include "broadcast_sub_tiling_data.h"

using namespace AscendC;

template <typename T>
__aicore__ inline void Fetch(const LocalTensor<T>& to, GM_ADDR from, int64_t at, int64_t step, uint32_t count)
{
    GlobalTensor<T> row;
    row.SetGlobalBuffer((__gm__ T*)from + at);
    if (step == 0) {
        event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(HardEvent::S_V));
        const T value = row.GetValue(0);
        SetFlag<HardEvent::S_V>(id);
        WaitFlag<HardEvent::S_V>(id);
        Duplicate(to, value, static_cast<int32_t>(count));
    } else {
        DataCopyPadExtParams pad{false, 0, 0, static_cast<T>(0)};
        DataCopyPad(to, row, {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0}, pad);
    }
}

extern "C" __global__ __aicore__ void broadcast_sub(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(BroadcastSubTilingData);
    GET_TILING_DATA(t, tiling);
    using T = DTYPE_X1;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    const uint32_t width = static_cast<uint32_t>(t.sizes[3]);
    const uint32_t room = (width * sizeof(T) + 31) / 32 * 32;
    pipe.InitBuffer(buffer, 2 * room);
    LocalTensor<T> a = buffer.Get<T>(), b = a[room / sizeof(T)];
    const int64_t first = GetBlockIdx() * t.perCore;
    for (int64_t row = first; row < first + t.perCore && row < t.rows; ++row) {
        const int64_t i = row / (t.sizes[1] * t.sizes[2]), j = row / t.sizes[2] % t.sizes[1], k = row % t.sizes[2];
        Fetch(a, x1, i * t.steps[0][0] + j * t.steps[0][1] + k * t.steps[0][2], t.steps[0][3], width);
        Fetch(b, x2, i * t.steps[1][0] + j * t.steps[1][1] + k * t.steps[1][2], t.steps[1][3], width);
        PipeBarrier<PIPE_ALL>();
        Sub(a, a, b, static_cast<int32_t>(width));
        PipeBarrier<PIPE_ALL>();
        GlobalTensor<T> out;
        out.SetGlobalBuffer((__gm__ T*)y + row * width, width);
        DataCopyPad(out, a, {1, static_cast<uint32_t>(width * sizeof(T)), 0, 0, 0});
        PipeBarrier<PIPE_ALL>();
    }
}
