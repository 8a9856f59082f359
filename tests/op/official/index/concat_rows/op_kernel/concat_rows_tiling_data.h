#pragma once
#include <cstdint>
struct ConcatRowsTilingData {
    uint32_t count;
    int64_t sizes[32];
};
