#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

static const gert::StorageShape X = {{9, 3, 7}, {9, 3, 7}}, INDICES = {{2, 3}, {2, 3}};

TEST(GatherRowsCustom, tiling)
{
    gert::TilingContextPara para("GatherRowsCustom", {{X, ge::DT_FLOAT, ge::FORMAT_ND}, {INDICES, ge::DT_INT64, ge::FORMAT_ND}},
        {{{{2, 3, 3, 7}, {2, 3, 3, 7}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, "9 21 6");  // words of four bytes
}

TEST(GatherRowsCustom, infershape)
{
    gert::InfershapeContextPara para("GatherRowsCustom", {{X, ge::DT_FLOAT, ge::FORMAT_ND}, {INDICES, ge::DT_INT32, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{2, 3, 3, 7}});
}
