#include "kernel_operator.h"
#include "../inc/flat_tiling_data.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void dot_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> queue;
    TBuf<TPosition::VECCALC> scratch;
    const uint32_t room = data.tile * sizeof(float);
    pipe.InitBuffer(queue, 1, 2 * room);
    pipe.InitBuffer(scratch, 2 * room);
    LocalTensor<float> sum = scratch.Get<float>(data.tile), work = scratch.GetWithOffset<float>(data.tile, room);
    Duplicate(sum, 0.0f, data.tile);
    const int64_t start = GetBlockIdx() * data.perCore;
    const int64_t end = start + data.perCore < data.total ? start + data.perCore : data.total;
    for (int64_t at = start; at < end; at += data.tile) {
        const uint32_t count = static_cast<uint32_t>(end - at < data.tile ? end - at : data.tile);
        GlobalTensor<float> a, b;
        a.SetGlobalBuffer((__gm__ float*)x + at, count);
        b.SetGlobalBuffer((__gm__ float*)y + at, count);
        LocalTensor<float> both = queue.AllocTensor<float>();
        DataCopyExtParams how(1, count * sizeof(float), 0, 0, 0);
        DataCopyPadExtParams<float> none(false, 0, 0, 0);
        DataCopyPad(both, a, how, none);
        DataCopyPad(both[data.tile], b, how, none);
        queue.EnQue(both);
        both = queue.DeQue<float>();
        MulAddDst(sum, both, both[data.tile], static_cast<int32_t>(count));
        queue.FreeTensor(both);
    }
    ReduceSum(sum, sum, work, data.tile);
    GlobalTensor<float> parts, out;
    parts.SetGlobalBuffer((__gm__ float*)GetUserWorkspace(workspace));
    out.SetGlobalBuffer((__gm__ float*)z, 1);
    PipeBarrier<PIPE_ALL>();
    DataCopyPad(parts[GetBlockIdx() * 8], sum, {1, sizeof(float), 0, 0, 0});
    PipeBarrier<PIPE_ALL>();
    SyncAll();
    if (GetBlockIdx() == 0) {
        DataCopyPadExtParams pad{true, 0, 7, 0.0f};
        DataCopyPad(work, parts, {static_cast<uint16_t>(GetBlockNum()), sizeof(float), 28, 0, 0}, pad);
        PipeBarrier<PIPE_ALL>();
        ReduceSum(sum, work, work, static_cast<int32_t>(GetBlockNum() * 8));
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(out, sum, {1, sizeof(float), 0, 0, 0});
    }
}
