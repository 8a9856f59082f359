#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../op_kernel/pad_rows_tiling_data.h"

extern "C" __global__ __aicore__ void pad_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(pad_rows_test, both_sides)
{
    auto* x = (float*)AscendC::GmAlloc(5 * 13 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(5 * 36 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (PadRowsTilingData*)AscendC::GmAlloc(sizeof(PadRowsTilingData));
    *tiling = {5, 13, 3, 20, -2.5f};
    for (int i = 0; i < 65; ++i) x[i] = i + 1;
    ICPU_RUN_KF(pad_rows, 1, (uint8_t*)x, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 180; ++i) {
        const int column = i % 36 - 3;
        EXPECT_EQ(y[i], column >= 0 && column < 13 ? x[i / 36 * 13 + column] : -2.5f) << i;
    }
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
