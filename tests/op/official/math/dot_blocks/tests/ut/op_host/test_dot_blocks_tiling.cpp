// Parse function and tiling function, each with a context of its own.
#include <gtest/gtest.h>
#include "kernel_run_context_facker.h"
#include "test_cube_util.h"
#include "op_host/tiling_base_class.h"

using namespace std;

TEST(DotBlocksTiling, workspace_of_each_block)
{
    string text = R"({"hardware_info": {"UB_SIZE": 196608, "L2_SIZE": 33554432, "CORE_NUM": 10}})";
    map<string, string> soc, core, intrinsics;
    GetPlatFormInfos(text.c_str(), soc, core, intrinsics);
    fe::PlatFormInfos platform;
    platform.Init();
    Ops::Base::CompileInfoCommon info;
    auto parse = gert::KernelRunContextFaker().KernelIONum(2, 1).Inputs({const_cast<char*>(text.c_str()), &platform}).Outputs({&info}).Build();
    parse.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("SoCInfo", soc);
    parse.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("AICoreSpec", core);
    const auto* of = gert::OpImplRegistry::GetInstance().GetOpImpl("DotBlocks");
    ASSERT_EQ(of->tiling_parse(parse.GetContext<gert::KernelContext>()), ge::GRAPH_SUCCESS);
    ASSERT_EQ(info.aivNum, 10u);
    gert::StorageShape x = {{20001}, {20001}}, z = {{1}, {1}};
    auto holder = gert::TilingContextFaker().SetOpType("DotBlocks").NodeIoNum(2, 1).IrInstanceNum({1, 1}).InputShapes({&x, &x}).OutputShapes({&z})
        .CompileInfo(&info).PlatformInfo(reinterpret_cast<char*>(&platform)).NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND).Build();
    auto* context = holder.GetContext<gert::TilingContext>();
    ASSERT_EQ(of->tiling(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetBlockDim(), 10u);  // 2048 elements each
    EXPECT_EQ(context->GetWorkspaceSizes(1)[0], 16777216u + 10 * 32);
}

TEST(DotBlocksInfershape, one_element)
{
    gert::Shape x = {20001}, z = {};
    auto holder = gert::InferShapeContextFaker().NodeIoNum(2, 1).IrInstanceNum({1, 1}).InputShapes({&x, &x}).OutputShapes({&z}).Build();
    ASSERT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("DotBlocks")->infer_shape(holder.GetContext<gert::InferShapeContext>()), ge::GRAPH_SUCCESS);
    EXPECT_EQ(z, gert::Shape({1}));
}
