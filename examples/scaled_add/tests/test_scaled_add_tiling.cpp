// The tiling function and the shape function by themselves.
#include <gtest/gtest.h>

#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"

using gert::TilingContextPara;

TEST(ScaledAddTiling, SharesAreWholeBlocks) {
    const gert::StorageShape shape = {{5, 1000}, {5, 1000}};
    TilingContextPara para("ScaledAdd", {{shape, ge::DT_FLOAT, ge::FORMAT_ND}, {shape, ge::DT_FLOAT, ge::FORMAT_ND}},
                           {{shape, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"alpha", ge::AnyValue::CreateFrom<float>(1.0f)}}, nullptr, 4);
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, 0, "5000 1264 1065353216 0 ", {0});
}

TEST(ScaledAddTiling, RefusesShapesThatDiffer) {
    TilingContextPara para("ScaledAdd", {{{{4}, {4}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{5}, {5}}, ge::DT_FLOAT, ge::FORMAT_ND}},
                           {{{{4}, {4}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"alpha", ge::AnyValue::CreateFrom<float>(1.0f)}});
    ExecuteTestCase(para, ge::GRAPH_FAILED);
}

TEST(ScaledAddShape, IsThatOfX) {
    gert::InfershapeContextPara para("ScaledAdd", {{{{4, 3}, {4, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}, {{{4, 3}, {4, 3}}, ge::DT_FLOAT, ge::FORMAT_ND}},
                                     {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}});
    ExecuteTestCase(para, ge::GRAPH_SUCCESS, {{4, 3}});
}
