#include <iostream>
#include <gtest/gtest.h>
#include "log/log.h"
#include "ut_op_util.h"
#include "platform/platform_infos_def.h"
#include "register/op_impl_registry.h"
#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "kernel_run_context_facker.h"
#include "tiling_context_faker.h"
#include "tiling_case_executor.h"
#include "op_host/flat_tiling.h"

using namespace std;
using namespace ge;
using namespace ut_util;

class AxpyCustomTiling : public testing::Test {
protected:
    static void SetUpTestCase() { std::cout << "AxpyCustomTiling SetUp" << std::endl; }
    static void TearDownTestCase() { std::cout << "AxpyCustomTiling TearDown" << std::endl; }
};

static gert::TilingContextPara Para(std::initializer_list<int64_t> x, std::initializer_list<int64_t> y, ge::DataType type)
{
    static Ops::Base::CompileInfoCommon info;
    info.aivNum = 4;
    info.ubSize = 65536;
    return gert::TilingContextPara("AxpyCustom", {{{x, x}, type, ge::FORMAT_ND}, {{y, y}, type, ge::FORMAT_ND}},
        {{{x, x}, type, ge::FORMAT_ND}}, {gert::TilingContextPara::OpAttr("alpha", Ops::Math::AnyValue::CreateFrom<float>(2.0f))}, &info);
}

TEST_F(AxpyCustomTiling, cores_of_the_compile_info)
{
    TilingInfo tilingInfo;
    ASSERT_TRUE(ExecuteTiling(Para({3, 1000}, {3, 1000}, ge::DT_FLOAT), tilingInfo));
    EXPECT_EQ(tilingInfo.tilingKey, 0);
    EXPECT_GE(tilingInfo.blockNum, 1);
    EXPECT_GE(tilingInfo.workspaceSizes.size(), 0u);
    const auto* data = reinterpret_cast<const FlatTilingData*>(tilingInfo.tilingData.get());
    EXPECT_EQ(data->total, 3000);
    EXPECT_FLOAT_EQ(data->scalar, 2.0f);
}

TEST_F(AxpyCustomTiling, shapes_that_differ)
{
    ExecuteTestCase(Para({3, 1000}, {3, 999}, ge::DT_FLOAT16), ge::GRAPH_FAILED, 0, "", {});
}

TEST_F(AxpyCustomTiling, step_by_step)
{
    std::string op_type("AxpyCustom");
    ASSERT_NE(gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str()), nullptr);
    auto tiling_func = gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str())->tiling;
    auto tiling_parse_func = gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str())->tiling_parse;
    string compile_info_string = R"({
        "hardware_info": {"BT_SIZE": 0, "load3d_constraints": "1", "Intrinsic_fix_pipe_l0c2out": false, "UB_SIZE": 196608, "L2_SIZE": 33554432,
                          "L1_SIZE": 524288, "L0A_SIZE": 65536, "L0B_SIZE": 65536, "L0C_SIZE": 131072, "CORE_NUM": 48}})";
    map<string, string> soc_infos, aicore_spec, intrinsics;
    map<string, string> soc_version_infos = {{"Short_SoC_version", "Ascend910B"}};
    GetPlatFormInfos(compile_info_string.c_str(), soc_infos, aicore_spec, intrinsics, soc_version_infos);
    fe::PlatFormInfos platform_info;
    platform_info.Init();
    Ops::Base::CompileInfoCommon compile_info;
    auto kernel_holder = gert::KernelRunContextFaker()
        .KernelIONum(2, 1)
        .Inputs({const_cast<char*>(compile_info_string.c_str()), reinterpret_cast<void*>(&platform_info)})
        .Outputs({&compile_info})
        .Build();
    ASSERT_TRUE(kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->Init());
    kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("SoCInfo", soc_infos);
    kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("AICoreSpec", aicore_spec);
    kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetCoreNumByCoreType("AICore");
    kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("AICoreintrinsicDtypeMap", intrinsics);
    kernel_holder.GetContext<gert::TilingParseContext>()->GetPlatformInfo()->SetPlatformRes("version", soc_version_infos);
    ASSERT_EQ(tiling_parse_func(kernel_holder.GetContext<gert::KernelContext>()), ge::GRAPH_SUCCESS);
    EXPECT_EQ(compile_info.aivNum, 48u);

    auto param = gert::TilingData::CreateCap(4096);
    auto workspace_size_holer = gert::ContinuousVector::Create<size_t>(4096);
    auto ws_size = reinterpret_cast<gert::ContinuousVector*>(workspace_size_holer.get());
    ASSERT_NE(param, nullptr);
    gert::StorageShape x = {{2, 8}, {2, 8}};
    auto holder = gert::TilingContextFaker()
        .SetOpType("AxpyCustom")
        .NodeIoNum(2, 1)
        .IrInstanceNum({1, 1})
        .InputShapes({&x, &x})
        .OutputShapes({&x})
        .CompileInfo(&compile_info)
        .PlatformInfo(reinterpret_cast<char*>(&platform_info))
        .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
        .NodeAttrs({{"alpha", Ops::NN::AnyValue::CreateFrom<float>(0.5)}})
        .TilingData(param.get())
        .Workspace(ws_size)
        .Build();
    gert::TilingContext* tiling_context = holder.GetContext<gert::TilingContext>();
    ASSERT_NE(tiling_context->GetPlatformInfo(), nullptr);
    EXPECT_EQ(tiling_func(tiling_context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(tiling_context->GetBlockDim(), 1);
    auto raw = tiling_context->GetRawTilingData();
    EXPECT_EQ(raw->GetDataSize(), sizeof(FlatTilingData));
    auto* words = reinterpret_cast<const int64_t*>(raw->GetData());
    EXPECT_EQ(words[0], 16);
}
