// Keys, one after the other, and a pointer that is null.
#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void clip_by_tensors(GM_ADDR x, GM_ADDR min, GM_ADDR max, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

class clip_by_tensors_test : public testing::TestWithParam<int> {};

TEST_P(clip_by_tensors_test, one_bound)
{
    const int key = GetParam();
    auto* x = (float*)AscendC::GmAlloc(100 * sizeof(float));
    auto* bound = (float*)AscendC::GmAlloc(100 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(100 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (FlatTilingData*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *tiling = {100, 64, 64, 0.0f};
    for (int i = 0; i < 100; ++i) x[i] = i % 10, bound[i] = i % 7;
    ICPU_SET_TILING_KEY(key);
    if (key == 1) {
        ICPU_RUN_KF(clip_by_tensors, 2, (uint8_t*)x, (uint8_t*)bound, nullptr, (uint8_t*)y, workspace, (uint8_t*)tiling);
    } else {
        ICPU_RUN_KF(clip_by_tensors, 2, (uint8_t*)x, nullptr, (uint8_t*)bound, (uint8_t*)y, workspace, (uint8_t*)tiling);
    }
    for (int i = 0; i < 100; ++i) EXPECT_EQ(y[i], key == 1 ? std::max(x[i], bound[i]) : std::min(x[i], bound[i]));
    for (void* memory : {(void*)x, (void*)bound, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}

INSTANTIATE_TEST_SUITE_P(Keys, clip_by_tensors_test, testing::Values(1, 2));
