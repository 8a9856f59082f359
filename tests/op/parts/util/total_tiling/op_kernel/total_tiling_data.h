#pragma once
struct TotalTilingData {
    int64_t total;
    int64_t perCore;
    int32_t cores;
    int32_t tile;
};
