#pragma once
#include <cstdint>
struct SwiGluTilingData {
    int64_t rows;
    int64_t half; // elements of one half of a row
    int64_t piece; // elements that are computed at once
};
