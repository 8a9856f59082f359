#include "kernel_operator.h"
#include "../inc/flat_tiling_data.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void where_custom(GM_ADDR condition, GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> flags, values;
    TQue<QuePosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> wide, bits;
    const uint32_t tile = data.tile;
    pipe.InitBuffer(flags, 1, tile);
    pipe.InitBuffer(values, 1, 2 * tile * sizeof(float));
    pipe.InitBuffer(out, 1, tile * sizeof(float));
    pipe.InitBuffer(wide, tile * sizeof(half));
    pipe.InitBuffer(bits, tile / 8);
    const int64_t start = GetBlockIdx() * data.perCore;
    const int64_t end = start + data.perCore < data.total ? start + data.perCore : data.total;
    for (int64_t at = start; at < end; at += tile) {
        const uint32_t count = static_cast<uint32_t>(end - at < tile ? end - at : tile);
        GlobalTensor<uint8_t> c;
        GlobalTensor<float> a, b, to;
        c.SetGlobalBuffer((__gm__ uint8_t*)condition + at, count);
        a.SetGlobalBuffer((__gm__ float*)x1 + at, count);
        b.SetGlobalBuffer((__gm__ float*)x2 + at, count);
        to.SetGlobalBuffer((__gm__ float*)y + at, count);
        LocalTensor<uint8_t> flag = flags.AllocTensor<uint8_t>();
        LocalTensor<float> both = values.AllocTensor<float>(), made = out.AllocTensor<float>();
        DataCopyPad(flag, c, {1, count, 0, 0, 0}, {false, 0, 0, 0});
        DataCopyPad(both, a, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0}, {false, 0, 0, 0});
        DataCopyPad(both[tile], b, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0}, {false, 0, 0, 0});
        flags.EnQue(flag);
        values.EnQue(both);
        flag = flags.DeQue<uint8_t>();
        both = values.DeQue<float>();
        LocalTensor<half> number = wide.Get<half>();
        LocalTensor<uint8_t> mask = bits.Get<uint8_t>();
        Cast(number, flag, RoundMode::CAST_NONE, tile);
        CompareScalar(mask, number, static_cast<half>(0), CMPMODE::NE, tile);
        Select(made, mask, both, both[tile], SELMODE::VSEL_TENSOR_TENSOR_MODE, tile);
        flags.FreeTensor(flag);
        values.FreeTensor(both);
        out.EnQue(made);
        made = out.DeQue<float>();
        DataCopyPad(to, made, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0});
        out.FreeTensor(made);
    }
}
