// Host functions that fill tilings, for both spellings of each structure. They set what our kernels and curious
// programs read.
#pragma once

#include <bit>
#include <concepts>
#include <utility>

#include "lanewise/operator/host/sizes.h"
#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/softmax_tiling.h"

namespace lanewise::host {

// Either spelling of a structure: they have one layout.
template <class T, class Plain, class Class>
concept Either = std::same_as<T, Plain> || std::same_as<T, Class>;

template <class Plain, class T>
void store(const Plain& filled, T& tiling) {
    if constexpr (std::is_base_of_v<optiling::TilingDef, T>) {
        tiling.lanewise_fill(&filled, sizeof(Plain));
    } else {
        static_assert(sizeof(Plain) == sizeof(T));
        std::memcpy(static_cast<void*>(&tiling), &filled, sizeof(Plain));
    }
}

inline void softmax(const ge::Shape& shape, std::uint32_t typeSize, std::uint32_t bytes, auto& tiling) {
    store(library::softmax_tiling(rows(shape), last_axis(shape), typeSize, bytes), tiling);
}

// [B, S, H] with the H that counts; what LayerNorm and DeepNorm have in common.
template <class Plain>
Plain normal(std::uint32_t b, std::uint32_t s, std::uint32_t h, std::uint32_t original, std::uint32_t stackBufferSize) {
    Plain t;
    t.bLength = b, t.sLength = s, t.hLength = h, t.originalHLength = original;
    t.inputXSize = b * s * h, t.meanVarSize = b * s, t.tmpBufSize = stackBufferSize / 4;
    t.loopRound = 1, t.inputRoundSize = b * s * h, t.meanVarRoundSize = b * s, t.bshCurLength = b * s * h,
        t.bsCurLength = b * s;
    t.lastDimValueBack = 1.0f / static_cast<float>(original);
    return t;
}

}  // namespace lanewise::host

#define LANEWISE_EITHER(Name) lanewise::host::Either<tiling::Name, optiling::Name>

namespace AscendC {

// --- softmax ---
inline std::uint32_t GetSoftMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize, const bool) {
    return 4 * (32 / dataTypeSize + lanewise::host::last_axis(srcShape) + 64);
}
inline std::uint32_t GetSoftMaxMaxTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                                          const bool isReuseSource) {
    return lanewise::host::rows(srcShape) * GetSoftMaxMinTmpSize(srcShape, dataTypeSize, isReuseSource);
}
void SoftMaxTilingFunc(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                       const std::uint32_t localWorkSpaceSize, LANEWISE_EITHER(SoftMaxTiling) auto& softmaxTiling) {
    lanewise::host::softmax(srcShape, dataTypeSize, localWorkSpaceSize, softmaxTiling);
}
bool IsBasicBlockInSoftMax(LANEWISE_EITHER(SoftMaxTiling) auto& tiling, const std::uint32_t = 2) {
    const void* image = &tiling;
    if constexpr (std::is_base_of_v<optiling::TilingDef, std::remove_cvref_t<decltype(tiling)>>) image = std::as_const(tiling).lanewise_data();
    std::uint32_t words[16];
    std::memcpy(words, image, sizeof words);
    return words[6] % 8 == 0 && words[7] % 64 == 0 && words[7] < 2048;  // splitM, splitK
}
inline std::uint32_t GetLogSoftMaxMinTmpSize(const TensorShape srcShape, const std::uint32_t dataTypeSize,
                                             const bool isReuseSource) {
    return GetSoftMaxMinTmpSize(srcShape, dataTypeSize, isReuseSource);
}
inline std::uint32_t GetLogSoftMaxMaxTmpSize(const TensorShape srcShape, const std::uint32_t dataTypeSize,
                                             const bool isReuseSource) {
    return GetSoftMaxMaxTmpSize(srcShape, dataTypeSize, isReuseSource);
}
void LogSoftMaxTilingFunc(const TensorShape srcShape, const std::uint32_t dataTypeSize,
                          const std::uint32_t localWorkSpaceSize,
                          LANEWISE_EITHER(LogSoftMaxTiling) auto& softmaxTiling) {
    lanewise::host::softmax(srcShape, dataTypeSize, localWorkSpaceSize, softmaxTiling);
}
inline std::uint32_t GetSoftMaxFlashMinTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                                               const bool isUpdate, const bool isReuseSource) {
    return isUpdate ? 4 * (4 * (32 / dataTypeSize) + 2 * lanewise::host::last_axis(srcShape))
        : GetSoftMaxMinTmpSize(srcShape, dataTypeSize, isReuseSource);
}
inline std::uint32_t GetSoftMaxFlashMaxTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                                               const bool isUpdate, const bool isReuseSource) {
    return lanewise::host::rows(srcShape) * GetSoftMaxFlashMinTmpSize(srcShape, dataTypeSize, isUpdate, isReuseSource);
}
void SoftMaxFlashTilingFunc(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                            const std::uint32_t localWorkSpaceSize,
                            LANEWISE_EITHER(SoftMaxTiling) auto& softmaxFlashTiling, const bool = false) {
    lanewise::host::softmax(srcShape, dataTypeSize, localWorkSpaceSize, softmaxFlashTiling);
}
inline std::uint32_t GetSoftMaxFlashV2MinTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize1,
                                                 const std::uint32_t dataTypeSize2, const bool, const bool = false,
                                                 const bool = false) {
    return GetSoftMaxMinTmpSize(srcShape, dataTypeSize1 < dataTypeSize2 ? dataTypeSize1 : dataTypeSize2, false);
}
inline std::uint32_t GetSoftMaxFlashV2MaxTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize1,
                                                 const std::uint32_t dataTypeSize2, const bool isUpdate,
                                                 const bool isBasicBlock = false,
                                                 const bool isFlashOutputBrc = false) {
    return lanewise::host::rows(srcShape) * GetSoftMaxFlashV2MinTmpSize(srcShape, dataTypeSize1, dataTypeSize2,
                                                                        isUpdate, isBasicBlock, isFlashOutputBrc);
}
void SoftMaxFlashV2TilingFunc(const TensorShape& srcShape, const std::uint32_t dataTypeSize1,
                              const std::uint32_t dataTypeSize2, const std::uint32_t localWorkSpaceSize,
                              LANEWISE_EITHER(SoftMaxTiling) auto& softmaxFlashTiling, const bool, const bool = false,
                              const bool = false) {
    lanewise::host::softmax(srcShape, dataTypeSize1 < dataTypeSize2 ? dataTypeSize1 : dataTypeSize2,
                            localWorkSpaceSize, softmaxFlashTiling);
}
inline void GetSoftMaxFlashV3MaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const std::uint32_t,
                                           std::uint32_t& maxValue, std::uint32_t& minValue, const bool,
                                           const bool = false) {
    minValue = 4 * (lanewise::host::last_axis(srcShape) + 5 * 8 + 64);
    maxValue = lanewise::host::rows(srcShape) * minValue;
}
void SoftMaxFlashV3TilingFunc(const TensorShape& srcShape, const std::uint32_t dataTypeSize1,
                              const std::uint32_t dataTypeSize2, const std::uint32_t localWorkSpaceSize,
                              LANEWISE_EITHER(SoftMaxTiling) auto& softmaxFlashV3Tiling, const bool,
                              const bool = false) {
    lanewise::host::softmax(srcShape, dataTypeSize1 > dataTypeSize2 ? dataTypeSize1 : dataTypeSize2,
                            localWorkSpaceSize, softmaxFlashV3Tiling);
}
inline std::uint32_t GetSoftMaxGradMinTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                                              const bool, const bool) {
    return 4 * (3 * lanewise::host::last_axis(srcShape) + 32 / dataTypeSize + 64);
}
inline std::uint32_t GetSoftMaxGradMaxTmpSize(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                                              const bool isFront, const bool isReuseSource) {
    return lanewise::host::rows(srcShape) * GetSoftMaxGradMinTmpSize(srcShape, dataTypeSize, isFront, isReuseSource);
}
void SoftMaxGradTilingFunc(const TensorShape& srcShape, const std::uint32_t dataTypeSize,
                           const std::uint32_t localWorkSpaceSize,
                           LANEWISE_EITHER(SoftMaxTiling) auto& softmaxGradTiling, const bool = false) {
    lanewise::host::softmax(srcShape, dataTypeSize, localWorkSpaceSize, softmaxGradTiling);
}

// --- normalisation ---
// {B, S, H, the H that counts}
void GetLayerNormNDTilingInfo(const TensorShape& srcShape, const std::uint32_t stackBufferSize, const std::uint32_t,
                              const bool, LANEWISE_EITHER(LayerNormTiling) auto& tiling) {
    using namespace lanewise::host;
    store(normal<tiling::LayerNormTiling>(axis(srcShape, 0), axis(srcShape, 1), axis(srcShape, 2), axis(srcShape, 3),
                                          stackBufferSize), tiling);
}
void GetLayerNormNDTillingInfo(const TensorShape& srcShape, const std::uint32_t stackBufferSize,
                               const std::uint32_t typeSize, const bool isReuseSource,
                               LANEWISE_EITHER(LayerNormTiling) auto& tilling) {
    GetLayerNormNDTilingInfo(srcShape, stackBufferSize, typeSize, isReuseSource, tilling);
}
// {A, R}
void GetLayerNormNDTilingInfo(const TensorShape& srcShape, const std::uint32_t stackBufferSize, const std::uint32_t,
                              const bool, const bool, LANEWISE_EITHER(LayerNormSeparateTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::LayerNormSeparateTiling t;
    t.aLength = axis(srcShape, 0), t.rLength = axis(srcShape, 1);
    t.rHeadLength = std::bit_floor(t.rLength);
    t.inputXSize = t.inputRoundSize = t.arCurLength = t.aLength * t.rLength;
    t.meanVarSize = t.meanVarRoundSize = t.aCurLength = t.aLength;
    t.tmpBufSize = stackBufferSize / 4, t.loopRound = 1;
    t.rValueBack = 1.0f / static_cast<float>(t.rLength);
    t.k2Rec = 1.0f / static_cast<float>(t.rHeadLength), t.k2RRec = static_cast<float>(t.rHeadLength) * t.rValueBack;
    store(t, tiling);
}
bool GetDeepNormTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape,
                           const std::uint32_t stackBufferSize, const std::uint32_t, const bool, const bool,
                           LANEWISE_EITHER(DeepNormTiling) auto& tiling) {
    using namespace lanewise::host;
    store(normal<tiling::DeepNormTiling>(axis(srcShape, 0), axis(srcShape, 1), axis(srcShape, 2),
                                         axis(originSrcShape, 2), stackBufferSize), tiling);
    return true;
}
bool GetRmsNormTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape, const std::uint32_t,
                          const std::uint32_t, LANEWISE_EITHER(RmsNormTiling) auto& tiling, const bool = false) {
    using namespace lanewise::host;
    tiling::RmsNormTiling t;
    t.bLength = axis(srcShape, 0), t.sLength = axis(srcShape, 1), t.hLength = axis(srcShape, 2),
        t.originalHLength = axis(originSrcShape, 2);
    t.reciprocalOfHLength = 1.0f / static_cast<float>(t.originalHLength);
    t.mainBsLength = t.bLength * t.sLength, t.mainBsLengthAlign = up(t.mainBsLength, 8),
        t.mainBshLength = t.mainBsLength * t.hLength;
    t.loopRound = 1;
    store(t, tiling);
    return true;
}
void GetLayerNormGradNDTilingInfo(const TensorShape srcShape, const std::uint32_t stackBufferSize,
                                  const std::uint32_t, const bool,
                                  LANEWISE_EITHER(LayerNormGradTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::LayerNormGradTiling t;
    t.stackBufferSize = stackBufferSize;
    t.bLength = axis(srcShape, 0), t.sLength = axis(srcShape, 1), t.hLength = axis(srcShape, 2),
        t.originalHLength = axis(srcShape, 3);
    t.oneCalSize = t.bLength * t.sLength * t.hLength, t.nohCalSize = t.bLength * t.sLength, t.loopNum = 1;
    t.lastDimValueBack = std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(t.originalHLength));
    t.lastDimValueBackMulTwo = std::bit_cast<std::uint32_t>(2.0f / static_cast<float>(t.originalHLength));
    store(t, tiling);
}
void GetLayerNormGradBetaNDTilingInfo(const TensorShape srcShape, const std::uint32_t stackBufferSize,
                                      const std::uint32_t, const bool,
                                      LANEWISE_EITHER(LayerNormGradBetaTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::LayerNormGradBetaTiling t;
    t.stackBufferSize = stackBufferSize;
    t.bLength = axis(srcShape, 0), t.sLength = axis(srcShape, 1), t.hLength = axis(srcShape, 2),
        t.originalHLength = axis(srcShape, 3);
    t.bsLength = t.bsCurLength = t.bLength * t.sLength,
        t.bshLength = t.bshCurLength = t.oneCalSize = t.bsLength * t.hLength, t.loopRound = 1;
    store(t, tiling);
}
bool GetBatchNormNDTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape,
                              const std::uint32_t stackBufferByteSize, const std::uint32_t, const bool,
                              LANEWISE_EITHER(BatchNormTiling) auto& tilling, const bool = false) {
    using namespace lanewise::host;
    tiling::BatchNormTiling t;
    t.originalBLength = axis(originSrcShape, 0), t.meanVarSize = t.shCurLength = axis(srcShape, 1) * axis(srcShape, 2);
    t.tmpBufSize = stackBufferByteSize / 4, t.loopRound = 1, t.bshCurLength = t.originalBLength * t.meanVarSize;
    t.firstDimValueBack = 1.0f / static_cast<float>(t.originalBLength);
    store(t, tilling);
    return true;
}
void GetGroupNormNDTilingInfo(const TensorShape& srcShape, const std::uint32_t stackBufferSize,
                              const std::uint32_t typeSize, const bool, const std::uint32_t groupNum,
                              LANEWISE_EITHER(GroupNormTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::GroupNormTiling t;
    t.n = axis(srcShape, 0), t.c = axis(srcShape, 1), t.hw = axis(srcShape, 2) * axis(srcShape, 3), t.g = groupNum;
    t.d = groupNum ? t.c / groupNum : 0, t.hwAlignSize = up(t.hw, 32 / typeSize), t.dhwAlignSize = t.d * t.hwAlignSize;
    t.inputXSize = t.n * t.c * t.hwAlignSize, t.meanVarSize = t.n * t.g, t.tmpBufSize = stackBufferSize / 4,
        t.loopRound = 1;
    t.factor = t.d && t.hw ? 1.0f / static_cast<float>(t.d * t.hw) : 0.0f;
    store(t, tiling);
}

// --- movement and sorting ---
void PadTilingFunc(const TensorShape srcShape, const TensorShape oriSrcShape, const std::uint32_t,
                   const std::uint32_t typeSize, LANEWISE_EITHER(PadTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::PadTiling t;
    t.srcHeight = axis(srcShape, 0), t.srcWidth = axis(srcShape, 1), t.srcOriWidth = axis(oriSrcShape, 1);
    t.blocksPerRow = up(t.srcWidth * typeSize, 32) / 32;
    store(t, tiling);
}
void UnPadTilingFunc(const TensorShape srcShape, const std::uint32_t, const std::uint32_t,
                     LANEWISE_EITHER(UnPadTiling) auto& tiling) {
    tiling::UnPadTiling t;
    t.srcHeight = lanewise::host::axis(srcShape, 0), t.srcWidth = lanewise::host::axis(srcShape, 1);
    lanewise::host::store(t, tiling);
}
// Opaque parameters: which one holds what is agreed with Transpose.
void GetTransposeTilingInfo(const TensorShape& srcShape, const std::uint32_t, const std::uint32_t typeSize,
                            const std::uint32_t transposeTypeIn,
                            LANEWISE_EITHER(ConfusionTransposeTiling) auto& tiling) {
    using namespace lanewise::host;
    tiling::ConfusionTransposeTiling t;
    const auto size = [&](std::size_t i) { return axis(srcShape, i); };
    if (transposeTypeIn >= 1 && transposeTypeIn <= 6) {  // [B, N, S, H]
        t.param0 = 32 / typeSize, t.param1 = size(0), t.param2 = size(1), t.param3 = up(size(3), 16),
            t.param4 = up(size(2), 16);
        t.param16 = size(2), t.param17 = size(3);
    } else if (transposeTypeIn == 7) {
        t.param0 = 32 / typeSize, t.param1 = size(0), t.param2 = size(1);
    } else {
        const std::size_t missing = srcShape.GetDimNum() == 2;
        t.param0 = missing ? 1 : size(0), t.param1 = size(1 - missing), t.param2 = size(2 - missing);
    }
    store(t, tiling);
}
void GetConfusionTransposeTilingInfo(const TensorShape& srcShape, const std::uint32_t stackBufferSize,
                                     const std::uint32_t typeSize, const std::uint32_t transposeTypeIn,
                                     LANEWISE_EITHER(ConfusionTransposeTiling) auto& tiling) {
    GetTransposeTilingInfo(srcShape, stackBufferSize, typeSize, transposeTypeIn, tiling);
}
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const std::int32_t inner,
                    const std::int32_t outter, const std::int32_t k, const std::uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                    LANEWISE_EITHER(TopkTiling) auto& topKTiling) {
    std::uint32_t most = 0, least = 0;
    GetTopKMaxMinTmpSize(ascendcPlatform, inner, outter, false, isInitIndex, mode, isLargest, dataTypeSize, most,
                         least);
    tiling::TopkTiling t;
    t.tmpLocalSize = static_cast<std::int32_t>(least / dataTypeSize), t.allDataSize = inner * outter;
    t.innerDataSize = inner * static_cast<std::int32_t>(8 / dataTypeSize),
        t.sortRepeat = static_cast<std::uint32_t>(inner) / 32;
    t.kAlignFourBytes = (k + 7) / 8 * 8, t.kAlignTwoBytes = (k + 15) / 16 * 16;
    lanewise::host::store(t, topKTiling);
    return true;
}

}  // namespace AscendC

#undef LANEWISE_EITHER
