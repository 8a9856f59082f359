#pragma once
#include <cstdint>

// Elements one after the other: so many for each core, in tiles.
struct FlatTilingData {
    int64_t total;
    int64_t perCore;
    int32_t tile;
    float scalar;
};
