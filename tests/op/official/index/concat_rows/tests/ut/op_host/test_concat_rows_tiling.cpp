// A list of tensors is one parameter with several instances.
#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(ConcatRowsTiling, three)
{
    gert::TilingContextPara para("ConcatRows", {{{{3, 5}, {3, 5}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{1, 5}, {1, 5}}, ge::DT_FLOAT, ge::FORMAT_ND},
        {{{900, 5}, {900, 5}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{904, 5}, {904, 5}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {}, {3}, {1}, nullptr);
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(para, info));
    EXPECT_EQ(info.blockNum, 3);
    const auto* words = reinterpret_cast<const int64_t*>(info.tilingData.get());
    EXPECT_EQ(std::vector<int64_t>(words, words + 4), (std::vector<int64_t>{3, 15, 5, 4500}));
}

TEST(ConcatRowsTiling, too_many)
{
    const gert::TilingContextPara::TensorDescription one({{5}, {5}}, ge::DT_INT32, ge::FORMAT_ND);
    gert::TilingContextPara para("ConcatRows", std::vector<gert::TilingContextPara::TensorDescription>(33, one), {one}, {}, {33}, {1}, nullptr);
    ExecuteTestCase(para, ge::GRAPH_FAILED, 0, "", {});
}
