#include <gtest/gtest.h>
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"

static void Infer(const gert::StorageShape& x1, const gert::StorageShape& x2, ge::graphStatus status, const std::vector<int64_t>& due)
{
    gert::InfershapeContextPara para("BroadcastSub", {{x1, ge::DT_INT32, ge::FORMAT_ND}, {x2, ge::DT_INT32, ge::FORMAT_ND}},
        {{{{}, {}}, ge::DT_INT32, ge::FORMAT_ND}});
    ExecuteTestCase(para, status, {due});
}

TEST(BroadcastSubInfershape, longer) { Infer({{4, 1, 9}, {4, 1, 9}}, {{3, 9}, {3, 9}}, ge::GRAPH_SUCCESS, {4, 3, 9}); }
TEST(BroadcastSubInfershape, one) { Infer({{1}, {1}}, {{7, 2}, {7, 2}}, ge::GRAPH_SUCCESS, {7, 2}); }
TEST(BroadcastSubInfershape, unknown) { Infer({{-1, 1}, {-1, 1}}, {{1, 5}, {1, 5}}, ge::GRAPH_SUCCESS, {-1, 5}); }
TEST(BroadcastSubInfershape, that_do_not_fit) { Infer({{4}, {4}}, {{3}, {3}}, ge::GRAPH_FAILED, {}); }
