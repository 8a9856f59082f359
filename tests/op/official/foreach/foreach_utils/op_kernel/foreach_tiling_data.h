#pragma once
#include <cstdint>
constexpr int MAX_TENSORS = 16;
struct ForeachTilingData {
    int64_t sizes[MAX_TENSORS];
    uint32_t count;
};
