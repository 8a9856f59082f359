#include <gtest/gtest.h>
#include <cmath>
#include "tikicpulib.h"
#include "../../../../norm_common/op_kernel/norm_tiling_data.h"

extern "C" __global__ __aicore__ void layer_norm_stats(GM_ADDR x, GM_ADDR gamma, GM_ADDR beta, GM_ADDR y, GM_ADDR mean, GM_ADDR rstd,
                                                       GM_ADDR workspace, GM_ADDR tiling);

class layer_norm_stats_test : public testing::Test {
protected:
    static constexpr uint32_t ROWS = 3, WIDTH = 128;
    void SetUp() override
    {
        for (float** memory : {&x, &gamma, &beta, &y, &mean, &rstd}) *memory = (float*)AscendC::GmAlloc(ROWS * WIDTH * sizeof(float));
        workspace = (uint8_t*)AscendC::GmAlloc(32);
        tiling = (NormTilingData*)AscendC::GmAlloc(sizeof(NormTilingData));
        *tiling = {ROWS, WIDTH, 1e-3f};
        for (uint32_t i = 0; i < ROWS * WIDTH; ++i) x[i] = 0.5f * (i % 23);
        for (uint32_t i = 0; i < WIDTH; ++i) gamma[i] = 1 + 0.125f * (i % 8), beta[i] = i % 5;
    }
    void TearDown() override
    {
        for (void* memory : {(void*)x, (void*)gamma, (void*)beta, (void*)y, (void*)mean, (void*)rstd, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
    }
    void Compare(bool shifted)
    {
        for (uint32_t row = 0; row < ROWS; ++row) {
            double sum = 0, squares = 0;
            for (uint32_t i = 0; i < WIDTH; ++i) sum += x[row * WIDTH + i];
            const double average = sum / WIDTH;
            for (uint32_t i = 0; i < WIDTH; ++i) squares += std::pow(x[row * WIDTH + i] - average, 2);
            const double due = 1 / std::sqrt(squares / WIDTH + 1e-3);
            EXPECT_NEAR(mean[row], average, 1e-5);
            EXPECT_NEAR(rstd[row], due, 1e-5);
            for (uint32_t i = 0; i < WIDTH; ++i)
                EXPECT_NEAR(y[row * WIDTH + i], (x[row * WIDTH + i] - average) * due * gamma[i] + (shifted ? beta[i] : 0), 1e-4);
        }
    }
    float *x, *gamma, *beta, *y, *mean, *rstd;
    uint8_t* workspace;
    NormTilingData* tiling;
};

TEST_F(layer_norm_stats_test, with_beta)
{
    ICPU_SET_TILING_KEY(1);
    ICPU_RUN_KF(layer_norm_stats, 2, (uint8_t*)x, (uint8_t*)gamma, (uint8_t*)beta, (uint8_t*)y, (uint8_t*)mean, (uint8_t*)rstd, workspace, (uint8_t*)tiling);
    Compare(true);
}

TEST_F(layer_norm_stats_test, without_beta)
{
    ICPU_SET_TILING_KEY(0);
    ICPU_RUN_KF(layer_norm_stats, 3, (uint8_t*)x, (uint8_t*)gamma, nullptr, (uint8_t*)y, (uint8_t*)mean, (uint8_t*)rstd, workspace, (uint8_t*)tiling);
    Compare(false);
}
