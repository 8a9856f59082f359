#pragma once
#include <cstdint>
struct NormTilingData {
    uint32_t rows;
    uint32_t width;
    float epsilon;
};
