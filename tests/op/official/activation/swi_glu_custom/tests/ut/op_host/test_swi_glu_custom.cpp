// Classes of tilings: the first that fits is taken.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

struct SwiGluCase {
    int64_t dim;
    gert::StorageShape x;
    uint64_t key;
    std::string data;
    std::vector<int64_t> shape;
};

class SwiGluCustom : public testing::TestWithParam<SwiGluCase> {};

TEST_P(SwiGluCustom, tiling)
{
    const SwiGluCase& one = GetParam();
    gert::TilingContextPara para("SwiGluCustom", {{one.x, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {gert::TilingContextPara::OpAttr("dim", Ops::NN::AnyValue::CreateFrom<int64_t>(one.dim))}, nullptr, "Ascend910B", 20, 196608);
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, one.key, one.data, {0});
}

TEST_P(SwiGluCustom, infershape)
{
    const SwiGluCase& one = GetParam();
    gert::InfershapeContextPara para("SwiGluCustom", {{one.x, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{"dim", Ops::NN::AnyValue::CreateFrom<int64_t>(one.dim)}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {one.shape});
}

static const SwiGluCase CASES[] = {
    {-1, {{5, 64}, {5, 64}}, 100, "5 32 32", {5, 32}},
    {1, {{2, 1300}, {2, 1300}}, 200, "2 650 512", {2, 650}},
    {1, {{4, 6, 10}, {4, 6, 10}}, 100, "4 30 30", {4, 3, 10}},
};
INSTANTIATE_TEST_SUITE_P(Cases, SwiGluCustom, testing::ValuesIn(CASES));

TEST(SwiGluCustomAxis, outside)
{
    gert::InfershapeContextPara para("SwiGluCustom", {{{{5, 64}, {5, 64}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{"dim", Ops::NN::AnyValue::CreateFrom<int64_t>(2)}});
    ExecuteTestCase(para, ge::GRAPH_FAILED);
}
