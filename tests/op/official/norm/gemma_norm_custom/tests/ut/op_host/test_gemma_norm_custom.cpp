// The tiling function is that of another folder.
#include <gtest/gtest.h>
#include "tiling/context/context_builder.h"
#include "infershape_case_executor.h"

TEST(GemmaNormCustom, tiling_of_another_folder)
{
    const gert::StorageShape x = {{2, 3, 64}, {2, 3, 64}}, gamma = {{64}, {64}}, rstd = {{2, 3, 1}, {2, 3, 1}};
    auto holder = context_ascendc::ContextBuilder().SetOpNameType("gemma", "GemmaNormCustom").NodeIoNum(2, 2).IrInstanceNum({1, 1})
        .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, x).AddInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, gamma)
        .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, x).AddOutputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, rstd)
        .AddAttr("epsilon", 1e-6f).BuildTilingContext();
    auto* context = holder->GetContext<gert::TilingContext>();
    auto function = context_ascendc::OpTilingRegistry().GetTilingFunc(std::string("GemmaNormCustom"));
    ASSERT_NE(function, nullptr);
    EXPECT_EQ(function(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetBlockDim(), 6u);
    const auto* words = static_cast<const uint32_t*>(context->GetRawTilingData()->GetData());
    EXPECT_EQ(words[0], 6u);
    EXPECT_EQ(words[1], 64u);
}

TEST(GemmaNormCustom, infershape)
{
    gert::InfershapeContextPara para("GemmaNormCustom", {{{{5, 128}, {5, 128}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{128}, {128}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{5, 128}, {5, 1}});
}
