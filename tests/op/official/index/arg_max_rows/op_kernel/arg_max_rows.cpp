#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void arg_max_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> buffer;
    const uint32_t room = (t.width * sizeof(float) + 31) / 32 * 32;
    pipe.InitBuffer(in, 1, room);
    pipe.InitBuffer(out, 1, 32);
    pipe.InitBuffer(buffer, room + 32);
    LocalTensor<float> best = buffer.Get<float>(), work = best[8];
    for (uint32_t first = GetBlockIdx() * 8; first < t.rows; first += GetBlockNum() * 8) {
        LocalTensor<int32_t> found = out.AllocTensor<int32_t>();
        const uint32_t count = t.rows - first < 8 ? t.rows - first : 8;
        for (uint32_t i = 0; i < count; ++i) {
            GlobalTensor<float> row;
            row.SetGlobalBuffer((__gm__ float*)x + static_cast<uint64_t>(first + i) * t.width, t.width);
            LocalTensor<float> values = in.AllocTensor<float>();
            DataCopyPad(values, row, {1, static_cast<uint32_t>(t.width * sizeof(float)), 0, 0, 0}, {false, 0, 0, 0});
            in.EnQue(values);
            values = in.DeQue<float>();
            ReduceMax(best, values, work, static_cast<int32_t>(t.width), true);
            in.FreeTensor(values);
            PipeBarrier<PIPE_ALL>();
            const float index = best.GetValue(1); // the bits of an integer
            found.SetValue(i, static_cast<int32_t>(*reinterpret_cast<const uint32_t*>(&index)));
        }
        PipeBarrier<PIPE_ALL>();
        out.EnQue(found);
        found = out.DeQue<int32_t>();
        GlobalTensor<int32_t> to;
        to.SetGlobalBuffer((__gm__ int32_t*)y + first, count);
        DataCopyPad(to, found, {1, static_cast<uint32_t>(count * sizeof(int32_t)), 0, 0, 0});
        out.FreeTensor(found);
    }
}
