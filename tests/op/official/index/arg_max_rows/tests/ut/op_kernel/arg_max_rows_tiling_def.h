#ifndef ARG_MAX_ROWS_TILING_DEF_H
#define ARG_MAX_ROWS_TILING_DEF_H
#include <cstdint>
#pragma pack(push, 8)
struct ArgMaxRowsTilingData {
    uint32_t rows = 0;
    uint32_t width = 0;
};
#pragma pack(pop)
#define GET_TILING_DATA(data, arg)                                    \
    ArgMaxRowsTilingData data;                                        \
    data = *reinterpret_cast<__gm__ ArgMaxRowsTilingData*>(arg)
#endif
