// The header beside it brings the structure and the macro that reads it, as the vendor's script writes both.
#include <gtest/gtest.h>
#include "arg_max_rows_tiling_def.h"
#include "tikicpulib.h"

extern "C" __global__ __aicore__ void arg_max_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(arg_max_rows_test, rows)
{
    auto* x = (float*)AscendC::GmAlloc(10 * 90 * sizeof(float));
    auto* y = (int32_t*)AscendC::GmAlloc(10 * sizeof(int32_t));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (ArgMaxRowsTilingData*)AscendC::GmAlloc(sizeof(ArgMaxRowsTilingData));
    tiling->rows = 10;
    tiling->width = 90;
    for (int i = 0; i < 900; ++i) x[i] = i % 90 == (i / 90 * 13) % 90 ? 100 : i % 17;
    ICPU_RUN_KF(arg_max_rows, 2, (uint8_t*)x, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int row = 0; row < 10; ++row) EXPECT_EQ(y[row], row * 13 % 90);
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
