// Scratch of normalisation and running statistics.
#pragma once

#include "lanewise/operator/host/scratch.h"

namespace AscendC {

inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool,
                                      std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t states = 2 * up(axis(srcShape, 0) * axis(srcShape, 1), 8), h = axis(srcShape, 2);
    minValue = 4 * (3 * h + states);
    maxValue = 4 * (3 * axis(srcShape, 0) * axis(srcShape, 1) * h + states);
}
inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool, const bool,
                                      const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t a = axis(srcShape, 0), r = up(axis(srcShape, 1), 16);
    minValue = 4 * (3 * r + 2 * up(a, 8));
    maxValue = 4 * (3 * a * r + 2 * up(a, 8));
}
inline void GetNormalizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const std::uint32_t,
                                      const bool, const bool, const bool, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t a = axis(srcShape, 0), r = up(axis(srcShape, 1), 16);
    minValue = LANEWISE_HAS_SCRATCH_FREE ? 0 : larger(32 * up(a, 8), 8 * r);
    maxValue = LANEWISE_HAS_SCRATCH_FREE ? 0 : larger(8ull * r + 8ull * a * r, minValue);
}
inline bool GetDeepNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                     const bool isReuseSource, const bool, std::uint32_t& maxValue,
                                     std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2),
        buffers = isReuseSource && typeSize == 4 ? 2 : 3;
    minValue = 4 * (buffers * h + 2 * up(bs, 8));
    maxValue = 4 * (buffers * bs * h + 2 * up(bs, 8));
    return true;
}
inline bool GetRmsNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                    std::uint32_t& maxValue, std::uint32_t& minValue, const bool = false) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2),
        buffers = typeSize == 2 ? 2 : 1;
    minValue = 4 * (h * buffers + 8);
    maxValue = 4 * (bs * h * buffers + up(bs, 8));
    return true;
}
inline void GetLayerNormGradMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                          const bool isReuseSource, std::uint32_t& maxValue,
                                          std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2);
    const std::uint32_t buffers = typeSize == 2 ? 9 : isReuseSource ? 4 : 6;
    minValue = LANEWISE_HAS_SCRATCH_FREE ? 8 * up(h, 8) : (bs < h ? bs : h) * h * buffers * typeSize;
    maxValue = larger(minValue, LANEWISE_HAS_SCRATCH_FREE ? 0 : std::uint64_t{bs} * h * buffers * typeSize);
}
inline void GetLayerNormGradBetaMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool,
                                              std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t buffers = typeSize == 2 ? 4 : 2, h = axis(srcShape, 2);
    minValue = buffers * 4 * h;
    maxValue = buffers * 4 * axis(srcShape, 0) * axis(srcShape, 1) * h;
}
inline bool GetBatchNormMaxMinTmpSize(const TensorShape& srcShape, const TensorShape&, const std::uint32_t,
                                      const bool, std::uint32_t& maxValue, std::uint32_t& minValue,
                                      const bool = false) {
    using namespace lanewise::host;
    const std::uint32_t b = axis(srcShape, 0), sh = axis(srcShape, 1) * axis(srcShape, 2);
    minValue = 4 * (3 * b * 64 + 2 * 64);
    maxValue = larger(4ull * (3ull * b * sh + 2ull * sh), minValue);
    return true;
}
inline void GetGroupNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool,
                                      const std::uint32_t groupNum, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t n = axis(srcShape, 0), c = axis(srcShape, 1),
        hw = up(axis(srcShape, 2) * axis(srcShape, 3), 32 / typeSize);
    const std::uint32_t channels = groupNum ? c / groupNum : c;
    minValue = 4 * (3 * channels * hw + 2 * up(n * groupNum, 8));
    maxValue = larger(4ull * (3ull * n * c * hw + 2ull * up(n * groupNum, 8)), minValue);
}
inline void GetWelfordUpdateMaxMinTmpSize(const TensorShape&, const std::uint32_t, const std::uint32_t, const bool,
                                          const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = LANEWISE_HAS_SCRATCH_FREE ? 0 : 256;
}
inline void GetWelfordFinalizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool,
                                            std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = 1024;
    maxValue = lanewise::host::larger(4ull * (128 + 2ull * lanewise::host::elements(srcShape)), 1024);
}

}  // namespace AscendC
