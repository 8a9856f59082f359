// The kernel's own file is part of the test.
#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../op_kernel/arange_custom.cpp"

TEST(arange_custom_test, halves)
{
    ArangeCustomNs::TilingData data = {-3.0f, 0.5f, 700};
    auto* y = (float*)AscendC::GmAlloc(700 * sizeof(float));
    auto* none = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (uint8_t*)AscendC::GmAlloc(sizeof data);
    memcpy(tiling, &data, sizeof data);
    ICPU_RUN_KF(arange_custom, 1, none, none, none, (uint8_t*)y, none, tiling);
    for (int i = 0; i < 700; ++i) ASSERT_FLOAT_EQ(y[i], -3.0f + 0.5f * i);
    AscendC::GmFree(y);
    AscendC::GmFree(none);
    AscendC::GmFree(tiling);
}
