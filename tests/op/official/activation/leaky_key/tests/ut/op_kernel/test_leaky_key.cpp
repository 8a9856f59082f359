// A template whose entry for tests has fixed arguments.
#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void leaky_key(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(leaky_key_test, leaky)
{
    auto* x = (float*)AscendC::GmAlloc(200 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(200 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (FlatTilingData*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *tiling = {200, 128, 64, 0.25f};
    for (int i = 0; i < 200; ++i) x[i] = i - 100;
    ICPU_RUN_KF(leaky_key, 2, (uint8_t*)x, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 200; ++i) EXPECT_EQ(y[i], x[i] >= 0 ? x[i] : 0.25f * x[i]);
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
