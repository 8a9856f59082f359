// How much scratch a library function asks for. Ours never touch it; the answers are the chips' own minima, because programs
// allocate what they are told to.
#pragma once

#include "lanewise/host/platform.h"
#include "lanewise/host/shape.h"
#include "lanewise/library/config.h"

namespace lanewise::host {

constexpr std::uint32_t repeat_bytes = 256;

constexpr std::uint32_t larger(std::uint64_t a, std::uint64_t b) { return static_cast<std::uint32_t>(a > b ? a : b); }
constexpr std::uint32_t up(std::uint64_t value, std::uint64_t unit) { return static_cast<std::uint32_t>((value + unit - 1) / unit * unit); }
inline std::uint32_t elements(const ge::Shape& shape) { return static_cast<std::uint32_t>(shape.GetShapeSize()); }
inline std::uint32_t axis(const ge::Shape& shape, std::size_t i) { return static_cast<std::uint32_t>(shape.GetDim(i)); }
inline std::uint32_t last_axis(const ge::Shape& shape) { return shape.GetDimNum() ? axis(shape, shape.GetDimNum() - 1) : 1; }
inline std::uint32_t rows(const ge::Shape& shape) { return last_axis(shape) ? elements(shape) / last_axis(shape) : 0; }

// `buffers` temporaries of at least one repeat each.
inline void scratch(std::uint32_t buffers, const ge::Shape& shape, std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = buffers * repeat_bytes;
    maxValue = buffers * larger(std::uint64_t{elements(shape)} * typeSize, repeat_bytes);
}

}  // namespace lanewise::host

// Functions with a fixed number of temporaries: for 2-byte elements, for 4-byte ones, and for those when the source may be reused.
#define LANEWISE_SCRATCH(Name, two, four, reused)                                                                               \
    inline void Get##Name##MaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource,   \
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {                                    \
        lanewise::host::scratch(typeSize == 2 ? two : isReuseSource ? reused : four, srcShape, typeSize, maxValue, minValue);   \
    }                                                                                                                           \
    inline void Get##Name##TmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) { \
        maxLiveNodeCount = typeSize == 2 ? two : four;                                                                          \
        extraBuffer = 0;                                                                                                        \
    }
// The same where the platform comes first; nearly all of them need nothing.
#define LANEWISE_PLATFORM_SCRATCH(Name, two, four)                                                                              \
    inline void Get##Name##MaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape& srcShape,                 \
                                         const std::uint32_t typeSize, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) { \
        lanewise::host::scratch(typeSize == 2 ? two : four, srcShape, typeSize, maxValue, minValue);                            \
    }                                                                                                                           \
    inline void Get##Name##TmpBufferFactorSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t typeSize,          \
                                               std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {                   \
        maxLiveNodeCount = typeSize == 2 ? two : four;                                                                          \
        extraBuffer = 0;                                                                                                        \
    }

namespace AscendC {

LANEWISE_SCRATCH(Acos, 6, 2, 2)
LANEWISE_SCRATCH(Acosh, 2, 1, 1)
LANEWISE_SCRATCH(Asin, 6, 2, 2)
LANEWISE_SCRATCH(Asinh, 3, 3, 3)
LANEWISE_SCRATCH(Atan, 12, 5, 5)
LANEWISE_SCRATCH(Atanh, 4, 1, 1)
LANEWISE_SCRATCH(Axpy, 4, 0, 0)
LANEWISE_SCRATCH(Ceil, 2, 1, 1)
LANEWISE_SCRATCH(Cos, 8, 3, 2)
LANEWISE_SCRATCH(Cosh, 6, 2, 2)
LANEWISE_SCRATCH(Digamma, 16, 7, 6)
LANEWISE_SCRATCH(Erf, 8, 3, 3)
LANEWISE_SCRATCH(Erfc, 16, 7, 7)
LANEWISE_SCRATCH(Floor, 2, 0, 0)
LANEWISE_SCRATCH(Fmod, 8, 1, 1)
LANEWISE_SCRATCH(Frac, 4, 0, 0)
LANEWISE_SCRATCH(GeGLU, 4, 0, 0)
LANEWISE_SCRATCH(Hypot, 0, 0, 0)
LANEWISE_SCRATCH(Lgamma, 26, 8, 7)
LANEWISE_SCRATCH(Log, 0, 0, 0)
LANEWISE_SCRATCH(Log10, 0, 0, 0)
LANEWISE_SCRATCH(Sign, 3, 3, 3)
LANEWISE_SCRATCH(Sin, 8, 3, 2)
LANEWISE_SCRATCH(Sinh, 4, 1, 1)
LANEWISE_SCRATCH(Tan, 10, 4, 4)
LANEWISE_SCRATCH(Tanh, 4, 1, 1)
LANEWISE_SCRATCH(Trunc, 2, 1, 1)
LANEWISE_SCRATCH(Xor, 1, 1, 1)
LANEWISE_PLATFORM_SCRATCH(BitwiseAnd, 0, 0)
LANEWISE_PLATFORM_SCRATCH(BitwiseNot, 0, 0)
LANEWISE_PLATFORM_SCRATCH(BitwiseOr, 0, 0)
LANEWISE_PLATFORM_SCRATCH(BitwiseXor, 0, 0)
LANEWISE_PLATFORM_SCRATCH(Fma, 0, 0)
LANEWISE_PLATFORM_SCRATCH(IsInf, 0, 0)
LANEWISE_PLATFORM_SCRATCH(IsNan, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalAnd, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalAnds, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalNot, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalOr, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalOrs, 0, 0)
LANEWISE_PLATFORM_SCRATCH(LogicalXor, 0, 0)
LANEWISE_PLATFORM_SCRATCH(Rint, 0, 0)
LANEWISE_PLATFORM_SCRATCH(Round, 1, 0)
LANEWISE_PLATFORM_SCRATCH(Where, 0, 0)
#undef LANEWISE_SCRATCH
#undef LANEWISE_PLATFORM_SCRATCH

// The algorithm decides: the polynomial needs nothing.
#define LANEWISE_ANGLE_SCRATCH(Name)                                                                                                 \
    inline void Get##Name##MaxMinTmpSize(const Name##Config& config, const TensorShape& srcShape, const std::uint32_t, const bool,   \
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {                                         \
        maxValue = minValue = config.algo == Name##Algo::RADIAN_REDUCTION ? 8 * lanewise::host::elements(srcShape) + 32 : 0;         \
    }                                                                                                                                \
    inline void Get##Name##TmpBufferFactorSize(const Name##Config& config, const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount, \
                                               std::uint32_t& extraBuffer) {                                                         \
        const bool needed = config.algo == Name##Algo::RADIAN_REDUCTION;                                                             \
        maxLiveNodeCount = needed ? (typeSize == 2 ? 4 : 2) : 0;                                                                     \
        extraBuffer = needed ? 32 : 0;                                                                                               \
    }
LANEWISE_ANGLE_SCRATCH(Sin)
LANEWISE_ANGLE_SCRATCH(Cos)
#undef LANEWISE_ANGLE_SCRATCH

inline void GetSinCosMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape& srcShape, const std::uint32_t, const bool,
                                   std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 8 * lanewise::host::up(lanewise::host::elements(srcShape), 32) + 32;
}
inline void GetSinCosTmpBufferFactorSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,
                                         std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 4 : 2;
    extraBuffer = 32;
}
inline bool GetExpMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource, std::uint32_t& maxValue,
                                std::uint32_t& minValue) {
    lanewise::host::scratch(typeSize == 2 ? 4 : isReuseSource ? 2 : 3, srcShape, 4, maxValue, minValue);
    return true;
}
inline void GetExpTmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 8 : 3;
    extraBuffer = 0;
}
inline void GetLog2MaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    lanewise::host::scratch(typeSize == 2 ? 1 : 0, srcShape, 4, maxValue, minValue);
}
inline void GetLog2TmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 2 : 0;
    extraBuffer = 0;
}
inline void GetClampMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = typeSize == 2 ? 128 : 64;
    maxValue = lanewise::host::larger(lanewise::host::elements(srcShape), minValue);
}
inline void GetClampTmpBufferFactorSize(const std::uint32_t, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetCumSumMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isLastAxis, const bool, std::uint32_t& maxValue,
                                   std::uint32_t& minValue) {
    const std::uint32_t inner = lanewise::host::last_axis(srcShape), outer = lanewise::host::rows(srcShape);
    if (!isLastAxis) {
        maxValue = minValue = typeSize == 2 ? 4 * outer * inner : 0;
        return;
    }
    minValue = 16 * inner * typeSize * 2 + (typeSize == 2 ? 16 * inner * 4 : 0);
    maxValue = minValue / 16 * lanewise::host::up(outer, 16);
}
// A shape of {1} means that operand is a scalar.
inline void GetPowerMaxMinTmpSize(const TensorShape& srcShape1, const TensorShape& srcShape2, const bool typeIsInt, const std::uint32_t typeSize,
                                  const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const bool scalar = elements(srcShape1) == 1 || elements(srcShape2) == 1;
    const std::uint32_t buffers = typeIsInt ? (scalar ? 7 : 6) : typeSize == 2 ? 7 : scalar ? 5 : 4, extra = typeIsInt ? 0 : repeat_bytes;
    const std::uint32_t n = larger(elements(srcShape1), elements(srcShape2));
    minValue = buffers * repeat_bytes + extra;
    maxValue = buffers * larger(std::uint64_t{n} * typeSize, repeat_bytes) + extra;
}
inline void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor, const bool typeIsInt, const std::uint32_t typeSize,
                                        std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    const bool scalar = !baseIsTensor || !expIsTensor;
    maxLiveNodeCount = typeIsInt ? (scalar ? 7 : 6) : typeSize == 2 ? 7 : scalar ? 5 : 4;
    extraBuffer = typeIsInt ? 0 : lanewise::host::repeat_bytes;
}

// --- activations ---
inline std::uint32_t GetGeluMinTmpSize(const TensorShape&, const std::uint32_t) { return 768; }
inline std::uint32_t GetGeluMaxTmpSize(const TensorShape& srcShape, const std::uint32_t) {
    return lanewise::host::larger(12ull * lanewise::host::elements(srcShape), 768);
}
inline void GetGeluMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = GetGeluMaxTmpSize(srcShape, typeSize);
    minValue = GetGeluMinTmpSize(srcShape, typeSize);
}
inline void GetSigmoidMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    lanewise::host::scratch(1, srcShape, typeSize, maxValue, minValue);
}
inline void GetSiluTmpSize(const TensorShape&, const std::uint32_t, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetSwishTmpSize(const TensorShape&, const std::uint32_t, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetSwiGLUMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue, const bool) {
    lanewise::host::scratch(typeSize == 2 ? 6 : 0, srcShape, typeSize, maxValue, minValue);
}
inline void GetSwiGLUTmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 6 : 0;
    extraBuffer = 0;
}
inline void GetReGluMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    if (typeSize == 2) lanewise::host::scratch(6, srcShape, typeSize, maxValue, minValue);
    else maxValue = minValue = lanewise::host::repeat_bytes;
}

// --- quantisation ---
inline void GetAscendQuantMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = 512;
    maxValue = lanewise::host::larger(lanewise::host::up(2ull * lanewise::host::elements(srcShape), 32), 512);
}
inline void GetAscendQuantTmpBufferFactorSize(std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetQuantizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetAscendQuantMaxMinTmpSize(srcShape, typeSize, maxValue, minValue);
}
inline void GetQuantizeTmpBufferFactorSize(std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    GetAscendQuantTmpBufferFactorSize(maxLiveNodeCount, extraBuffer);
}
inline void GetAscendDequantMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) {
    const std::uint32_t n = lanewise::host::last_axis(srcShape);
    minValue = 4 * (n + 8 + 64);
    maxValue = lanewise::host::larger(4ull * (lanewise::host::elements(srcShape) + n + 8), minValue);
}
inline void GetAscendDequantTmpBufferFactorSize(const TensorShape& srcShape, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 4 * (lanewise::host::last_axis(srcShape) + 8);
}
inline void GetDequantizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetAscendDequantMaxMinTmpSize(srcShape, typeSize, maxValue, minValue);
}
inline void GetDequantizeTmpBufferFactorSize(const TensorShape& srcShape, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    GetAscendDequantTmpBufferFactorSize(srcShape, maxLiveNodeCount, extraBuffer);
}
// half results need nothing; bfloat16 ones a row of scales and a block of work.
inline std::uint32_t GetAscendAntiQuantMinTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape, bool isTranspose, TensorDataType,
                                                  TensorDataType outputDataType) {
    if (outputDataType != ge::DT_BF16) return 0;
    const std::uint32_t scales = lanewise::host::elements(scaleShape), k = lanewise::host::axis(srcShape, isTranspose ? 1 : 0);
    return scales <= 1 ? 1024 : 8 * scales + 256 * k;
}
inline std::uint32_t GetAscendAntiQuantMaxTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape, bool isTranspose, TensorDataType inputDataType,
                                                  TensorDataType outputDataType) {
    return GetAscendAntiQuantMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType, outputDataType);
}
inline void GetAscendAntiQuantMaxMinTmpSize(const TensorShape& srcShape, const TensorShape& scaleShape, bool isTranspose, TensorDataType inputDataType,
                                            TensorDataType outputDataType, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = GetAscendAntiQuantMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType, outputDataType);
}
inline void GetAscendAntiQuantTmpBufferFactorSize(const TensorShape&, const TensorShape&, bool, TensorDataType, TensorDataType,
                                                  std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = extraBuffer = 0;
}
inline void GetAntiQuantizeMaxMinTmpSize(const TensorShape&, const TensorShape&, bool, TensorDataType, TensorDataType, std::uint32_t& maxValue,
                                         std::uint32_t& minValue) {
    maxValue = minValue = 0;
}
inline void GetAntiQuantizeTmpBufferFactorSize(const TensorShape&, const TensorShape&, TensorDataType, TensorDataType, std::uint32_t& maxLiveNodeCount,
                                               std::uint32_t& extraBuffer) {
    maxLiveNodeCount = extraBuffer = 0;
}

// --- reductions ---
#define LANEWISE_REDUCE_SCRATCH(Name)                                                                                              \
    inline void Get##Name##MaxMinTmpSize(const TensorShape&, const TensorDataType, ReducePattern, bool, bool isReuseSource,        \
                                         std::uint32_t& maxValue, std::uint32_t& minValue) {                                       \
        maxValue = minValue = isReuseSource ? 0 : 32;                                                                              \
    }
LANEWISE_REDUCE_SCRATCH(ReduceAll)
LANEWISE_REDUCE_SCRATCH(ReduceAny)
LANEWISE_REDUCE_SCRATCH(ReduceMax)
LANEWISE_REDUCE_SCRATCH(ReduceMean)
LANEWISE_REDUCE_SCRATCH(ReduceMin)
LANEWISE_REDUCE_SCRATCH(ReduceProd)
LANEWISE_REDUCE_SCRATCH(ReduceSum)
#undef LANEWISE_REDUCE_SCRATCH
inline void GetSumMaxMinTmpSize(const std::uint32_t n, const std::uint32_t typeSize, const bool, std::uint32_t& maxSize, std::uint32_t& minSize) {
    maxSize = minSize = lanewise::host::up((std::uint64_t{n} * typeSize + 255) / 256, 32 / typeSize) * typeSize;
}
inline void GetMeanMaxMinTmpSize(const std::uint32_t n, const std::uint32_t srcTypeSize, const std::uint32_t accTypeSize, const bool isReuseSource,
                                 std::uint32_t& maxSize, std::uint32_t& minSize) {
    GetSumMaxMinTmpSize(n, accTypeSize, isReuseSource, maxSize, minSize);
    if (srcTypeSize < accTypeSize) maxSize = minSize = minSize + lanewise::host::up(n * accTypeSize, 32);
}
inline void GetMeanTmpBufferFactorSize(const std::uint32_t, std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetReduceXorSumMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool isReuseSource, std::uint32_t& maxValue,
                                         std::uint32_t& minValue) {
    maxValue = minValue = (isReuseSource ? 2 : 3) * lanewise::host::larger(2ull * lanewise::host::elements(srcShape), 256);
}

// --- sorting ---
inline std::uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t, const std::uint32_t) { return 0; }
inline std::uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t elemCount, const std::uint32_t) { return 8 * elemCount; }
inline void GetSortMaxMinTmpSize(const TensorShape& srcShape, TensorDataType, TensorDataType, bool, const SortConfig& config, std::uint32_t& maxValue,
                                 std::uint32_t& minValue) {
    const std::uint32_t n = lanewise::host::elements(srcShape);
    maxValue = minValue = config.type == SortType::MERGE_SORT ? 8 * n : 7 * n + 512;
}
inline bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const std::int32_t inner, const std::int32_t outter, const bool, const bool,
                                 enum TopKMode mode, const bool, const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 24u * static_cast<std::uint32_t>(inner) * (mode == TopKMode::TOPK_NSMALL ? static_cast<std::uint32_t>(outter) : 1u);
    return true;
}
inline bool GetTopKMaxMinTmpSize(const std::int32_t inner, const std::int32_t outter, const std::int32_t, const bool, const bool, enum TopKMode mode,
                                 const bool, TensorDataType, const TopKConfig&, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 24u * static_cast<std::uint32_t>(inner) * (mode == TopKMode::TOPK_NSMALL ? static_cast<std::uint32_t>(outter) : 1u);
    return true;
}

// --- masks, movement, the rest ---
inline std::uint32_t GetDropOutMinTmpSize(const TensorShape&, const std::uint32_t, const bool) { return 512; }
inline std::uint32_t GetDropOutMaxTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool) {
    return lanewise::host::larger(8ull * lanewise::host::elements(srcShape), 512);
}
inline void GetDropOutMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource, std::uint32_t& maxValue,
                                    std::uint32_t& minValue) {
    maxValue = GetDropOutMaxTmpSize(srcShape, typeSize, isReuseSource);
    minValue = GetDropOutMinTmpSize(srcShape, typeSize, isReuseSource);
}
inline std::uint32_t GetSelectMinTmpSize(const TensorShape&, const TensorShape&, const std::uint32_t, const TensorShape&, const std::uint32_t, const bool) {
    return 1024;
}
inline std::uint32_t GetSelectMaxTmpSize(const TensorShape&, const TensorShape&, const std::uint32_t, const TensorShape& maskShape, const std::uint32_t,
                                         const bool) {
    return lanewise::host::larger(1024, 2 * lanewise::host::up(lanewise::host::elements(maskShape), 32) + 512);
}
inline void GetSelectMaxMinTmpSize(const TensorShape& src0Shape, const TensorShape& src1Shape, const std::uint32_t srcTypeSize, const TensorShape& maskShape,
                                   const std::uint32_t maskTypeSize, const bool isReuseMask, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = GetSelectMaxTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask);
    minValue = GetSelectMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask);
}
inline void GetSelectWithBytesMaskMaxMinTmpSize(const TensorShape& src0Shape, const TensorShape& src1Shape, const std::uint32_t srcTypeSize,
                                                const TensorShape& maskShape, const std::uint32_t maskTypeSize, const bool isReuseMask,
                                                std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetSelectMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask, maxValue, minValue);
}
inline void GetArangeMaxMinTmpSize(std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetArithProgressionMaxMinTmpSize(std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform, const TensorShape&, const TensorShape&, std::uint32_t,
                                      const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = ascendcPlatform.GetCurNpuArch() == NpuArch::DAV_3510 ? 0 : 256;
}
inline void GetBroadcastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform, const TensorShape& srcShape, const TensorShape& dstShape,
                                      std::uint32_t typeSize, const bool isReuseSource, std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetBroadCastMaxMinTmpSize(ascendcPlatform, srcShape, dstShape, typeSize, isReuseSource, maxValue, minValue);
}
inline void GetPadMaxMinTmpSize(const TensorShape&, const std::uint32_t, std::uint32_t& maxValue, std::uint32_t& minValue) { maxValue = minValue = 1024; }
inline void GetUnPadMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform, const TensorShape&, const std::uint32_t, std::uint32_t& maxValue,
                                  std::uint32_t& minValue) {
    maxValue = minValue = ascendcPlatform.GetCurNpuArch() == NpuArch::DAV_3510 ? 0 : 1024;
}
inline bool GetTransDataMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape&, const TensorShape&, const TensorDataType,
                                      const TransDataConfig&, std::uint32_t& maxValue, std::uint32_t& minValue) {
    maxValue = minValue = 0;
    return true;
}
inline void GetTransposeMaxMinTmpSize(const TensorShape&, const std::uint32_t typeSize, const std::uint32_t transposeTypeIn, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    maxValue = minValue = transposeTypeIn == 1 || transposeTypeIn == 2 ? 256 * typeSize : transposeTypeIn >= 3 && transposeTypeIn <= 6 ? 512 * typeSize : 0;
}
inline void GetConfusionTransposeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const std::uint32_t transposeTypeIn,
                                               std::uint32_t& maxValue, std::uint32_t& minValue) {
    GetTransposeMaxMinTmpSize(srcShape, typeSize, transposeTypeIn, maxValue, minValue);
}

// --- normalisation and Welford ---
inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t states = 2 * up(axis(srcShape, 0) * axis(srcShape, 1), 8), h = axis(srcShape, 2);
    minValue = 4 * (3 * h + states);
    maxValue = 4 * (3 * axis(srcShape, 0) * axis(srcShape, 1) * h + states);
}
inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool, const bool, const bool, std::uint32_t& maxValue,
                                      std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t a = axis(srcShape, 0), r = up(axis(srcShape, 1), 16);
    minValue = 4 * (3 * r + 2 * up(a, 8));
    maxValue = 4 * (3 * a * r + 2 * up(a, 8));
}
inline void GetNormalizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const std::uint32_t, const bool, const bool, const bool,
                                      std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t a = axis(srcShape, 0), r = up(axis(srcShape, 1), 16);
    minValue = __NPU_ARCH__ == 3510 ? 0 : larger(32 * up(a, 8), 8 * r);
    maxValue = __NPU_ARCH__ == 3510 ? 0 : larger(8ull * r + 8ull * a * r, minValue);
}
inline bool GetDeepNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource, const bool,
                                     std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2), buffers = isReuseSource && typeSize == 4 ? 2 : 3;
    minValue = 4 * (buffers * h + 2 * up(bs, 8));
    maxValue = 4 * (buffers * bs * h + 2 * up(bs, 8));
    return true;
}
inline bool GetRmsNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue, std::uint32_t& minValue,
                                    const bool = false) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2), buffers = typeSize == 2 ? 2 : 1;
    minValue = 4 * (h * buffers + 8);
    maxValue = 4 * (bs * h * buffers + up(bs, 8));
    return true;
}
inline void GetLayerNormGradMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource, std::uint32_t& maxValue,
                                          std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t bs = axis(srcShape, 0) * axis(srcShape, 1), h = axis(srcShape, 2);
    const std::uint32_t buffers = typeSize == 2 ? 9 : isReuseSource ? 4 : 6;
    minValue = __NPU_ARCH__ == 3510 ? 8 * up(h, 8) : (bs < h ? bs : h) * h * buffers * typeSize;
    maxValue = larger(minValue, __NPU_ARCH__ == 3510 ? 0 : std::uint64_t{bs} * h * buffers * typeSize);
}
inline void GetLayerNormGradBetaMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool, std::uint32_t& maxValue,
                                              std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t buffers = typeSize == 2 ? 4 : 2, h = axis(srcShape, 2);
    minValue = buffers * 4 * h;
    maxValue = buffers * 4 * axis(srcShape, 0) * axis(srcShape, 1) * h;
}
inline bool GetBatchNormMaxMinTmpSize(const TensorShape& srcShape, const TensorShape&, const std::uint32_t, const bool, std::uint32_t& maxValue,
                                      std::uint32_t& minValue, const bool = false) {
    using namespace lanewise::host;
    const std::uint32_t b = axis(srcShape, 0), sh = axis(srcShape, 1) * axis(srcShape, 2);
    minValue = 4 * (3 * b * 64 + 2 * 64);
    maxValue = larger(4ull * (3ull * b * sh + 2ull * sh), minValue);
    return true;
}
inline void GetGroupNormMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool, const std::uint32_t groupNum,
                                      std::uint32_t& maxValue, std::uint32_t& minValue) {
    using namespace lanewise::host;
    const std::uint32_t n = axis(srcShape, 0), c = axis(srcShape, 1), hw = up(axis(srcShape, 2) * axis(srcShape, 3), 32 / typeSize);
    const std::uint32_t channels = groupNum ? c / groupNum : c;
    minValue = 4 * (3 * channels * hw + 2 * up(n * groupNum, 8));
    maxValue = larger(4ull * (3ull * n * c * hw + 2ull * up(n * groupNum, 8)), minValue);
}
inline void GetWelfordUpdateMaxMinTmpSize(const TensorShape&, const std::uint32_t, const std::uint32_t, const bool, const bool, std::uint32_t& maxValue,
                                          std::uint32_t& minValue) {
    maxValue = minValue = __NPU_ARCH__ == 3510 ? 0 : 256;
}
inline void GetWelfordFinalizeMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t, const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = 1024;
    maxValue = lanewise::host::larger(4ull * (128 + 2ull * lanewise::host::elements(srcShape)), 1024);
}

}  // namespace AscendC
