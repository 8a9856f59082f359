#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void dynamic_quant_rows(GM_ADDR x, GM_ADDR y, GM_ADDR scale, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, t.width * (2 + 4 + 4 + 1) + 64);
    LocalTensor<half> given = buffer.GetWithOffset<half>(t.width, 64);
    LocalTensor<float> row = buffer.GetWithOffset<float>(t.width, 64 + t.width * 2);
    LocalTensor<float> work = buffer.GetWithOffset<float>(t.width, 64 + t.width * 6);
    LocalTensor<int8_t> made = buffer.GetWithOffset<int8_t>(t.width, 64 + t.width * 10);
    LocalTensor<float> scales = buffer.GetWithOffset<float>(8, 0), most = buffer.GetWithOffset<float>(8, 32);
    for (uint32_t first = GetBlockIdx() * 8; first < t.rows; first += GetBlockNum() * 8) {
        const uint32_t count = t.rows - first < 8 ? t.rows - first : 8;
        for (uint32_t i = 0; i < count; ++i) {
            GlobalTensor<half> from;
            GlobalTensor<int8_t> to;
            from.SetGlobalBuffer((__gm__ half*)x + static_cast<uint64_t>(first + i) * t.width, t.width);
            to.SetGlobalBuffer((__gm__ int8_t*)y + static_cast<uint64_t>(first + i) * t.width, t.width);
            DataCopy(given, from, t.width);
            PipeBarrier<PIPE_ALL>();
            Cast(row, given, RoundMode::CAST_NONE, t.width);
            Abs(work, row, static_cast<int32_t>(t.width));
            ReduceMax(most, work, work, static_cast<int32_t>(t.width), false);
            PipeBarrier<PIPE_ALL>();
            const float step = most.GetValue(0) / 127.0f;
            scales.SetValue(i, step);
            Muls(row, row, 1.0f / step, static_cast<int32_t>(t.width));
            Cast(row.ReinterpretCast<int32_t>(), row, RoundMode::CAST_RINT, t.width);
            SetDeqScale(static_cast<half>(1.0));
            Cast(given, row.ReinterpretCast<int32_t>(), RoundMode::CAST_NONE, t.width);
            Cast(made, given, RoundMode::CAST_RINT, t.width);
            PipeBarrier<PIPE_ALL>();
            DataCopy(to, made, t.width);
            PipeBarrier<PIPE_ALL>();
        }
        GlobalTensor<float> steps;
        steps.SetGlobalBuffer((__gm__ float*)scale + first, count);
        DataCopyPad(steps, scales, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0});
        PipeBarrier<PIPE_ALL>();
    }
}
