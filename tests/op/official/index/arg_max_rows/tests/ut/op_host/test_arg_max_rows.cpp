#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "kernel_run_context_facker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

static const gert::StorageShape X = {{3, 7, 90}, {3, 7, 90}};

TEST(ArgMaxRows, tiling)
{
    gert::TilingContextPara para("ArgMaxRows", {{X, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{3, 7}, {3, 7}}, ge::DT_INT32, ge::FORMAT_ND}}, nullptr, 48, 196608, 64);
    TilingInfo info;
    ASSERT_TRUE(ExecuteTiling(para, info));
    EXPECT_EQ(info.blockNum, 3);  // eight rows each
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, "21 90");
}

TEST(ArgMaxRows, shape_and_type)
{
    ExecuteTestCase(gert::InfershapeContextPara("ArgMaxRows", {{X, ge::DT_FLOAT, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_INT32, ge::FORMAT_ND}}),
        ge::GRAPH_SUCCESS, {{3, 7}});
    ge::DataType in = ge::DT_FLOAT, out = ge::DT_FLOAT;
    auto holder = gert::InferDataTypeContextFaker().NodeIoNum(1, 1).IrInstanceNum({1}).InputDataTypes({&in}).OutputDataTypes({&out}).Build();
    auto* context = holder.GetContext<gert::InferDataTypeContext>();
    EXPECT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("ArgMaxRows")->infer_datatype(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetOutputDataType(0), ge::DT_INT32);
}
