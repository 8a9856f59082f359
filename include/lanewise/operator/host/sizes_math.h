// Scratch of the element-wise functions.
#pragma once

#include "lanewise/operator/host/scratch.h"

// Functions with a fixed number of temporaries: for 2-byte elements, for 4-byte ones, and for those when the source
// may be reused.
#define LANEWISE_SCRATCH(Name, two, four, reused)                                                                  \
    inline void Get##Name##MaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize,                \
                                         const bool isReuseSource, std::uint32_t& maxValue,                        \
                                         std::uint32_t& minValue) {                                                \
        lanewise::host::scratch(typeSize == 2 ? two : isReuseSource ? reused : four, srcShape, typeSize, maxValue, \
                                minValue);                                                                         \
    }                                                                                                              \
    inline void Get##Name##TmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,      \
                                               std::uint32_t& extraBuffer) {                                       \
        maxLiveNodeCount = typeSize == 2 ? two : four;                                                             \
        extraBuffer = 0;                                                                                           \
    }
// The same where the platform comes first; nearly all of them need nothing.
#define LANEWISE_PLATFORM_SCRATCH(Name, two, four)                                                              \
    inline void Get##Name##MaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape& srcShape, \
                                         const std::uint32_t typeSize, const bool, std::uint32_t& maxValue,     \
                                         std::uint32_t& minValue) {                                             \
        lanewise::host::scratch(typeSize == 2 ? two : four, srcShape, typeSize, maxValue, minValue);            \
    }                                                                                                           \
    inline void Get##Name##TmpBufferFactorSize(const platform_ascendc::PlatformAscendC&,                        \
                                               const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,   \
                                               std::uint32_t& extraBuffer) {                                    \
        maxLiveNodeCount = typeSize == 2 ? two : four;                                                          \
        extraBuffer = 0;                                                                                        \
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
#define LANEWISE_ANGLE_SCRATCH(Name)                                                                          \
    inline void Get##Name##MaxMinTmpSize(const Name##Config& config, const TensorShape& srcShape,             \
                                         const std::uint32_t, const bool, std::uint32_t& maxValue,            \
                                         std::uint32_t& minValue) {                                           \
        maxValue = minValue = config.algo == Name##Algo::RADIAN_REDUCTION                                     \
            ? 8 * lanewise::host::elements(srcShape) + 32 : 0;                                                \
    }                                                                                                         \
    inline void Get##Name##TmpBufferFactorSize(const Name##Config& config, const std::uint32_t typeSize,      \
                                               std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) { \
        const bool needed = config.algo == Name##Algo::RADIAN_REDUCTION;                                      \
        maxLiveNodeCount = needed ? (typeSize == 2 ? 4 : 2) : 0;                                              \
        extraBuffer = needed ? 32 : 0;                                                                        \
    }
LANEWISE_ANGLE_SCRATCH(Sin)
LANEWISE_ANGLE_SCRATCH(Cos)
#undef LANEWISE_ANGLE_SCRATCH

inline void GetSinCosMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const TensorShape& srcShape,
                                   const std::uint32_t, const bool, std::uint32_t& maxValue,
                                   std::uint32_t& minValue) {
    maxValue = minValue = 8 * lanewise::host::up(lanewise::host::elements(srcShape), 32) + 32;
}
inline void GetSinCosTmpBufferFactorSize(const platform_ascendc::PlatformAscendC&, const std::uint32_t typeSize,
                                         std::uint32_t& maxLiveNodeCount, std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 4 : 2;
    extraBuffer = 32;
}
inline bool GetExpMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isReuseSource,
                                std::uint32_t& maxValue, std::uint32_t& minValue) {
    lanewise::host::scratch(typeSize == 2 ? 4 : isReuseSource ? 2 : 3, srcShape, 4, maxValue, minValue);
    return true;
}
inline void GetExpTmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,
                                      std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 8 : 3;
    extraBuffer = 0;
}
inline void GetLog2MaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool,
                                 std::uint32_t& maxValue, std::uint32_t& minValue) {
    lanewise::host::scratch(typeSize == 2 ? 1 : 0, srcShape, 4, maxValue, minValue);
}
inline void GetLog2TmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,
                                       std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 2 : 0;
    extraBuffer = 0;
}
inline void GetClampMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool,
                                  std::uint32_t& maxValue, std::uint32_t& minValue) {
    minValue = typeSize == 2 ? 128 : 64;
    maxValue = lanewise::host::larger(lanewise::host::elements(srcShape), minValue);
}
inline void GetClampTmpBufferFactorSize(const std::uint32_t, std::uint32_t& maxLiveNodeCount,
                                        std::uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}
inline void GetCumSumMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool isLastAxis,
                                   const bool, std::uint32_t& maxValue, std::uint32_t& minValue) {
    const std::uint32_t inner = lanewise::host::last_axis(srcShape), outer = lanewise::host::rows(srcShape);
    if (!isLastAxis) {
        maxValue = minValue = typeSize == 2 ? 4 * outer * inner : 0;
        return;
    }
    minValue = 16 * inner * typeSize * 2 + (typeSize == 2 ? 16 * inner * 4 : 0);
    maxValue = minValue / 16 * lanewise::host::up(outer, 16);
}
// A shape of {1} means that operand is a scalar.
inline void GetPowerMaxMinTmpSize(const TensorShape& srcShape1, const TensorShape& srcShape2, const bool typeIsInt,
                                  const std::uint32_t typeSize, const bool, std::uint32_t& maxValue,
                                  std::uint32_t& minValue) {
    using namespace lanewise::host;
    const bool scalar = elements(srcShape1) == 1 || elements(srcShape2) == 1;
    const std::uint32_t buffers = typeIsInt ? (scalar ? 7 : 6) : typeSize == 2 ? 7 : scalar ? 5 : 4,
        extra = typeIsInt ? 0 : repeat_bytes;
    const std::uint32_t n = larger(elements(srcShape1), elements(srcShape2));
    minValue = buffers * repeat_bytes + extra;
    maxValue = buffers * larger(std::uint64_t{n} * typeSize, repeat_bytes) + extra;
}
inline void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor, const bool typeIsInt,
                                        const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,
                                        std::uint32_t& extraBuffer) {
    const bool scalar = !baseIsTensor || !expIsTensor;
    maxLiveNodeCount = typeIsInt ? (scalar ? 7 : 6) : typeSize == 2 ? 7 : scalar ? 5 : 4;
    extraBuffer = typeIsInt ? 0 : lanewise::host::repeat_bytes;
}

// --- activations ---
inline std::uint32_t GetGeluMinTmpSize(const TensorShape&, const std::uint32_t) { return 768; }
inline std::uint32_t GetGeluMaxTmpSize(const TensorShape& srcShape, const std::uint32_t) {
    return lanewise::host::larger(12ull * lanewise::host::elements(srcShape), 768);
}
inline void GetGeluMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue,
                                 std::uint32_t& minValue) {
    maxValue = GetGeluMaxTmpSize(srcShape, typeSize);
    minValue = GetGeluMinTmpSize(srcShape, typeSize);
}
inline void GetSigmoidMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, bool,
                                    std::uint32_t& maxValue, std::uint32_t& minValue) {
    lanewise::host::scratch(1, srcShape, typeSize, maxValue, minValue);
}
inline void GetSiluTmpSize(const TensorShape&, const std::uint32_t, const bool, std::uint32_t& maxValue,
                           std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetSwishTmpSize(const TensorShape&, const std::uint32_t, const bool, std::uint32_t& maxValue,
                            std::uint32_t& minValue) { maxValue = minValue = 0; }
inline void GetSwiGLUMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, std::uint32_t& maxValue,
                                   std::uint32_t& minValue, const bool) {
    lanewise::host::scratch(typeSize == 2 ? 6 : 0, srcShape, typeSize, maxValue, minValue);
}
inline void GetSwiGLUTmpBufferFactorSize(const std::uint32_t typeSize, std::uint32_t& maxLiveNodeCount,
                                         std::uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == 2 ? 6 : 0;
    extraBuffer = 0;
}
inline void GetReGluMaxMinTmpSize(const TensorShape& srcShape, const std::uint32_t typeSize, const bool,
                                  std::uint32_t& maxValue, std::uint32_t& minValue) {
    if (typeSize == 2) lanewise::host::scratch(6, srcShape, typeSize, maxValue, minValue);
    else maxValue = minValue = lanewise::host::repeat_bytes;
}

}  // namespace AscendC
