#include <array>
#include <vector>
#include <iostream>
#include <string>
#include <cstdint>
#include <unistd.h>
#include "gtest/gtest.h"
#include "tikicpulib.h"
#include "../data_utils.h"
#include "tiling_context_faker.h"
#include "tiling_case_executor.h"
#include "op_host/flat_tiling.h"

using namespace std;

extern "C" __global__ __aicore__ void axpy_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling);

class axpy_custom_test : public testing::Test {
protected:
    static void SetUpTestCase()
    {
        const string cmd = "cp -rf " + dataPath + " ./";
        system(cmd.c_str());
        system("chmod -R 755 ./axpy_custom_data/");
    }
    static const std::string rootPath;
    static const std::string dataPath;
};
const std::string axpy_custom_test::rootPath = "../../../../";
const std::string axpy_custom_test::dataPath = rootPath + "math/axpy_custom/tests/ut/op_kernel/axpy_custom_data";

TEST_F(axpy_custom_test, float32)
{
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    system("cd ./axpy_custom_data/ && python3 gen_data.py '(3, 1000)' 'float32'");
    gert::StorageShape shape = {{3, 1000}, {3, 1000}};
    Ops::Base::CompileInfoCommon info;
    info.aivNum = 4;
    info.ubSize = 65536;
    gert::TilingContextPara para("AxpyCustom", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {gert::TilingContextPara::OpAttr("alpha", Ops::Math::AnyValue::CreateFrom<float>(2.0f))}, &info);
    TilingInfo tilingInfo;
    ASSERT_TRUE(ExecuteTiling(para, tilingInfo));

    const size_t bytes = 3000 * sizeof(float);
    uint8_t* x = (uint8_t*)AscendC::GmAlloc((bytes + 31) / 32 * 32);
    uint8_t* y = (uint8_t*)AscendC::GmAlloc((bytes + 31) / 32 * 32);
    uint8_t* z = (uint8_t*)AscendC::GmAlloc((bytes + 31) / 32 * 32);
    uint8_t* workspace = (uint8_t*)AscendC::GmAlloc(1024 * 1024 * 16);
    uint8_t* tiling = (uint8_t*)AscendC::GmAlloc(tilingInfo.tilingDataSize);
    std::memcpy(tiling, tilingInfo.tilingData.get(), tilingInfo.tilingDataSize);
    std::string path = get_current_dir_name();
    ASSERT_TRUE(ReadFile(path + "/axpy_custom_data/float32_x.bin", (size_t&)bytes, x, bytes));
    ASSERT_TRUE(ReadFile(path + "/axpy_custom_data/float32_y.bin", (size_t&)bytes, y, bytes));
    ICPU_SET_TILING_KEY(tilingInfo.tilingKey);
    ICPU_RUN_KF(axpy_custom, tilingInfo.blockNum, x, y, z, workspace, tiling);
    WriteFile(path + "/axpy_custom_data/float32_output.bin", z, bytes);
    for (void* memory : {x, y, z, workspace, tiling}) AscendC::GmFree(memory);
    EXPECT_EQ(system("cd ./axpy_custom_data/ && python3 compare_data.py 'float32'"), 0);
}
