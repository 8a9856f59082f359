#include "kernel_operator.h"
#include "lib/activation/softmax.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void row_softmax_lib(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> sums, largest, scratch;
    pipe.InitBuffer(in, 1, t.width * sizeof(float));
    pipe.InitBuffer(out, 1, t.width * sizeof(float));
    pipe.InitBuffer(sums, 32);
    pipe.InitBuffer(largest, 32);
    pipe.InitBuffer(scratch, t.scratch);
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x, t.rows * t.width);
    to.SetGlobalBuffer((__gm__ float*)y, t.rows * t.width);
    for (uint32_t row = GetBlockIdx(); row < t.rows; row += GetBlockNum()) {
        LocalTensor<float> given = in.AllocTensor<float>(), made = out.AllocTensor<float>();
        DataCopy(given, from[row * t.width], t.width);
        in.EnQue(given);
        given = in.DeQue<float>();
        SoftMaxShapeInfo shape = {1, t.width, 1, t.width};
        SoftMax<float, false, false>(made, sums.Get<float>(), largest.Get<float>(), given, scratch.Get<uint8_t>(), t.softmax, shape);
        in.FreeTensor(given);
        out.EnQue(made);
        made = out.DeQue<float>();
        DataCopy(to[row * t.width], made, t.width);
        out.FreeTensor(made);
    }
}
