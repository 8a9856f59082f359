#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(AccumulateRef, tiling_and_shape)
{
    const gert::StorageShape shape = {{2, 65}, {2, 65}};
    ExecuteTestCase(gert::TilingContextPara("AccumulateRef", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}), ge::GRAPH_SUCCESS, 0, "130 64 1024", {16777216});
    ExecuteTestCase(gert::InfershapeContextPara("AccumulateRef", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}), ge::GRAPH_SUCCESS, {{2, 65}});
}
