#include <gtest/gtest.h>
#include <iostream>
#include "infershape_context_faker.h"
#include "infershape_case_executor.h"
#include "base/registry/op_impl_space_registry_v2.h"

class AxpyCustomInferShape : public testing::Test {};

TEST_F(AxpyCustomInferShape, same)
{
    gert::InfershapeContextPara infershapeContextPara("AxpyCustom",
        {{{{4, 3, 4}, {4, 3, 4}}, ge::DT_FLOAT16, ge::FORMAT_ND}, {{{4, 3, 4}, {4, 3, 4}}, ge::DT_FLOAT16, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_FLOAT16, ge::FORMAT_ND}});
    std::vector<std::vector<int64_t>> expectOutputShape = {{4, 3, 4}};
    ExecuteTestCase(infershapeContextPara, ge::GRAPH_SUCCESS, expectOutputShape);
}

TEST_F(AxpyCustomInferShape, step_by_step)
{
    auto infer = gert::OpImplRegistry::GetInstance().GetOpImpl("AxpyCustom")->infer_shape;
    gert::Shape x = {-1, 3}, z = {};
    auto holder = gert::InferShapeContextFaker().NodeIoNum(2, 1).IrInstanceNum({1, 1}).InputShapes({&x, &x}).OutputShapes({&z})
        .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND).Build();
    EXPECT_EQ(infer(holder.GetContext<gert::InferShapeContext>()), ge::GRAPH_SUCCESS);
    auto* shape = holder.GetContext<gert::InferShapeContext>()->GetOutputShape(0);
    EXPECT_EQ(Ops::Base::ToString(*shape), "[-1, 3]");
    EXPECT_EQ(z, x);  // the test's own
}

TEST_F(AxpyCustomInferShape, types)
{
    auto spaceRegistry = gert::DefaultOpImplSpaceRegistryV2::GetInstance().GetSpaceRegistry();
    auto infer = spaceRegistry->GetOpImpl("AxpyCustom")->infer_datatype;
    if (infer != nullptr) {
        ge::DataType in = ge::DT_FLOAT16, out = ge::DT_UNDEFINED;
        auto holder = gert::InferDataTypeContextFaker().NodeIoNum(2, 1).IrInstanceNum({1, 1}).InputDataTypes({&in, &in}).OutputDataTypes({&out})
            .NodeInputTd(0, ge::DT_FLOAT16, ge::FORMAT_ND, ge::FORMAT_ND).Build();
        EXPECT_EQ(infer(holder.GetContext<gert::InferDataTypeContext>()), ge::GRAPH_SUCCESS);
        EXPECT_EQ(holder.GetContext<gert::InferDataTypeContext>()->GetOutputDataType(0), ge::DT_FLOAT16);
    }
}
