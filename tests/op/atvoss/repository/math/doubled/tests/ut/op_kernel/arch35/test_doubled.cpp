#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "atvoss/elewise/elewise_base_struct.h"

extern "C" __global__ __aicore__ void doubled(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(doubled_test, two_blocks)
{
    auto* x = (float*)AscendC::GmAlloc(100 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(100 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (Ops::Base::EleBaseTilingData16B*)AscendC::GmAlloc(sizeof(Ops::Base::EleBaseTilingData16B));
    *tiling = {100, 2, 64};
    for (int i = 0; i < 100; ++i) x[i] = 0.5f * i;
    ICPU_RUN_KF(doubled, 2, (uint8_t*)x, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(y[i], i);
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
