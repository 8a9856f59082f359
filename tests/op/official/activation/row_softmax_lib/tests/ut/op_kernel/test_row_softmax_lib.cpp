// The tiling function of the host fills in what the library wants.
#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include "tikicpulib.h"
#include "tiling_context_faker.h"
#include "tiling_case_executor.h"

extern "C" __global__ __aicore__ void row_softmax_lib(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

TEST(row_softmax_lib_test, float32)
{
    gert::StorageShape shape = {{5, 40}, {5, 40}};
    gert::TilingContextPara para("RowSoftmaxLib", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 2);
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(para, info));
    auto* x = (float*)AscendC::GmAlloc(200 * sizeof(float));
    auto* y = (float*)AscendC::GmAlloc(200 * sizeof(float));
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (uint8_t*)AscendC::GmAlloc(info.tilingDataSize);
    std::memcpy(tiling, info.tilingData.get(), info.tilingDataSize);
    for (int i = 0; i < 200; ++i) x[i] = 0.25f * (i * 7 % 31);
    ICPU_SET_TILING_KEY(info.tilingKey);
    ICPU_RUN_KF(row_softmax_lib, info.blockNum, (uint8_t*)x, (uint8_t*)y, workspace, tiling);
    for (int row = 0; row < 5; ++row) {
        double sum = 0;
        for (int i = 0; i < 40; ++i) sum += std::exp(static_cast<double>(x[row * 40 + i]));
        for (int i = 0; i < 40; ++i) EXPECT_NEAR(y[row * 40 + i], std::exp(static_cast<double>(x[row * 40 + i])) / sum, 1e-6);
    }
    for (void* memory : {(void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
