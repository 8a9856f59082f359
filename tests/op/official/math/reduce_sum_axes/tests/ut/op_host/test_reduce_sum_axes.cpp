// Functions that read values of an input: tests hand them over as constants.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

using Attr = gert::TilingContextPara::OpAttr;

class ReduceSumAxes : public testing::TestWithParam<std::tuple<int64_t, bool>> {};

TEST_P(ReduceSumAxes, infershape)
{
    auto [axis, keep] = GetParam();
    gert::InfershapeContextPara para("ReduceSumAxes",
        {{{{2, 3, 4}, {2, 3, 4}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{1}, {1}}, ge::DT_INT64, ge::FORMAT_ND, true, &axis}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"keep_dims", Ops::Math::AnyValue::CreateFrom<bool>(keep)}});
    std::vector<int64_t> due = {2, 3, 4};
    const size_t at = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
    if (keep) due[at] = 1;
    else due.erase(due.begin() + static_cast<long>(at));
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {due});
}

INSTANTIATE_TEST_SUITE_P(Axes, ReduceSumAxes, testing::Combine(testing::Values(0, 1, -1), testing::Bool()));

static void Tile(std::vector<int32_t> axes, ge::graphStatus due, uint64_t key, const std::string& data)
{
    const int64_t count = static_cast<int64_t>(axes.size());
    gert::TilingContextPara para("ReduceSumAxes",
        {{{{2, 3, 4}, {2, 3, 4}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{count}, {count}}, ge::DT_INT32, ge::FORMAT_ND, true, axes.data()}},
        {{{{2}, {2}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {Attr("keep_dims", Ops::Math::AnyValue::CreateFrom<bool>(false))});
    ExecuteTestCase(para, due, key, data, {0});
}

TEST(ReduceSumAxesTiling, the_end) { Tile({1, 2}, ge::GRAPH_SUCCESS, 1, "2 12 1 0 "); }
TEST(ReduceSumAxesTiling, the_middle) { Tile({1}, ge::GRAPH_SUCCESS, 2, "2 3 4 0 "); }
TEST(ReduceSumAxesTiling, no_neighbours) { Tile({0, 2}, ge::GRAPH_FAILED, 0, ""); }
TEST(ReduceSumAxesTiling, values_that_are_not_there)
{
    gert::TilingContextPara para("ReduceSumAxes",
        {{{{2, 3, 4}, {2, 3, 4}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{1}, {1}}, ge::DT_INT32, ge::FORMAT_ND}},
        {{{{2}, {2}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {Attr("keep_dims", Ops::Math::AnyValue::CreateFrom<bool>(false))});
    ExecuteTestCase(para, ge::GRAPH_FAILED);
}
