#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

struct FillCase {
    const char* name;
    gert::StorageShape shape;
    const char* data;
};
std::ostream& operator<<(std::ostream& out, const FillCase& one) { return out << one.name; }

class FillDimsTiling : public testing::TestWithParam<FillCase> {};

TEST_P(FillDimsTiling, cut)
{
    const FillCase one = GetParam();
    int64_t dims[] = {3, 50};
    gert::TilingContextPara para("FillDims",
        {{{{2}, {2}}, ge::DT_INT64, ge::FORMAT_ND, true, dims}, {{{1}, {1}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{one.shape, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 2);
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, one.data, {16777216});
}

INSTANTIATE_TEST_SUITE_P(Shapes, FillDimsTiling, testing::Values(FillCase{"plain", {{3, 50}, {3, 50}}, "150 128 1024 "},
    FillCase{"scalar", {{}, {}}, "1 64 1024 "}, FillCase{"long", {{100000}, {100000}}, "100000 50048 1024 "}));
