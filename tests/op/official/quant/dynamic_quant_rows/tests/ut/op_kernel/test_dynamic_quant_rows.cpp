// Half numbers, which the test makes and reads itself.
#include <gtest/gtest.h>
#include <cmath>
#include "tikicpulib.h"

extern "C" __global__ __aicore__ void dynamic_quant_rows(GM_ADDR x, GM_ADDR y, GM_ADDR scale, GM_ADDR workspace, GM_ADDR tiling);

TEST(dynamic_quant_rows_test, steps_of_a_sixteenth)
{
    struct { uint32_t rows, width; } data = {9, 64};
    auto* x = (half*)AscendC::GmAlloc(9 * 64 * sizeof(half));
    auto* y = (int8_t*)AscendC::GmAlloc(9 * 64);
    auto* scale = (float*)AscendC::GmAlloc(9 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (uint8_t*)AscendC::GmAlloc(sizeof data);
    std::memcpy(tiling, &data, sizeof data);
    for (int i = 0; i < 9 * 64; ++i) x[i] = static_cast<half>(i % 64 == 0 ? 127 / 16.0f : (i % 201 - 100) / 16.0f);
    ICPU_RUN_KF(dynamic_quant_rows, 2, (uint8_t*)x, (uint8_t*)y, (uint8_t*)scale, workspace, tiling);
    for (int row = 0; row < 9; ++row) EXPECT_FLOAT_EQ(scale[row], 1 / 16.0f);
    for (int i = 0; i < 9 * 64; ++i) EXPECT_EQ(y[i], i % 64 == 0 ? 127 : i % 201 - 100) << i;
    for (void* memory : {(void*)x, (void*)y, (void*)scale, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
