// Blocks that wait for each other, and their sums in the workspace.
#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void dot_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling);

TEST(dot_blocks_test, four_blocks)
{
    constexpr int COUNT = 1000;
    auto* x = (float*)AscendC::GmAlloc(COUNT * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(COUNT * sizeof(float));
    auto* z = (float*)AscendC::GmAlloc(32);
    auto* workspace = (uint8_t*)AscendC::GmAlloc(16 * 1024 * 1024 + 4 * 32);
    auto* tiling = (FlatTilingData*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *tiling = {COUNT, 256, 128, 0.0f};
    float due = 0;
    for (int i = 0; i < COUNT; ++i) {
        x[i] = i % 11;
        y[i] = 0.5f * (i % 7);
        due += x[i] * y[i];
    }
    ICPU_RUN_KF(dot_blocks, 4, (uint8_t*)x, (uint8_t*)y, (uint8_t*)z, workspace, (uint8_t*)tiling);
    EXPECT_EQ(z[0], due);
    for (void* memory : {(void*)x, (void*)y, (void*)z, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
