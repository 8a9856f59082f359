// A context by the documented builder, and the function by the type of its operator.
#include <gtest/gtest.h>
#include "tiling/context/context_builder.h"
#include "../../../op_kernel/broadcast_sub_tiling_data.h"

namespace {
const BroadcastSubTilingData* Tile(gert::StorageShape x1, gert::StorageShape x2, gert::StorageShape y, ge::graphStatus due, uint32_t* blocks)
{
    static std::vector<std::shared_ptr<context_ascendc::KernelContextHolder>> holders;
    auto param = gert::TilingData::CreateCap(4096);
    auto workspaceHolder = gert::ContinuousVector::Create<size_t>(4096);
    auto workspace = reinterpret_cast<gert::ContinuousVector*>(workspaceHolder.get());
    auto holder = context_ascendc::ContextBuilder()
        .SetOpNameType("broadcast", "BroadcastSub")
        .NodeIoNum(2, 1)
        .IrInstanceNum({1, 1})
        .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, x1)
        .AddInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, x2)
        .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, y)
        .TilingData(param.get())
        .Workspace(workspace)
        .AddPlatformInfo("Ascend910B4")
        .BuildTilingContext();
    holders.push_back(holder);
    context_ascendc::OpTilingRegistry registry;
    EXPECT_TRUE(registry.LoadTilingLibrary("./liboptiling.so"));
    context_ascendc::OpTilingFunc function = registry.GetTilingFunc("BroadcastSub");
    EXPECT_NE(function, nullptr);
    auto* context = holder->GetContext<gert::TilingContext>();
    EXPECT_EQ(function(context), due);
    *blocks = context->GetBlockDim();
    return context->GetTilingData<BroadcastSubTilingData>();
}
} // namespace

TEST(BroadcastSubTiling, steps)
{
    uint32_t blocks = 0;
    const auto* data = Tile({{4, 1, 9}, {4, 1, 9}}, {{3, 9}, {3, 9}}, {{4, 3, 9}, {4, 3, 9}}, ge::GRAPH_SUCCESS, &blocks);
    EXPECT_EQ(data->rows, 12);
    EXPECT_EQ(blocks, 12u);
    const int64_t sizes[] = {1, 4, 3, 9}, steps[2][4] = {{0, 9, 0, 1}, {0, 0, 9, 1}};
    for (int i = 0; i < BROADCAST_AXES; ++i) {
        EXPECT_EQ(data->sizes[i], sizes[i]) << i;
        EXPECT_EQ(data->steps[0][i], steps[0][i]) << i;
        EXPECT_EQ(data->steps[1][i], steps[1][i]) << i;
    }
}

TEST(BroadcastSubTiling, five_axes)
{
    uint32_t blocks = 0;
    Tile({{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}, {{5}, {5}}, {{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}, ge::GRAPH_FAILED, &blocks);
}

TEST(BroadcastSubTiling, nobody)
{
    EXPECT_EQ(context_ascendc::OpTilingRegistry().GetTilingFunc("NobodysOperator"), nullptr);
}
