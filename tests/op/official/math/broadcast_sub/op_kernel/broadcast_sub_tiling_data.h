#pragma once
#include <cstdint>
constexpr int32_t BROADCAST_AXES = 4;
// Steps of 0 stand where an input has one element for many.
struct BroadcastSubTilingData {
    int64_t rows;
    int64_t perCore;
    int64_t sizes[BROADCAST_AXES];
    int64_t steps[2][BROADCAST_AXES];
};
