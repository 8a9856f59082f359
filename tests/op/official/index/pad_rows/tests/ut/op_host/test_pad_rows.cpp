// Lists of numbers as attributes.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "tiling/context/context_builder.h"
#include "../../../op_kernel/pad_rows_tiling_data.h"

static ge::graphStatus Tile(const std::vector<int64_t>& pads, PadRowsTilingData* data)
{
    const gert::StorageShape x = {{5, 13}, {5, 13}}, y = {{5, 36}, {5, 36}};
    auto holder = context_ascendc::ContextBuilder().SetOpNameType("pad", "PadRows").NodeIoNum(1, 1).IrInstanceNum({1})
        .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, x).AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, y)
        .AddAttr("pads", pads).AddAttr("value", -2.5f).BuildTilingContext();
    auto* context = holder->GetContext<gert::TilingContext>();
    const auto status = context_ascendc::OpTilingRegistry().GetTilingFunc("PadRows")(context);
    *data = *context->GetTilingData<PadRowsTilingData>();
    return status;
}

TEST(PadRows, tiling)
{
    PadRowsTilingData data;
    ASSERT_EQ(Tile({3, 20}, &data), ge::GRAPH_SUCCESS);
    EXPECT_EQ(data.rows, 5u);
    EXPECT_EQ(data.left + data.width + data.right, 36u);
    EXPECT_FLOAT_EQ(data.value, -2.5f);
    EXPECT_EQ(Tile({8, 0}, &data), ge::GRAPH_FAILED);
}

static void Infer(const std::vector<int64_t>& pads, ge::graphStatus status)
{
    gert::InfershapeContextPara para("PadRows", {{{{5, 13}, {5, 13}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{"pads", Ops::Math::AnyValue::CreateFrom<std::vector<int64_t>>(pads)}, {"value", Ops::Math::AnyValue::CreateFrom<float>(0)}});
    ExecuteTestCase(para, status, {{5, 36}});
}

TEST(PadRows, infershape) { Infer({3, 20}, ge::GRAPH_SUCCESS); }
TEST(PadRows, two_numbers_are_needed) { Infer({3}, ge::GRAPH_FAILED); }
