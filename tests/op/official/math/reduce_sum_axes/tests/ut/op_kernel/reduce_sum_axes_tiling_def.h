// What the vendor's script writes of the host's class for tests of kernels.
#ifndef REDUCE_SUM_AXES_TILING_DEF_H
#define REDUCE_SUM_AXES_TILING_DEF_H
#include <cstdint>

#pragma pack(push, 8)
struct ReduceSumAxesTilingData {
    uint32_t outer = 0;
    uint32_t reduced = 0;
    uint32_t inner = 0;
    uint32_t filler = 0;
};
#pragma pack(pop)
#endif
