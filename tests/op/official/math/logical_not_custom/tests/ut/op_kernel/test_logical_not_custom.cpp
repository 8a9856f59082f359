#include <gtest/gtest.h>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void logical_not_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(logical_not_custom_test, bytes)
{
    uint8_t* x = (uint8_t*)AscendC::GmAlloc(1500);
    uint8_t* y = (uint8_t*)AscendC::GmAlloc(1500);
    uint8_t* workspace = (uint8_t*)AscendC::GmAlloc(32);
    uint8_t* tiling = (uint8_t*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *(FlatTilingData*)tiling = {1500, 768, 256, 0.0f};
    for (int i = 0; i < 1500; ++i) x[i] = i % 3 == 0;
    ICPU_RUN_KF(logical_not_custom, 2, x, y, workspace, tiling);
    for (int i = 0; i < 1500; ++i) ASSERT_EQ(y[i], i % 3 == 0 ? 0 : 1) << i;
    for (void* memory : {x, y, workspace, tiling}) AscendC::GmFree(memory);
}
