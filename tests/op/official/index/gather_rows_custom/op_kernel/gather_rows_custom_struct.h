#pragma once
#include <cstdint>
struct GatherRowsTilingData {
    uint32_t rows;
    uint32_t width;
    uint32_t picked;
};
