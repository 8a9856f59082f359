// Scratch of quantisation, reductions, sorting, masks and movement.
#pragma once

#include "lanewise/operator/host/scratch.h"

namespace AscendC {

// --- quantisation ---
inline void GetAscendQuantMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, std::uint32_t& maxValue,
                                        std::uint32_t& minValue) {
    minValue = 512;
    maxValue = lanewise::host::larger(lanewise::host::up(2ull * lanewise::host::elements(srcShape), 32), 512);
}
inline void GetAscendQuantTmpBufferFactorSize(std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetQuantizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                     std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetAscendQuantMaxMinTmpSize(srcShape, typeSize, maxValue, minValue);
}
inline void GetQuantizeTmpBufferFactorSize(std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    GetAscendQuantTmpBufferFactorSize(maxLiveNodeCount, extraBuffer);
}
inline void GetAscendDequantMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, std::uint32_t& maxValue,
                                          std::uint32_t& minValue) {
    const std::uint32_t n = lanewise::host::last_axis(srcShape);
    minValue = 4 * (n + 8 + 64);
    maxValue = lanewise::host::larger(4ull * (lanewise::host::elements(srcShape) + n + 8), minValue);
}
inline void GetAscendDequantTmpBufferFactorSize(const TensorShape& srcShape, std::uint32_t& maxLiveNodeCount,
                                                std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 4 * (lanewise::host::last_axis(srcShape) + 8);
}
inline void GetDequantizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                       std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetAscendDequantMaxMinTmpSize(srcShape, typeSize, maxValue, minValue);
}
inline void GetDequantizeTmpBufferFactorSize(const TensorShape& srcShape, std::uint32_t& maxLiveNodeCount,
                                             std::uint32_t& extraBuffer) {
    GetAscendDequantTmpBufferFactorSize(srcShape, maxLiveNodeCount, extraBuffer);
}
// half results need nothing; bfloat16 ones a row of scales and a block of work.
inline std::uint32_t GetAscendAntiQuantMinTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape,
                                                  bool isTranspose, TensorDataType, TensorDataType outputDataType) {
    if (outputDataType != ge::DT_BF16) return 0;
    const std::uint32_t scales = lanewise::host::elements(scaleShape),
        k = lanewise::host::axis(srcShape, isTranspose ? 1 : 0);
    return scales <= 1 ? 1024 : 8 * scales + 256 * k;
}
inline std::uint32_t GetAscendAntiQuantMaxTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape,
                                                  bool isTranspose, TensorDataType inputDataType,
                                                  TensorDataType outputDataType) {
    return GetAscendAntiQuantMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType, outputDataType);
}
inline void GetAscendAntiQuantMaxMinTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape,
                                            bool isTranspose, TensorDataType inputDataType,
                                            TensorDataType outputDataType, std::uint32_t& maxValue,
                                            std::uint32_t& minValue) {
    maxValue = minValue = GetAscendAntiQuantMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType,
                                                       outputDataType);
}
inline void GetAscendAntiQuantTmpBufferFactorSize(const TensorShape&, const TensorShape&, bool, TensorDataType,
                                                  TensorDataType, std::uint32_t& maxLiveNodeCount,
                                                  std::uint32_t& extraBuffer) {
    maxLiveNodeCount = extraBuffer = 0;
}
inline void GetAntiQuantizeMaxMinTmpSize(const TensorShape&, const TensorShape&, bool, TensorDataType, TensorDataType,
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 0;
}
inline void GetAntiQuantizeTmpBufferFactorSize(const TensorShape&, const TensorShape&, TensorDataType, TensorDataType,
                                               std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = extraBuffer = 0;
}

// --- reductions ---
#define LANEWISE_REDUCE_SCRATCH(Name)                                                                            \
    inline void Get##Name##MaxMinTmpSize(const TensorShape&, const TensorDataType, ReducePattern, bool,          \
                                         bool isReuseSource, std::uint32_t& maxValue, std::uint32_t& minValue) { \
        maxValue = minValue = isReuseSource ? 0 : 32;                                                            \
    }
LANEWISE_REDUCE_SCRATCH(ReduceAll)
LANEWISE_REDUCE_SCRATCH(ReduceAny)
LANEWISE_REDUCE_SCRATCH(ReduceMax)
LANEWISE_REDUCE_SCRATCH(ReduceMean)
LANEWISE_REDUCE_SCRATCH(ReduceMin)
LANEWISE_REDUCE_SCRATCH(ReduceProd)
LANEWISE_REDUCE_SCRATCH(ReduceSum)
#undef LANEWISE_REDUCE_SCRATCH
inline void GetSumMaxMinTmpSize(const std::uint32_t n, const std::uint32_t typeSize, const bool,
                                std::uint32_t& maxSize, std::uint32_t& minSize) {
    maxSize = minSize = lanewise::host::up((std::uint64_t{n} * typeSize + 255) / 256, 32 / typeSize) * typeSize;
}
inline void GetMeanMaxMinTmpSize(const std::uint32_t n, const std::uint32_t srcTypeSize,
                                 const std::uint32_t accTypeSize, const bool isReuseSource, std::uint32_t& maxSize,
                                 std::uint32_t& minSize) {
    GetSumMaxMinTmpSize(n, accTypeSize, isReuseSource, maxSize, minSize);
    if (srcTypeSize < accTypeSize) maxSize = minSize = minSize + lanewise::host::up(n * accTypeSize, 32);
}
inline void GetMeanTmpBufferFactorSize(const std::uint32_t, std::uint32_t& maxLiveNodeCount,
                                       std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetReduceXorSumMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool isReuseSource,
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = (isReuseSource ? 2 : 3) * lanewise::host::larger(2ull * lanewise::host::elements(srcShape),
                                                                           256);
}

// --- sorting ---
inline std::uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t,
                                      const std::uint32_t) { return 0; }
inline std::uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t elemCount,
                                    const std::uint32_t) { return 8 * elemCount; }
inline void GetSortMaxMinTmpSize(const TensorShape& srcShape, TensorDataType, TensorDataType, bool,
                                 const SortConfig& config, std::uint32_t& maxValue, std::uint32_t& minValue) {
    const std::uint32_t n = lanewise::host::elements(srcShape);
    maxValue = minValue = config.type == SortType::MERGE_SORT ? 8 * n : 7 * n + 512;
}
inline bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const std::int32_t inner,
                                 const std::int32_t outter, const bool, const bool, enum TopKMode mode, const bool,
                                 const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 24u * static_cast<std::uint32_t>(inner) * (mode == TopKMode::TOPK_NSMALL
                                                                     ? static_cast<std::uint32_t>(outter) : 1u);
    return true;
}
inline bool GetTopKMaxMinTmpSize(const std::int32_t inner, const std::int32_t outter, const std::int32_t, const bool,
                                 const bool, enum TopKMode mode, const bool, TensorDataType, const TopKConfig&,
                                 std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 24u * static_cast<std::uint32_t>(inner) * (mode == TopKMode::TOPK_NSMALL
                                                                     ? static_cast<std::uint32_t>(outter) : 1u);
    return true;
}

// --- masks, movement, the rest ---
inline std::uint32_t GetDropOutMinTmpSize(const TensorShape&, const std::uint32_t, const bool) { return 512; }
inline std::uint32_t GetDropOutMaxTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool) {
    return lanewise::host::larger(8ull * lanewise::host::elements(srcShape), 512);
}
inline void GetDropOutMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                    const bool isReuseSource, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = GetDropOutMaxTmpSize(srcShape, typeSize, isReuseSource);
    minValue = GetDropOutMinTmpSize(srcShape, typeSize, isReuseSource);
}
inline std::uint32_t GetSelectMinTmpSize(const TensorShape&, const TensorShape&, const std::uint32_t,
                                         const TensorShape&, const std::uint32_t, const bool) {
    return 1024;
}
inline std::uint32_t GetSelectMaxTmpSize(const TensorShape&, const TensorShape&, const std::uint32_t,
                                         const TensorShape& maskShape, const std::uint32_t, const bool) {
    return lanewise::host::larger(1024, 2 * lanewise::host::up(lanewise::host::elements(maskShape), 32) + 512);
}
inline void GetSelectMaxMinTmpSize(const TensorShape& src0Shape, const TensorShape& src1Shape,
                                   const std::uint32_t srcTypeSize, const TensorShape& maskShape,
                                   const std::uint32_t maskTypeSize, const bool isReuseMask, std::uint32_t& maxValue,
                                   std::uint32_t& minValue) {
    maxValue = GetSelectMaxTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask);
    minValue = GetSelectMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask);
}
inline void GetSelectWithBytesMaskMaxMinTmpSize(const TensorShape& src0Shape, const TensorShape& src1Shape,
                                                const std::uint32_t srcTypeSize, const TensorShape& maskShape,
                                                const std::uint32_t maskTypeSize, const bool isReuseMask,
                                                std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetSelectMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask, maxValue, minValue);
}
inline void GetArangeMaxMinTmpSize(std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetArithProgressionMaxMinTmpSize(std::uint32_t& maxValue,
                                             std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform, const TensorShape&,
                                      const TensorShape&, std::uint32_t, const bool, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    maxValue = minValue = ascendcPlatform.lanewise_facts().scratch_free ? 0 : 256;
}
inline void GetBroadcastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                                      const TensorShape& srcShape, const TensorShape& dstShape,
                                      std::uint32_t typeSize, const bool isReuseSource, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    GetBroadCastMaxMinTmpSize(ascendcPlatform, srcShape, dstShape, typeSize, isReuseSource, maxValue, minValue);
}
inline void GetPadMaxMinTmpSize(const TensorShape&, const std::uint32_t, std::uint32_t& maxValue,
                                std::uint32_t& minValue) { maxValue = minValue = 1024; }
inline void GetUnPadMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform, const TensorShape&,
                                  const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = ascendcPlatform.lanewise_facts().scratch_free ? 0 : 1024;
}
inline bool GetTransDataMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape&,
                                      const TensorShape&, const TensorDataType, const TransDataConfig&,
                                      std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 0;
    return true;
}
inline void GetTransposeMaxMinTmpSize(const TensorShape&, const std::uint32_t typeSize,
                                      const std::uint32_t transposeTypeIn, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    maxValue = minValue = transposeTypeIn == 1 || transposeTypeIn == 2 ? 256 * typeSize : transposeTypeIn >= 3 &&
        transposeTypeIn <= 6 ? 512 * typeSize : 0;
}
inline void GetConfusionTransposeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,
                                               const std::uint32_t transposeTypeIn, std::uint32_t& maxValue,
                                               std::uint32_t& minValue) {
    GetTransposeMaxMinTmpSize(srcShape, typeSize, transposeTypeIn, maxValue, minValue);
}

}  // namespace AscendC
