// Optional inputs: descriptions without a type are inputs that are left out.
#include "gtest/gtest.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

static const gert::StorageShape SHAPE = {{10, 10}, {10, 10}};
static const gert::TilingContextPara::TensorDescription GIVEN(SHAPE, ge::DT_FLOAT, ge::FORMAT_ND);
static const gert::TilingContextPara::TensorDescription ABSENT({{}, {}}, ge::DT_UNDEFINED, ge::FORMAT_ND);

static int64_t KeyOf(const gert::TilingContextPara::TensorDescription& low, const gert::TilingContextPara::TensorDescription& high)
{
    gert::TilingContextPara para("ClipByTensors", {GIVEN, low, high}, {GIVEN}, {}, {1, 1, 1}, {1}, nullptr, 8);
    TilingInfo info;
    return ExecuteTiling(para, info) ? info.tilingKey : -1;
}

TEST(ClipByTensors, keys)
{
    EXPECT_EQ(KeyOf(GIVEN, GIVEN), 3);
    EXPECT_EQ(KeyOf(GIVEN, ABSENT), 1);
    EXPECT_EQ(KeyOf(ABSENT, GIVEN), 2);
    EXPECT_EQ(KeyOf(ABSENT, ABSENT), -1);
}

TEST(ClipByTensors, data_and_workspace)
{
    gert::TilingContextPara para("ClipByTensors", {GIVEN, GIVEN, GIVEN}, {GIVEN}, nullptr, 8);  // 8 cores: parsed from them
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 3, "100 64 1024 ", {16 * 1024 * 1024});
}
