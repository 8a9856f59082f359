#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"

TEST(ClipByTensorsInfershape, without_bounds)
{
    gert::InfershapeContextPara para("ClipByTensors", {{{{6, 1, 2}, {6, 1, 2}}, ge::DT_FLOAT, ge::FORMAT_ND},
        {{{}, {}}, ge::DT_UNDEFINED, ge::FORMAT_ND}, {{{}, {}}, ge::DT_UNDEFINED, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{6, 1, 2}});
}
