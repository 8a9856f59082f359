// Data of a script, compared by a script.
#include <gtest/gtest.h>
#include <cstdlib>
#include <unistd.h>
#include "tikicpulib.h"
#include "data_utils.h"
#include "../../../../../common/inc/op_kernel/flat_tiling_data.h"

extern "C" __global__ __aicore__ void square_diff(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(square_diff_test, scripts)
{
    ASSERT_EQ(system("cd ./square_diff_data && python3 gen_data.py 999"), 0);
    size_t bytes = 999 * sizeof(float);
    std::string path = std::string(get_current_dir_name()) + "/square_diff_data/";
    uint8_t* x1 = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* x2 = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* y = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* workspace = (uint8_t*)AscendC::GmAlloc(32);
    uint8_t* tiling = (uint8_t*)AscendC::GmAlloc(sizeof(FlatTilingData));
    ASSERT_TRUE(ReadFile(path + "x1.bin", bytes, x1, bytes));
    ASSERT_TRUE(ReadFile(path + "x2.bin", bytes, x2, bytes));
    FlatTilingData* tilingData = reinterpret_cast<FlatTilingData*>(tiling);
    tilingData->total = 999;
    tilingData->perCore = 512;
    tilingData->tile = 256;
    ICPU_RUN_KF(square_diff, 2, x1, x2, y, workspace, tiling);
    ASSERT_TRUE(WriteFile(path + "output.bin", y, bytes));
    EXPECT_EQ(system("cd ./square_diff_data && python3 compare_data.py"), 0);
    for (void* memory : {x1, x2, y, workspace, tiling}) AscendC::GmFree(memory);
}
