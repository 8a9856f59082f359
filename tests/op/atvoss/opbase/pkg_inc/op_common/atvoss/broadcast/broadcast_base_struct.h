#pragma once
#include <cstdint>
namespace Ops { namespace Base {
constexpr int BROADCAST_DIMS = 5;
template <int DIMS>
struct BroadcastTilingData {
    int64_t sizes[DIMS]; // innermost first
    int64_t steps[2][DIMS];
};
} }
