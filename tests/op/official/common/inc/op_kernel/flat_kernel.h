#pragma once
#include "kernel_operator.h"
#include "flat_tiling_data.h"

namespace Own {
using namespace AscendC;

// Copies tiles of INPUTS arrays in and one out; what happens in between is the operator's.
template <typename T, typename U = T, int INPUTS = 1>
class FlatKernel {
public:
    __aicore__ inline FlatKernel(const FlatTilingData& data, TPipe* pipe) : tile_(data.tile)
    {
        start_ = GetBlockIdx() * data.perCore;
        left_ = data.total - start_ < data.perCore ? data.total - start_ : data.perCore;
        for (int i = 0; i < INPUTS; ++i) {
            pipe->InitBuffer(in_[i], 2, tile_ * sizeof(T));
        }
        pipe->InitBuffer(out_, 2, tile_ * sizeof(U));
    }
    template <typename F, typename... Arrays>
    __aicore__ inline void Process(F compute, GM_ADDR y, Arrays... inputs)
    {
        static_assert(sizeof...(inputs) == INPUTS, "one array for each queue");
        GM_ADDR arrays[INPUTS] = {inputs...};
        for (int64_t at = 0; at < left_; at += tile_) {
            const uint32_t count = static_cast<uint32_t>(left_ - at < tile_ ? left_ - at : tile_);
            LocalTensor<T> x[INPUTS];
            for (int i = 0; i < INPUTS; ++i) {
                GlobalTensor<T> from;
                from.SetGlobalBuffer((__gm__ T*)arrays[i] + start_ + at, count);
                LocalTensor<T> to = in_[i].template AllocTensor<T>();
                DataCopyPad(to, from, {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0}, {false, 0, 0, 0});
                in_[i].EnQue(to);
                x[i] = in_[i].template DeQue<T>();
            }
            LocalTensor<U> made = out_.template AllocTensor<U>();
            compute(made, x, count);
            for (int i = 0; i < INPUTS; ++i) {
                in_[i].FreeTensor(x[i]);
            }
            out_.EnQue(made);
            made = out_.template DeQue<U>();
            GlobalTensor<U> to;
            to.SetGlobalBuffer((__gm__ U*)y + start_ + at, count);
            DataCopyPad(to, made, {1, static_cast<uint32_t>(count * sizeof(U)), 0, 0, 0});
            out_.FreeTensor(made);
        }
    }

private:
    TQue<QuePosition::VECIN, 2> in_[INPUTS];
    TQue<QuePosition::VECOUT, 2> out_;
    int64_t start_;
    int64_t left_;
    int32_t tile_;
};
} // namespace Own
