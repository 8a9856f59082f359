#pragma once
#include <cstdint>
namespace Ops { namespace Base {
constexpr int REDUCE_MAX_DIM = 30;
struct ReduceOpTilingData {
    uint64_t outer; // results
    uint64_t inner; // elements of each
    uint64_t groups; // blocks that share one result
    uint64_t piece; // elements of a block at once
    int32_t bufferSize;
    int32_t outNum;
    uint64_t shape[REDUCE_MAX_DIM];
    uint64_t stride[REDUCE_MAX_DIM + 1];
};
static_assert(sizeof(ReduceOpTilingData) == 528, "as the library's");
} }
