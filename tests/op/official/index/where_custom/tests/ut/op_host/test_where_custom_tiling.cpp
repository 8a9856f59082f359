// No shape function: the definition says which input the output follows.
#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(WhereCustomTiling, cut)
{
    const gert::StorageShape shape = {{3000}, {3000}};
    gert::TilingContextPara para("WhereCustom", {{shape, ge::DT_BOOL, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND},
        {shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {}, nullptr, 4);
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, "3000 768 1024 ", {16777216});
}

TEST(WhereCustomTiling, no_shape_function) { EXPECT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("WhereCustom")->infer_shape, nullptr); }
