// Values of an input decide.
#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"

TEST(FillDimsInfershape, values)
{
    int64_t dims[] = {3, 1, 50};
    gert::InfershapeContextPara para("FillDims",
        {{{{3}, {3}}, ge::DT_INT64, ge::FORMAT_ND, true, dims}, {{{1}, {1}}, ge::DT_INT32, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_INT32, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{3, 1, 50}});
}
