#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"

TEST(SquareDiffInfershape, dynamic_rank)
{
    for (const std::vector<int64_t>& due : {std::vector<int64_t>{4, 1000}, {-1, -1}, {-2}}) {
        gert::StorageShape shape;
        for (int64_t size : due) {
            shape.MutableOriginShape().AppendDim(size);
            shape.MutableStorageShape().AppendDim(size);
        }
        gert::InfershapeContextPara para("SquareDiff", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
            {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
        ExecuteTestCase(para, ge::GRAPH_SUCCESS, {due});
    }
}
