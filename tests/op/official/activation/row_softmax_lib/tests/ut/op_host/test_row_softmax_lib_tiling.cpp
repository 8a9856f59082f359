// A class with a tiling of the library in it.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(RowSoftmaxLibTiling, rows)
{
    gert::StorageShape shape = {{3, 2, 40}, {3, 2, 40}};
    gert::TilingContextPara para("RowSoftmaxLib", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 4);
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(para, info));
    EXPECT_EQ(info.blockNum, 4);
    ASSERT_GT(info.tilingDataSize, 3 * sizeof(uint32_t));
    const auto* words = reinterpret_cast<const uint32_t*>(info.tilingData.get());
    EXPECT_EQ(words[0], 6u);
    EXPECT_EQ(words[1], 40u);
    EXPECT_GT(words[2], 0u);
}

TEST(RowSoftmaxLibTiling, rows_that_are_not_whole_blocks)
{
    gert::StorageShape shape = {{3, 41}, {3, 41}};
    ExecuteTestCase(gert::TilingContextPara("RowSoftmaxLib", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}), ge::GRAPH_FAILED);
}

TEST(RowSoftmaxLibInfershape, same)
{
    gert::StorageShape shape = {{3, 2, 40}, {3, 2, 40}};
    ExecuteTestCase(gert::InfershapeContextPara("RowSoftmaxLib", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}),
        ge::GRAPH_SUCCESS, {{3, 2, 40}});
}
