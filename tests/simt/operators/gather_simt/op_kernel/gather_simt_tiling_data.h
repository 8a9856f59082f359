#pragma once
#include <cstdint>

struct GatherSimtTilingData {
    int64_t outer;
    int64_t axisSize;
    int64_t inner;
    int64_t indices;
    int64_t total;
    int64_t perCore;
    uint32_t threads;
};
