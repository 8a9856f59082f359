// A context that is built step by step, as older tests do. It is copied beside the operator ScaleBias.
#include <gtest/gtest.h>

#include "kernel_run_context_facker.h"
#include "test_cube_util.h"

using namespace std;

class ScaleBiasTiling : public testing::Test {
  protected:
    static void SetUpTestCase() { cout << "ScaleBiasTiling SetUp" << endl; }
    static void TearDownTestCase() { cout << "ScaleBiasTiling TearDown" << endl; }
};

TEST_F(ScaleBiasTiling, old_style) {
    string op_type("ScaleBias");
    ASSERT_NE(gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str()), nullptr);
    auto tiling_func = gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str())->tiling;
    auto tiling_parse_func = gert::OpImplRegistry::GetInstance().GetOpImpl(op_type.c_str())->tiling_parse;
    string compile_info_string = R"({"hardware_info": {"UB_SIZE": 196608, "CORE_NUM": 7, "L2_SIZE": 33554432}})";
    map<string, string> soc_infos, aicore_spec, intrinsics;
    GetPlatFormInfos(compile_info_string.c_str(), soc_infos, aicore_spec, intrinsics);
    fe::PlatFormInfos platform_info;
    platform_info.Init();
    alignas(64) char compile_info[4096] = {};

    auto kernel_holder = gert::KernelRunContextFaker()
                             .KernelIONum(2, 1)
                             .Inputs({const_cast<char*>(compile_info_string.c_str()), reinterpret_cast<void*>(&platform_info)})
                             .Outputs({compile_info})
                             .Build();
    auto* parse_context = kernel_holder.GetContext<gert::TilingParseContext>();
    ASSERT_TRUE(parse_context->GetPlatformInfo()->Init());
    parse_context->GetPlatformInfo()->SetPlatformRes("SoCInfo", soc_infos);
    parse_context->GetPlatformInfo()->SetPlatformRes("AICoreSpec", aicore_spec);
    ASSERT_EQ(tiling_parse_func(kernel_holder.GetContext<gert::KernelContext>()), ge::GRAPH_SUCCESS);

    auto param = gert::TilingData::CreateCap(4096);
    auto workspace_size_holder = gert::ContinuousVector::Create<size_t>(4096);
    auto ws_size = reinterpret_cast<gert::ContinuousVector*>(workspace_size_holder.get());
    gert::StorageShape x = {{40, 300}, {40, 300}}, y = x;
    auto holder = gert::TilingContextFaker()
                      .SetOpType(op_type)
                      .NodeIoNum(2, 1)
                      .IrInstanceNum({1, 1})
                      .InputShapes({&x, nullptr})
                      .OutputShapes({&y})
                      .CompileInfo(compile_info)
                      .PlatformInfo(reinterpret_cast<char*>(&platform_info))
                      .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
                      .NodeOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
                      .NodeAttrs({{"scale", ge::AnyValue::CreateFrom<float>(2.0f)},
                                  {"shift", ge::AnyValue::CreateFrom<float>(0.5f)},
                                  {"flags", ge::AnyValue::CreateFrom<std::vector<int64_t>>({1, 2})},
                                  {"label", ge::AnyValue::CreateFrom<std::string>("plain")},
                                  {"twice", ge::AnyValue::CreateFrom<bool>(false)}})
                      .TilingData(param.get())
                      .Workspace(ws_size)
                      .Build();
    auto* context = holder.GetContext<gert::TilingContext>();
    context->GetPlatformInfo()->SetPlatformRes("SoCInfo", soc_infos);
    context->GetPlatformInfo()->SetPlatformRes("AICoreSpec", aicore_spec);
    ASSERT_EQ(tiling_func(context), ge::GRAPH_SUCCESS);
    EXPECT_EQ(context->GetTilingKey(), 10);
    EXPECT_EQ(context->GetBlockDim(), 7);
}

TEST_F(ScaleBiasTiling, wrong_on_purpose) { EXPECT_EQ(gert::OpImplRegistry::GetInstance().GetOpImpl("Nobody")->tiling != nullptr, true); }

TEST_F(ScaleBiasTiling, nobody) { ExecuteTestCase(gert::TilingContextPara("Nobody", {}, {}), ge::GRAPH_SUCCESS); }

TEST_F(ScaleBiasTiling, ends_the_process) { *static_cast<volatile int*>(nullptr) = 1; }

TEST_F(ScaleBiasTiling, after_it) { SUCCEED(); }

TEST_F(ScaleBiasTiling, not_here) { GTEST_SKIP() << "needs a device"; }

TEST_F(ScaleBiasTiling, DISABLED_for_now) { FAIL(); }
