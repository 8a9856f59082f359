#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

static gert::TilingContextPara Para(int64_t width)
{
    const gert::StorageShape x = {{9, width}, {9, width}}, scale = {{9}, {9}};
    return gert::TilingContextPara("DynamicQuantRows", {{x, ge::DT_FLOAT16, ge::FORMAT_ND}},
        {{x, ge::DT_INT8, ge::FORMAT_ND}, {scale, ge::DT_FLOAT, ge::FORMAT_ND}});
}

TEST(DynamicQuantRowsTiling, rows) { ExecuteTestCase(Para(64), ge::GRAPH_SUCCESS, 0, "9 64", {}); }
TEST(DynamicQuantRowsTiling, width) { ExecuteTestCase(Para(48), ge::GRAPH_FAILED); }
TEST(DynamicQuantRowsInfershape, scale_of_each_row)
{
    gert::InfershapeContextPara para("DynamicQuantRows", {{{{9, 64}, {9, 64}}, ge::DT_FLOAT16, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_INT8, ge::FORMAT_ND}, {{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{9, 64}, {9}});
}
