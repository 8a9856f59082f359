#pragma once
#include "kernel_operator.h"
#include "foreach_tiling_data.h"

namespace Foreach {
using namespace AscendC;

template <typename T>
using Scalar = void(const LocalTensor<T>&, const LocalTensor<T>&, const T&, const int32_t&);
template <typename T>
using Binary = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, uint64_t, const uint8_t, const BinaryRepeatParams&);

__aicore__ inline GM_ADDR Member(GM_ADDR list, uint32_t index)
{
    __gm__ uint64_t* words = (__gm__ uint64_t*)list;
    return (GM_ADDR)(*(words + (*words >> 3) + index));
}

// The tensor of this block, in pieces of 64 elements.
template <typename T, int INPUTS, typename F>
__aicore__ inline void Each(const ForeachTilingData& t, GM_ADDR out, GM_ADDR first, GM_ADDR second, F compute)
{
    constexpr int64_t PIECE = 64;
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> made;
    pipe.InitBuffer(in, 1, 2 * PIECE * sizeof(T));
    pipe.InitBuffer(made, 1, PIECE * sizeof(T));
    const uint32_t mine = GetBlockIdx();
    for (int64_t at = 0; at < t.sizes[mine]; at += PIECE) {
        const uint32_t count = static_cast<uint32_t>(t.sizes[mine] - at < PIECE ? t.sizes[mine] - at : PIECE);
        const DataCopyExtParams how(1, count * sizeof(T), 0, 0, 0);
        LocalTensor<T> x = in.AllocTensor<T>();
        for (int i = 0; i < INPUTS; ++i) {
            GlobalTensor<T> from;
            from.SetGlobalBuffer((__gm__ T*)Member(i == 0 ? first : second, mine) + at, count);
            DataCopyPad(x[i * PIECE], from, how, DataCopyPadExtParams<T>(false, 0, 0, 0));
        }
        in.EnQue(x);
        x = in.DeQue<T>();
        LocalTensor<T> y = made.AllocTensor<T>();
        compute(y, x, x[PIECE], count);
        in.FreeTensor(x);
        made.EnQue(y);
        y = made.DeQue<T>();
        GlobalTensor<T> to;
        to.SetGlobalBuffer((__gm__ T*)Member(out, mine) + at, count);
        DataCopyPad(to, y, how);
        made.FreeTensor(y);
    }
}

template <typename T, Scalar<T>* op>
__aicore__ inline void ByScalar(const ForeachTilingData& t, GM_ADDR y, GM_ADDR x, T scalar)
{
    Each<T, 1>(t, y, x, x, [scalar](auto& to, auto& a, auto b, uint32_t count) { op(to, a, scalar, static_cast<int32_t>(count)); });
}
template <typename T, Binary<T>* op>
__aicore__ inline void ByList(const ForeachTilingData& t, GM_ADDR y, GM_ADDR x1, GM_ADDR x2)
{
    Each<T, 2>(t, y, x1, x2, [](auto& to, auto& a, auto b, uint32_t count) { op(to, a, b, count, 1, {1, 1, 1, 8, 8, 8}); });
}
} // namespace Foreach
