// The type of the output comes from an attribute.
#include <gtest/gtest.h>
#include "kernel_run_context_facker.h"
#include "platform/platform_infos_def.h"
#include "op_host/tiling_base_class.h"

class CastCustom : public testing::Test {
protected:
    void SetUp() override
    {
        platform.Init();
        info.aivNum = 8;
        info.ubSize = 196608;
    }
    ge::graphStatus Tile(ge::DataType from, ge::DataType to, int64_t attr)
    {
        gert::StorageShape shape = {{5, 100}, {5, 100}};
        auto data = gert::TilingData::CreateCap(2048);
        auto workspaces = gert::ContinuousVector::Create<size_t>(8);
        auto holder = gert::TilingContextFaker()
            .SetOpType("CastCustom")
            .NodeIoNum(1, 1)
            .IrInstanceNum({1})
            .InputShapes({&shape})
            .OutputShapes({&shape})
            .CompileInfo(&info)
            .PlatformInfo(reinterpret_cast<char*>(&platform))
            .NodeInputTd(0, from, ge::FORMAT_ND, ge::FORMAT_ND)
            .NodeOutputTd(0, to, ge::FORMAT_ND, ge::FORMAT_ND)
            .NodeAttrs({{"dst_type", Ops::Math::AnyValue::CreateFrom<int64_t>(attr)}})
            .TilingData(data.get())
            .Workspace(reinterpret_cast<gert::ContinuousVector*>(workspaces.get()))
            .Build();
        auto* context = holder.GetContext<gert::TilingContext>();
        const auto status = gert::OpImplRegistry::GetInstance().GetOpImpl("CastCustom")->tiling(context);
        blocks = context->GetBlockDim();
        return status;
    }
    fe::PlatFormInfos platform;
    Ops::Base::CompileInfoCommon info;
    uint32_t blocks = 0;
};

TEST_F(CastCustom, tiling)
{
    EXPECT_EQ(Tile(ge::DT_FLOAT, ge::DT_FLOAT16, static_cast<int64_t>(ge::DT_FLOAT16)), ge::GRAPH_SUCCESS);
    EXPECT_EQ(blocks, 8u);  // 500 elements in pieces of 64
}

TEST_F(CastCustom, another_type) { EXPECT_EQ(Tile(ge::DT_FLOAT, ge::DT_FLOAT16, 3), ge::GRAPH_FAILED); }

TEST_F(CastCustom, infer_datatype)
{
    auto infer = gert::OpImplRegistry::GetInstance().GetOpImpl("CastCustom")->infer_datatype;
    ASSERT_NE(infer, nullptr);
    ge::DataType in = ge::DT_FLOAT, out = ge::DT_UNDEFINED;
    auto holder = gert::InferDataTypeContextFaker().NodeIoNum(1, 1).IrInstanceNum({1}).InputDataTypes({&in}).OutputDataTypes({&out})
        .NodeAttrs({{"dst_type", Ops::Math::AnyValue::CreateFrom<int64_t>(3)}}).Build();
    auto* context = holder.GetContext<gert::InferDataTypeContext>();
    EXPECT_EQ(infer(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetOutputDataType(0), ge::DT_INT32);
}

TEST_F(CastCustom, infer_shape)
{
    gert::Shape x = {5, 100}, y = {};
    auto holder = gert::InferShapeContextFaker().NodeIoNum(1, 1).IrInstanceNum({1}).InputShapes({&x}).OutputShapes({&y}).Build();
    EXPECT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("CastCustom")->infer_shape(holder.GetContext<gert::InferShapeContext>()), ge::GRAPH_SUCCESS);
    EXPECT_EQ(y, x);
}
