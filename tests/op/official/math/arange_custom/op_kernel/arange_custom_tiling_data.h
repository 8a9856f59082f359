#pragma once
#include <cstdint>
namespace ArangeCustomNs {
struct TilingData {
    float start;
    float delta;
    uint32_t count;
};
} // namespace ArangeCustomNs
