// Input and output are one array.
#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void accumulate_ref(GM_ADDR var, GM_ADDR x, GM_ADDR var_ref, GM_ADDR workspace, GM_ADDR tiling);

TEST(accumulate_ref_test, in_place)
{
    auto* var = (float*)AscendC::GmAlloc(130 * sizeof(float));
    auto* x = (float*)AscendC::GmAlloc(130 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (FlatTilingData*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *tiling = {130, 64, 32, 0.0f};
    for (int i = 0; i < 130; ++i) var[i] = i, x[i] = 0.25f * i;
    ICPU_RUN_KF(accumulate_ref, 3, (uint8_t*)var, (uint8_t*)x, (uint8_t*)var, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 130; ++i) EXPECT_EQ(var[i], 1.25f * i);
    for (void* memory : {(void*)var, (void*)x, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
