#pragma once
#include <cstdint>
namespace Ops { namespace Base {
struct EleBaseTilingData16B {
    int64_t dim0;
    int32_t coreNum;
    int32_t ubFormer;
};
} }
