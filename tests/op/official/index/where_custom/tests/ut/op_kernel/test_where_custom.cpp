// Cut by the tiling function, compared by scripts.
#include <gtest/gtest.h>
#include <cstring>
#include <unistd.h>
#include "tikicpulib.h"
#include "data_utils.h"
#include "tiling_context_faker.h"
#include "tiling_case_executor.h"

extern "C" __global__ __aicore__ void where_custom(GM_ADDR condition, GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(where_custom_test, scripts)
{
    const gert::StorageShape shape = {{3000}, {3000}};
    gert::TilingContextPara para("WhereCustom", {{shape, ge::DT_BOOL, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND},
        {shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 3);
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(para, info));
    ASSERT_EQ(system("cd where_data && python3 gen_data.py"), 0);
    size_t bytes = 3000 * sizeof(float), flags = 3000;
    uint8_t* condition = (uint8_t*)AscendC::GmAlloc(flags);
    uint8_t* x1 = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* x2 = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* y = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* workspace = (uint8_t*)AscendC::GmAlloc(info.workspaceSizes[0]);
    uint8_t* tiling = (uint8_t*)AscendC::GmAlloc(info.tilingDataSize);
    std::memcpy(tiling, info.tilingData.get(), info.tilingDataSize);
    ASSERT_TRUE(ReadFile("./where_data/condition.bin", flags, condition, flags));
    ASSERT_TRUE(ReadFile("./where_data/x1.bin", bytes, x1, bytes));
    ASSERT_TRUE(ReadFile("./where_data/x2.bin", bytes, x2, bytes));
    ICPU_RUN_KF(where_custom, info.blockNum, condition, x1, x2, y, workspace, tiling);
    ASSERT_TRUE(WriteFile("./where_data/y.bin", y, bytes));
    EXPECT_EQ(system("cd where_data && python3 compare_data.py"), 0);
    for (void* memory : {condition, x1, x2, y, workspace, tiling}) AscendC::GmFree(memory);
}
