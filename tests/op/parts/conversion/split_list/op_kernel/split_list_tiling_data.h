#ifndef SPLIT_LIST_TILING_DATA_H_
#define SPLIT_LIST_TILING_DATA_H_
#include <cstdint>
constexpr int MAX_SPLIT = 32;
struct SplitListTilingData {
    int64_t outer;
    int64_t inner;
    int64_t axis;
    float extra;
    uint32_t count;
    int64_t sizes[MAX_SPLIT];
};
#endif
