// Three outputs, and an input that may be left out.
#include <gtest/gtest.h>
#include "kernel_run_context_facker.h"
#include "infershape_case_executor.h"

static uint64_t KeyOf(gert::StorageShape* beta)
{
    gert::StorageShape x = {{3, 2, 192}, {3, 2, 192}}, gamma = {{192}, {192}}, stats = {{3, 2, 1}, {3, 2, 1}};
    auto holder = gert::TilingContextFaker().SetOpType("LayerNormStats").NodeIoNum(3, 3).IrInstanceNum({1, 1, 1}).InputShapes({&x, &gamma, beta})
        .OutputShapes({&x, &stats, &stats}).NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND).NodeInputTd(2, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeAttrs({{"epsilon", Ops::NN::AnyValue::CreateFrom<float>(1e-3f)}}).Build();
    auto* context = holder.GetContext<gert::TilingContext>();
    EXPECT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("LayerNormStats")->tiling(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetBlockDim(), 6u);
    return context->GetTilingKey();
}

TEST(LayerNormStats, with_beta)
{
    gert::StorageShape beta = {{192}, {192}};
    EXPECT_EQ(KeyOf(&beta), 1u);
}
TEST(LayerNormStats, without_beta) { EXPECT_EQ(KeyOf(nullptr), 0u); }
TEST(LayerNormStats, infershape)
{
    const gert::StorageShape x = {{3, 2, 192}, {3, 2, 192}}, gamma = {{192}, {192}};
    gert::InfershapeContextPara para("LayerNormStats", {{x, ge::DT_FLOAT, ge::FORMAT_ND}, {gamma, ge::DT_FLOAT, ge::FORMAT_ND}, {gamma, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{3, 2, 192}, {3, 2, 1}, {3, 2, 1}});
}
