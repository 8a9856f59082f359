#include <gtest/gtest.h>
#include <cmath>
#include "tikicpulib.h"
#include "../../../op_kernel/swi_glu_custom_tiling_data.h"

extern "C" __global__ __aicore__ void swi_glu_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

static void Run(int64_t rows, int64_t half, int64_t piece, int key)
{
    auto* x = (float*)AscendC::GmAlloc(rows * 2 * half * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(rows * half * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (SwiGluTilingData*)AscendC::GmAlloc(sizeof(SwiGluTilingData));
    *tiling = {rows, half, piece};
    for (int64_t i = 0; i < rows * 2 * half; ++i) x[i] = 0.125f * (i % 37 - 18);
    ICPU_SET_TILING_KEY(key);
    ICPU_RUN_KF(swi_glu_custom, rows, (uint8_t*)x, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int64_t i = 0; i < rows * half; ++i) {
        const double a = x[i / half * 2 * half + i % half], b = x[i / half * 2 * half + half + i % half];
        EXPECT_NEAR(y[i], a / (1 + std::exp(-a)) * b, 1e-5) << i;
    }
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}

TEST(swi_glu_custom_test, whole_rows) { Run(3, 32, 32, 100); }
TEST(swi_glu_custom_test, pieces) { Run(2, 130, 64, 200); }
