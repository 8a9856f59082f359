#include <gtest/gtest.h>
#include <cmath>
#include "tikicpulib.h"
#include "../../../../norm_common/op_kernel/norm_tiling_data.h"

extern "C" __global__ __aicore__ void rms_norm_custom(GM_ADDR x, GM_ADDR gamma, GM_ADDR y, GM_ADDR rstd, GM_ADDR workspace, GM_ADDR tiling);

TEST(rms_norm_custom_test, rows)
{
    constexpr uint32_t ROWS = 5, WIDTH = 64;
    auto* x = (float*)AscendC::GmAlloc(ROWS * WIDTH * sizeof(float));
    auto* gamma = (float*)AscendC::GmAlloc(WIDTH * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(ROWS * WIDTH * sizeof(float));
    auto* rstd = (float*)AscendC::GmAlloc(ROWS * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (NormTilingData*)AscendC::GmAlloc(sizeof(NormTilingData));
    *tiling = {ROWS, WIDTH, 0.5f};
    for (uint32_t i = 0; i < ROWS * WIDTH; ++i) x[i] = 0.25f * (static_cast<int>(i % 29) - 14);
    for (uint32_t i = 0; i < WIDTH; ++i) gamma[i] = 0.125f * i;
    ICPU_RUN_KF(rms_norm_custom, 2, (uint8_t*)x, (uint8_t*)gamma, (uint8_t*)y, (uint8_t*)rstd, workspace, (uint8_t*)tiling);
    for (uint32_t row = 0; row < ROWS; ++row) {
        double sum = 0;
        for (uint32_t i = 0; i < WIDTH; ++i) sum += std::pow(static_cast<double>(x[row * WIDTH + i]), 2);
        const double due = 1 / std::sqrt(sum / WIDTH + 0.5);
        EXPECT_NEAR(rstd[row], due, 1e-6);
        for (uint32_t i = 0; i < WIDTH; ++i) EXPECT_NEAR(y[row * WIDTH + i], x[row * WIDTH + i] * due * (gamma[i] + 0), 1e-4);
    }
    for (void* memory : {(void*)x, (void*)gamma, (void*)y, (void*)rstd, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
