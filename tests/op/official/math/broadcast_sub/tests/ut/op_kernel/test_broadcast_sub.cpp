#include <gtest/gtest.h>
#include <cstring>
#include "tikicpulib.h"
#include "../../../op_kernel/broadcast_sub_tiling_data.h"

extern "C" __global__ __aicore__ void broadcast_sub(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

class broadcast_sub_test : public testing::Test {
protected:
    static void SetUpTestCase() { AscendC::SetKernelMode(KernelMode::AIV_MODE); }
};

TEST_F(broadcast_sub_test, a_row_for_all)
{
    auto* x1 = (float*)AscendC::GmAlloc(4 * 9 * sizeof(float));
    auto* x2 = (float*)AscendC::GmAlloc(3 * 9 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(4 * 3 * 9 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (BroadcastSubTilingData*)AscendC::GmAlloc(sizeof(BroadcastSubTilingData));
    *tiling = {12, 3, {1, 4, 3, 9}, {{0, 9, 0, 1}, {0, 0, 9, 1}}};
    for (int i = 0; i < 36; ++i) x1[i] = 0.5f * i;
    for (int i = 0; i < 27; ++i) x2[i] = 3.0f - i;
    ICPU_RUN_KF(broadcast_sub, 4, (uint8_t*)x1, (uint8_t*)x2, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 9; ++k) EXPECT_EQ(y[(i * 3 + j) * 9 + k], x1[i * 9 + k] - x2[j * 9 + k]);
    for (void* memory : {(void*)x1, (void*)x2, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
