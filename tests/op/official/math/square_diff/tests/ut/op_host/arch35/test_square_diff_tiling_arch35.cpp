// The tiling of one chip's folder.
#include <gtest/gtest.h>
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

TEST(SquareDiffTiling, tile_of_arch35)
{
    gert::StorageShape shape = {{4, 1000}, {4, 1000}};
    gert::TilingContextPara para("SquareDiff", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
        {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 40);
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, "4000 128 512 ", {16777216});
}
