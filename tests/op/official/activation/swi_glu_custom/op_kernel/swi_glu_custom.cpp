#include "kernel_operator.h"
#include "swi_glu_custom_tiling_data.h"

using namespace AscendC;

// y = a / (1 + exp(-a)) * b, where a row is a and then b.
__aicore__ inline void SwiGlu(const LocalTensor<float>& y, const LocalTensor<float>& a, const LocalTensor<float>& b, int32_t count)
{
    Muls(y, a, -1.0f, count);
    Exp(y, y, count);
    Adds(y, y, 1.0f, count);
    Div(y, a, y, count);
    Mul(y, y, b, count);
}

extern "C" __global__ __aicore__ void swi_glu_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(SwiGluTilingData);
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    const uint32_t room = (t.piece * sizeof(float) + 31) / 32 * 32;
    pipe.InitBuffer(in, 1, 2 * room);
    pipe.InitBuffer(out, 1, room);
    for (int64_t row = GetBlockIdx(); row < t.rows; row += GetBlockNum()) {
        for (int64_t at = 0; at < t.half; at += t.piece) {
            const uint32_t count = TILING_KEY_IS(100) || t.half - at > t.piece ? t.piece : t.half - at;
            GlobalTensor<float> from, to;
            from.SetGlobalBuffer((__gm__ float*)x + row * 2 * t.half + at);
            to.SetGlobalBuffer((__gm__ float*)y + row * t.half + at, count);
            auto both = in.AllocTensor<float>();
            DataCopyPadExtParams<float> pad = {false, 0, 0, 0.0f};
            DataCopyPad(both, from, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0}, pad);
            DataCopyPad(both[room / sizeof(float)], from[t.half], {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0}, pad);
            in.EnQue(both);
            in.DeQue(); // the tensor is at hand
            auto made = out.AllocTensor<float>();
            SwiGlu(made, both, both[room / sizeof(float)], static_cast<int32_t>(count));
            in.FreeTensor(both);
            out.EnQue(made);
            out.DeQue();
            DataCopyPad(to, made, {1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0});
            out.FreeTensor(made);
        }
    }
}
