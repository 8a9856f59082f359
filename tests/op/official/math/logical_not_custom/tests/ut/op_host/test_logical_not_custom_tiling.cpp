#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"
#include "infershape_case_executor.h"
#include "op_host/flat_tiling.h"

class LogicalNotCustomTest : public testing::Test {
protected:
    static void SetUpTestCase() { std::cout << "LogicalNotCustomTest SetUp" << std::endl; }
    static void TearDownTestCase() { std::cout << "LogicalNotCustomTest TearDown" << std::endl; }
};

TEST_F(LogicalNotCustomTest, tiling)
{
    struct LogicalNotCompileInfo : Ops::Base::CompileInfoCommon {} compileInfo;
    compileInfo.aivNum = 3;
    gert::TilingContextPara tilingContextPara("LogicalNotCustom", {{{{3, 500}, {3, 500}}, ge::DT_BOOL, ge::FORMAT_ND}},
        {{{{3, 500}, {3, 500}}, ge::DT_BOOL, ge::FORMAT_ND}}, &compileInfo);
    uint64_t expectTilingKey = 0;
    string expectTilingData = "1500 512 1024 ";
    std::vector<size_t> expectWorkspaces = {16777216};
    ExecuteTestCase(tilingContextPara, ge::GRAPH_SUCCESS, expectTilingKey, expectTilingData, expectWorkspaces);
}

TEST_F(LogicalNotCustomTest, infershape)
{
    gert::InfershapeContextPara para("LogicalNotCustom", {{{{-2}, {-2}}, ge::DT_BOOL, ge::FORMAT_ND}}, {{{{}, {}}, ge::DT_BOOL, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{-2}});
}
