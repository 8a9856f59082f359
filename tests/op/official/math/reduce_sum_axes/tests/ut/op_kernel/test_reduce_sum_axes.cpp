// A kernel with tiling data that are filled in by hand, for two keys.
#include <gtest/gtest.h>
#include <vector>
#include "reduce_sum_axes_tiling_def.h"
#include "tikicpulib.h"

extern "C" __global__ __aicore__ void reduce_sum_axes(GM_ADDR x, GM_ADDR axes, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

static std::vector<float> Reduced(uint32_t outer, uint32_t reduced, uint32_t inner, int key)
{
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    const uint32_t total = outer * reduced * inner;
    auto* x = static_cast<float*>(AscendC::GmAlloc(total * sizeof(float)));
    auto* y = static_cast<float*>(AscendC::GmAlloc(outer * inner * sizeof(float)));
    auto* axes = static_cast<uint8_t*>(AscendC::GmAlloc(32));
    auto* workspace = static_cast<uint8_t*>(AscendC::GmAlloc(32));
    auto* tiling = static_cast<ReduceSumAxesTilingData*>(AscendC::GmAlloc(sizeof(ReduceSumAxesTilingData)));
    *tiling = {outer, reduced, inner, 0};
    for (uint32_t i = 0; i < total; ++i) x[i] = static_cast<float>(i % 13);
    ICPU_SET_TILING_KEY(key);
    ICPU_RUN_KF(reduce_sum_axes, outer, (uint8_t*)x, axes, (uint8_t*)y, workspace, (uint8_t*)tiling);
    std::vector<float> out(y, y + outer * inner);
    for (void* memory : {(void*)x, (void*)y, (void*)axes, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
    return out;
}

static std::vector<float> Due(uint32_t outer, uint32_t reduced, uint32_t inner)
{
    std::vector<float> out(outer * inner, 0);
    for (uint32_t i = 0; i < outer * reduced * inner; ++i) out[i / (reduced * inner) * inner + i % inner] += static_cast<float>(i % 13);
    return out;
}

TEST(ReduceSumAxesKernel, the_end) { EXPECT_EQ(Reduced(3, 20, 1, 1), Due(3, 20, 1)); }
TEST(ReduceSumAxesKernel, the_middle) { EXPECT_EQ(Reduced(2, 5, 9, 2), Due(2, 5, 9)); }
