#pragma once
#include "kernel_operator.h"
#include "norm_tiling_data.h"

namespace NormCommon {
using namespace AscendC;

// The sum of a row, by the accumulator where the chip has the old built-in, else by the library.
__aicore__ inline float RowSum(const LocalTensor<float>& row, const LocalTensor<float>& work, uint32_t width)
{
#if defined(__CCE_AICORE__) && __CCE_AICORE__ == 220
    set_mask_norm();
    set_vector_mask(0, static_cast<uint64_t>(-1));
    vcadd(nullptr, (__ubuf__ float*)row.GetPhyAddr(), static_cast<uint8_t>(width / 64), 1, 1, 8, true);
    PipeBarrier<PIPE_ALL>();
    const uint64_t bits = GetAccVal();
    ResetMask();
    return *reinterpret_cast<const float*>(&bits);
#else
    ReduceSum(work, row, work, static_cast<int32_t>(width));
    PipeBarrier<PIPE_ALL>();
    return work.GetValue(0);
#endif
}

__aicore__ inline float InverseRoot(const LocalTensor<float>& work, float value)
{
    Duplicate(work, value, 8);
    Sqrt(work, work, 8);
    PipeBarrier<PIPE_ALL>();
    return 1.0f / work.GetValue(0);
}

__aicore__ inline void Read(const LocalTensor<float>& to, GM_ADDR from, uint64_t at, uint32_t width)
{
    GlobalTensor<float> row;
    row.SetGlobalBuffer((__gm__ float*)from + at, width);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, row, width);
    PipeBarrier<PIPE_ALL>();
}
__aicore__ inline void Write(GM_ADDR to, uint64_t at, const LocalTensor<float>& from, uint32_t width)
{
    GlobalTensor<float> row;
    row.SetGlobalBuffer((__gm__ float*)to + at, width);
    PipeBarrier<PIPE_ALL>();
    DataCopyPad(row, from, {1, static_cast<uint32_t>(width * sizeof(float)), 0, 0, 0});
    PipeBarrier<PIPE_ALL>();
}
} // namespace NormCommon
