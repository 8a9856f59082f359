// Three inputs of one value, given to the builder and as constants.
#include "gtest/gtest.h"
#include "context_builder.h"
#include "infershape_case_executor.h"
#include "../../../op_kernel/arange_custom_tiling_data.h"

TEST(ArangeCustom, tiling_reads_values)
{
    const gert::StorageShape one = {{1}, {1}}, many = {{1406}, {1406}};
    auto holder = context_ascendc::ContextBuilder()
        .SetOpNameType("range", "ArangeCustom")
        .NodeIoNum(3, 1)
        .IrInstanceNum({1, 1, 1})
        .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, one, std::vector<float>{-3.0f})
        .AddInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, one, std::vector<float>{700.0f})
        .AddInputTd(2, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, one, std::vector<float>{0.5f})
        .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, many)
        .BuildTilingContext();
    auto* context = holder->GetContext<gert::TilingContext>();
    ASSERT_EQ(context_ascendc::OpTilingRegistry().GetTilingFunc("ArangeCustom")(context), ge::GRAPH_SUCCESS);
    const auto* data = context->GetTilingData<ArangeCustomNs::TilingData>();
    EXPECT_FLOAT_EQ(data->start, -3.0f);
    EXPECT_FLOAT_EQ(data->delta, 0.5f);
    EXPECT_EQ(data->count, 1406u);
    EXPECT_EQ(context->GetBlockDim(), 1u);
}

static void Infer(float start, float limit, float delta, ge::graphStatus status, int64_t count)
{
    const gert::StorageShape one = {{1}, {1}};
    gert::InfershapeContextPara para("ArangeCustom", {{one, ge::DT_FLOAT, ge::FORMAT_ND, true, &start},
        {one, ge::DT_FLOAT, ge::FORMAT_ND, true, &limit}, {one, ge::DT_FLOAT, ge::FORMAT_ND, true, &delta}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, status, {{count}});
}

TEST(ArangeCustom, infershape) { Infer(-3.0f, 700.0f, 0.5f, ge::GRAPH_SUCCESS, 1406); }
TEST(ArangeCustom, nothing) { Infer(3.0f, 0.0f, 1.0f, ge::GRAPH_SUCCESS, 0); }
TEST(ArangeCustom, no_steps) { Infer(0.0f, 1.0f, 0.0f, ge::GRAPH_FAILED, 0); }
