#pragma once
#include <cstdint>
struct PadRowsTilingData {
    uint32_t rows, width, left, right;
    float value;
};
