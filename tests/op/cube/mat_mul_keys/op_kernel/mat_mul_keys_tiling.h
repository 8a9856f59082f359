// What host and kernel share: a plain structure with the product's tiling in it.
#pragma once
#include "kernel_tiling/kernel_tiling.h"

constexpr uint64_t KEY_CUBE = 10UL;  // the product alone
constexpr uint64_t KEY_BOTH = 20UL;  // vector cores add what the product cannot

struct MatMulKeysTilingData {
    TCubeTiling mm;
    uint32_t transposed;
    float offset;
};
