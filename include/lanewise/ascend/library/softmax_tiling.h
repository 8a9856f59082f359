// How the chips split a softmax: for programs that read the tiling.
#pragma once

#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/config.h"

namespace lanewise::library {

constexpr AscendC::tiling::SoftMaxTiling softmax_tiling(std::uint32_t m, std::uint32_t k, std::uint32_t typeSize,
                                                        std::uint32_t workBytes) {
    AscendC::tiling::SoftMaxTiling t;
    const std::uint32_t block = typeSize ? 32 / typeSize : 8;
    std::uint32_t base = workBytes / 4 / (block + k + 64);
    if (base >= m) base = m;
    else if (base > 8) base = base / 8 * 8;
    if (base == 0) base = 1;
    t.srcM = m, t.srcK = k, t.srcSize = m * k;
    t.outMaxM = m, t.outMaxK = block, t.outMaxSize = m * block;
    t.splitM = base, t.splitK = k, t.splitSize = base * k;
    t.reduceM = base, t.reduceK = block, t.reduceSize = base * block;
    t.rangeM = m / base, t.tailM = m % base, t.tailSplitSize = m % base * k, t.tailReduceSize = m % base * block;
    return t;
}

}  // namespace lanewise::library

namespace AscendC {

// The form for kernels, with the shape known to the compiler.
constexpr tiling::SoftMaxTiling SoftMaxFlashV2TilingFunc(const SoftMaxShapeInfo& shapeInfo, const std::uint32_t dataTypeSize1,
                                                 const std::uint32_t dataTypeSize2,
                                                 const std::uint32_t localWorkSpaceSize, const bool = false,
                                                 const bool = false, const bool = false, const bool = false) {
    return lanewise::library::softmax_tiling(shapeInfo.srcM, shapeInfo.srcK,
                                             dataTypeSize1 < dataTypeSize2 ? dataTypeSize1 : dataTypeSize2,
                                             localWorkSpaceSize);
}

}  // namespace AscendC
