#include "kernel_operator.h"

using namespace AscendC;

class ReduceRows {
public:
    __aicore__ inline ReduceRows(TPipe* pipe, uint32_t width)
    {
        pipe->InitBuffer(row_, 1, (width * sizeof(float) + 31) / 32 * 32);
        pipe->InitBuffer(sum_, 1, (width * sizeof(float) + 31) / 32 * 32);
        pipe->InitBuffer(work_, (width * sizeof(float) + 31) / 32 * 32);
    }
    __aicore__ inline LocalTensor<float> Read(GM_ADDR x, uint64_t at, uint32_t width)
    {
        GlobalTensor<float> from;
        from.SetGlobalBuffer((__gm__ float*)x + at, width);
        LocalTensor<float> to = row_.AllocTensor<float>();
        DataCopyPad(to, from, {1, static_cast<uint32_t>(width * sizeof(float)), 0, 0, 0}, {false, 0, 0, 0});
        row_.EnQue(to);
        return row_.DeQue<float>();
    }
    __aicore__ inline void Write(GM_ADDR y, uint64_t at, LocalTensor<float> from, uint32_t width)
    {
        sum_.EnQue(from);
        LocalTensor<float> made = sum_.DeQue<float>();
        GlobalTensor<float> to;
        to.SetGlobalBuffer((__gm__ float*)y + at, width);
        DataCopyPad(to, made, {1, static_cast<uint32_t>(width * sizeof(float)), 0, 0, 0});
        sum_.FreeTensor(made);
    }
    TQue<QuePosition::VECIN, 1> row_;
    TQue<QuePosition::VECOUT, 1> sum_;
    TBuf<TPosition::VECCALC> work_;
};

extern "C" __global__ __aicore__ void reduce_sum_axes(GM_ADDR x, GM_ADDR axes, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    TPipe pipe;
    const uint32_t width = TILING_KEY_IS(1) ? t.reduced : t.inner;
    ReduceRows rows(&pipe, width);
    for (uint32_t i = GetBlockIdx(); i < t.outer; i += GetBlockNum()) {
        LocalTensor<float> sum = rows.sum_.AllocTensor<float>();
        if (TILING_KEY_IS(1)) {
            LocalTensor<float> row = rows.Read(x, static_cast<uint64_t>(i) * width, width);
            ReduceSum(sum, row, rows.work_.Get<float>(), static_cast<int32_t>(width));
            rows.row_.FreeTensor(row);
            rows.Write(y, i, sum, 1);
        } else if (TILING_KEY_IS(2)) {
            Duplicate(sum, 0.0f, static_cast<int32_t>(width));
            for (uint32_t j = 0; j < t.reduced; ++j) {
                LocalTensor<float> row = rows.Read(x, (static_cast<uint64_t>(i) * t.reduced + j) * width, width);
                Add(sum, sum, row, static_cast<int32_t>(width));
                rows.row_.FreeTensor(row);
            }
            rows.Write(y, static_cast<uint64_t>(i) * width, sum, width);
        }
    }
}
