#include <gtest/gtest.h>
#include <vector>
#include "tikicpulib.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void fill_dims(GM_ADDR dims, GM_ADDR value, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(fill_dims_test, two_cores)
{
    auto* value = (float*)AscendC::GmAlloc(sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(150 * sizeof(float));
    auto* other = (uint8_t*)AscendC::GmAlloc(1024);
    auto* tiling = (FlatTilingData*)AscendC::GmAlloc(sizeof(FlatTilingData));
    *value = -2.5f;
    *tiling = {150, 128, 1024, 0.0f};
    ICPU_RUN_KF(fill_dims, 2, other, (uint8_t*)value, (uint8_t*)y, other, (uint8_t*)tiling);
    EXPECT_EQ(std::vector<float>(y, y + 150), std::vector<float>(150, -2.5f));
    for (void* memory : {(void*)value, (void*)y, (void*)other, (void*)tiling}) AscendC::GmFree(memory);
}
