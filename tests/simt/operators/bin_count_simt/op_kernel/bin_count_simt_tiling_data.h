#pragma once
#include <cstdint>

namespace BinCountSimtTiling {
struct BinCountSimtTilingData {
    int32_t cores;
    int32_t bins;
    int64_t total;
    int64_t perCore;
    int32_t weighted;
    int32_t rest;
};
}
