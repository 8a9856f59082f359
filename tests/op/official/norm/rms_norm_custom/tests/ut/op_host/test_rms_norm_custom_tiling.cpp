#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"
#include "infershape_case_executor.h"
#include "norm/norm_common/op_kernel/norm_tiling_data.h"

class RmsNormCustomTiling : public testing::Test {
protected:
    static gert::TilingContextPara Para(int64_t width)
    {
        const gert::StorageShape x = {{5, width}, {5, width}}, gamma = {{width}, {width}}, rstd = {{5, 1}, {5, 1}};
        return gert::TilingContextPara("RmsNormCustom", {{x, ge::DT_FLOAT, ge::FORMAT_ND}, {gamma, ge::DT_FLOAT, ge::FORMAT_ND}},
            {{x, ge::DT_FLOAT, ge::FORMAT_ND}, {rstd, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"epsilon", Ops::NN::AnyValue::CreateFrom<float>(0.5f)}}, nullptr, 3);
    }
};

TEST_F(RmsNormCustomTiling, rows)
{
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(Para(128), info));
    ASSERT_EQ(info.tilingDataSize, sizeof(NormTilingData));
    const auto* data = reinterpret_cast<const NormTilingData*>(info.tilingData.get());
    EXPECT_EQ(data->rows, 5u);
    EXPECT_EQ(data->width, 128u);
    EXPECT_FLOAT_EQ(data->epsilon, 0.5f);
    EXPECT_EQ(info.blockNum, 3);
    EXPECT_EQ(info.workspaceSizes, std::vector<size_t>{0});
}

TEST_F(RmsNormCustomTiling, rows_of_another_width) { ExecuteTestCase(Para(100), ge::GRAPH_FAILED); }

TEST_F(RmsNormCustomTiling, infershape)
{
    gert::InfershapeContextPara para("RmsNormCustom", {{{{5, 128}, {5, 128}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{128}, {128}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"epsilon", Ops::NN::AnyValue::CreateFrom<float>(0.5f)}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{5, 128}, {5, 1}});
}
