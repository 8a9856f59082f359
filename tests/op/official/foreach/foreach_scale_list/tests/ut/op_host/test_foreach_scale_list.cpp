// Lists in and out, cut by a function of another folder.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"
#include "foreach/foreach_utils/op_kernel/foreach_tiling_data.h"

using Tensor = gert::TilingContextPara::TensorDescription;
static const Tensor A({{3, 5}, {3, 5}}, ge::DT_FLOAT, ge::FORMAT_ND), B({{200}, {200}}, ge::DT_FLOAT, ge::FORMAT_ND);
static const Tensor SCALAR({{1}, {1}}, ge::DT_FLOAT, ge::FORMAT_ND), NOTHING({{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND);

TEST(ForeachScaleList, tiling)
{
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(gert::TilingContextPara("ForeachScaleList", {A, B, SCALAR}, {A, B}, {}, {2, 1}, {2}), info));
    const auto* data = reinterpret_cast<const ForeachTilingData*>(info.tilingData.get());
    EXPECT_EQ(data->count, 2u);
    EXPECT_EQ(data->sizes[0], 15);
    EXPECT_EQ(data->sizes[1], 200);
    EXPECT_EQ(info.blockNum, 2);
}

TEST(ForeachScaleList, too_many)
{
    std::vector<Tensor> many(17, A);
    std::vector<Tensor> inputs = many;
    inputs.push_back(SCALAR);
    ExecuteTestCase(gert::TilingContextPara("ForeachScaleList", inputs, many, {}, {17, 1}, {17}), ge::GRAPH_FAILED);
}

TEST(ForeachScaleList, infershape)
{
    gert::InfershapeContextPara para("ForeachScaleList", {A, B, SCALAR}, {NOTHING, NOTHING}, {}, {2, 1}, {2});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{3, 5}, {200}});
}
