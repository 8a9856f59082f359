#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../op_kernel/gather_rows_custom_struct.h"

extern "C" __global__ __aicore__ void gather_rows_custom(GM_ADDR x, GM_ADDR indices, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(gather_rows_custom_test, int32_indices)
{
    const int32_t picked[] = {0, -1, 3, 3, 8};
    auto* x = (float*)AscendC::GmAlloc(9 * 21 * sizeof(float));
    auto* indices = (int32_t*)AscendC::GmAlloc(sizeof picked);
    auto* y = (float*)AscendC::GmAlloc(5 * 21 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (GatherRowsTilingData*)AscendC::GmAlloc(sizeof(GatherRowsTilingData));
    *tiling = {9, 21, 5};
    for (int i = 0; i < 9 * 21; ++i) x[i] = i;
    for (int i = 0; i < 5; ++i) indices[i] = picked[i];
    ICPU_RUN_KF(gather_rows_custom, 3, (uint8_t*)x, (uint8_t*)indices, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 5 * 21; ++i) EXPECT_EQ(y[i], ((picked[i / 21] + 9) % 9) * 21 + i % 21);
    for (void* memory : {(void*)x, (void*)indices, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
