#ifndef GATHER_SIMT_H
#define GATHER_SIMT_H

#include "kernel_operator.h"
#include "simt_api/asc_simt.h"
#include "simt_api/asc_fp16.h"
#include "../gather_simt_tiling_data.h"

namespace GatherSimtNs {
using namespace AscendC;

#ifdef __DAV_FPGA__
constexpr uint32_t THREAD_NUM = 128;
#else
constexpr uint32_t THREAD_NUM = 512;
#endif

template <typename U>
struct Division {
    U m;
    U shift;
};

template <typename U>
__simt_callee__ __aicore__ inline U Quotient(U value, const Division<U> by) { return Simt::UintDiv(value, by.m, by.shift); }

template <typename T, typename I, typename U>
class Gather {
public:
    __aicore__ inline explicit Gather(const GatherSimtTilingData* tiling) : tiling_(tiling) {}
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR indices, GM_ADDR y)
    {
        x_.SetGlobalBuffer((__gm__ T*)x);
        indices_.SetGlobalBuffer((__gm__ I*)indices);
        y_.SetGlobalBuffer((__gm__ T*)y);
    }
    __aicore__ inline void Process();

private:
    static __simt_vf__ __aicore__ LAUNCH_BOUND(THREAD_NUM) inline void Compute(__gm__ T* x, __gm__ I* indices, __gm__ volatile T* y, const U first,
        const U count, const U axisSize, const Division<U> byInner, const Division<U> byIndices, const U inner, const U indexCount);

    const GatherSimtTilingData* tiling_;
    GlobalTensor<T> x_, y_;
    GlobalTensor<I> indices_;
};

template <typename T, typename I, typename U>
__simt_vf__ __aicore__ LAUNCH_BOUND(THREAD_NUM) inline void Gather<T, I, U>::Compute(__gm__ T* x, __gm__ I* indices, __gm__ volatile T* y, const U first,
    const U count, const U axisSize, const Division<U> byInner, const Division<U> byIndices, const U inner, const U indexCount)
{
    for (U i = static_cast<U>(Simt::GetThreadIdx()); i < count; i += static_cast<U>(Simt::GetThreadNum())) {
        U at = first + i;
        U row = Quotient<U>(at, byInner);
        U column = at - row * inner;
        U block = Quotient<U>(row, byIndices);
        I index = indices[row - block * indexCount];
        if (index < 0) {
            index += static_cast<I>(axisSize);
        }
        if (index >= 0 && index < static_cast<I>(axisSize)) {
            y[at] = x[(block * axisSize + static_cast<U>(index)) * inner + column];
        } else {
            y[at] = T(0);
        }
    }
}

template <typename T, typename I, typename U>
__aicore__ inline void Gather<T, I, U>::Process()
{
    const int64_t core = GetBlockIdx();
    if (core >= GetBlockNum()) {
        return;
    }
    U first = static_cast<U>(core * tiling_->perCore);
    U count = static_cast<U>(Std::min<int64_t>(tiling_->perCore, tiling_->total - core * tiling_->perCore));
    Division<U> byInner, byIndices;
    U inner = tiling_->inner, n = tiling_->indices;
    GetUintDivMagicAndShift(byInner.m, byInner.shift, inner);
    GetUintDivMagicAndShift(byIndices.m, byIndices.shift, n);
    Simt::VF_CALL<Gather<T, I, U>::Compute>(Simt::Dim3(THREAD_NUM), (__gm__ T*)(x_.GetPhyAddr()), (__gm__ I*)(indices_.GetPhyAddr()),
        (__gm__ volatile T*)(y_.GetPhyAddr()), first, count, static_cast<U>(tiling_->axisSize), byInner, byIndices, inner, n);
}
} // namespace GatherSimtNs
#endif
