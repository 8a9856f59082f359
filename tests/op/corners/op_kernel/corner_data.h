#pragma once
#include <cstdint>

struct CornerMore {
    double ratio;
    int16_t steps[2][3];
};
template <typename T>
struct CornerTemplate {
    T total;
    uint32_t parsed;
    uint8_t cores;
    CornerMore more;
};
using CornerData = CornerTemplate<uint32_t>;
struct CornerInfo {
    uint32_t zeroed;
    uint32_t cores;
    uint32_t times;
};
