#include <gtest/gtest.h>
#include "infershape_context_faker.h"
#include "infershape_case_executor.h"

TEST(ConcatRowsInfershape, rows_are_added)
{
    gert::InfershapeContextPara para("ConcatRows", {{{{3, 5}, {3, 5}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{4, 5}, {4, 5}}, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {}, {2}, {1});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{7, 5}});
}

TEST(ConcatRowsInfershape, step_by_step)
{
    gert::Shape a = {2}, b = {3}, c = {4}, y = {};
    auto holder = gert::InferShapeContextFaker().SetOpType("ConcatRows").NodeIoNum(3, 1).IrInputNum(1).IrInstanceNum({3}, {1})
        .InputShapes({&a, &b, &c}).OutputShapes({&y}).Build();
    ASSERT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("ConcatRows")->infer_shape(holder.GetContext<gert::InferShapeContext>()), ge::GRAPH_SUCCESS);
    EXPECT_EQ(y.GetDim(0), 9);
}
