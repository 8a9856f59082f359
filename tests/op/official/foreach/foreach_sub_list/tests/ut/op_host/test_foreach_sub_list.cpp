#include <gtest/gtest.h>
#include "kernel_run_context_facker.h"

TEST(ForeachSubList, tiling_and_shapes)
{
    gert::StorageShape a = {{70}, {70}}, b = {{2, 64}, {2, 64}};
    const auto* of = gert::OpImplRegistry::GetInstance().GetOpImpl("ForeachSubList");
    auto holder = gert::TilingContextFaker().SetOpType("ForeachSubList").NodeIoNum(4, 2).IrInstanceNum({2, 2}).IrOutputInstanceNum({2})
        .InputShapes({&a, &b, &a, &b}).OutputShapes({&a, &b}).Build();
    auto* context = holder.GetContext<gert::TilingContext>();
    ASSERT_EQ(of->tiling(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetBlockDim(), 2u);
    EXPECT_EQ(context->GetRawTilingData()->GetDataSize(), 17 * sizeof(int64_t));

    gert::Shape x = {70}, z = {2, 64}, first = {}, second = {};
    auto shapes = gert::InferShapeContextFaker().NodeIoNum(4, 2).IrInstanceNum({2, 2}).IrOutputInstanceNum({2}).InputShapes({&x, &z, &x, &z})
        .OutputShapes({&first, &second}).Build();
    ASSERT_EQ(of->infer_shape(shapes.GetContext<gert::InferShapeContext>()), ge::GRAPH_SUCCESS);
    EXPECT_EQ(first, x);
    EXPECT_EQ(second, z);
}
