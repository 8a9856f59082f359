// Keys of templates: what is declared first is in the lowest bits, numbers are places in their list.
#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"
#include "infershape_case_executor.h"
#include "../../../op_kernel/leaky_key_tiling_key.h"

using namespace ge;

static void Tile(float slope, const std::string& mode, ge::graphStatus status, uint64_t key)
{
    const gert::StorageShape shape = {{2, 600}, {2, 600}};
    gert::TilingContextPara para("LeakyKey", {{shape, DT_FLOAT16, FORMAT_ND}}, {{shape, DT_FLOAT16, FORMAT_ND}},
        {{"negative_slope", Ops::NN::AnyValue::CreateFrom<float>(slope)}, {"mode", Ops::NN::AnyValue::CreateFrom<std::string>(mode)}});
    ExecuteTestCase(para, status, key, "", {16777216});
}

TEST(LeakyKeyTiling, leaky) { Tile(0.25f, "leaky", GRAPH_SUCCESS, 0); }
TEST(LeakyKeyTiling, relu) { Tile(0.25f, "relu", GRAPH_SUCCESS, 1); }
TEST(LeakyKeyTiling, negative) { Tile(-0.25f, "relu", GRAPH_SUCCESS, 1 | 1 << 8); }
TEST(LeakyKeyTiling, unknown) { Tile(0.25f, "swish", GRAPH_FAILED, 0); }
TEST(LeakyKeyTiling, infershape)
{
    ExecuteTestCase(gert::InfershapeContextPara("LeakyKey", {{{{7}, {7}}, DT_FLOAT, FORMAT_ND}}, {{{{}, {}}, DT_FLOAT, FORMAT_ND}}), GRAPH_SUCCESS, {{7}});
}
