// The recipe says for which types.
#include "gtest/gtest.h"
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void cast_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(cast_custom_test, float_to_int32)
{
    constexpr int COUNT = 100;
    float* x = reinterpret_cast<float*>(AscendC::GmAlloc(COUNT * sizeof(float)));
    int32_t* y = reinterpret_cast<int32_t*>(AscendC::GmAlloc(COUNT * sizeof(int32_t)));
    uint8_t* workspace = (uint8_t*)AscendC::GmAlloc(16 * 1024 * 1024);
    FlatTilingData* tiling = reinterpret_cast<FlatTilingData*>(AscendC::GmAlloc(sizeof(FlatTilingData)));
    tiling->total = COUNT;
    tiling->perCore = 64;
    tiling->tile = 64;
    for (int i = 0; i < COUNT; ++i) x[i] = 0.75f * (i - 50);
    ICPU_SET_TILING_KEY(0);
    ICPU_RUN_KF(cast_custom, 2, reinterpret_cast<uint8_t*>(x), reinterpret_cast<uint8_t*>(y), workspace, reinterpret_cast<uint8_t*>(tiling));
    for (int i = 0; i < COUNT; ++i) EXPECT_EQ(y[i], static_cast<int32_t>(x[i])) << "at " << i;
    AscendC::GmFree(x);
    AscendC::GmFree(y);
    AscendC::GmFree(workspace);
    AscendC::GmFree(tiling);
}
