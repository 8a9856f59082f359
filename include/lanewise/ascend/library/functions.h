// Functions of the library that their records have in lines, and what those name. The algorithms that some calls choose between differ in speed on the chips.
#pragma once

#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/library/map.h"

namespace AscendC::Pattern::Reduce {

struct AR {};
struct RA {};

}  // namespace AscendC::Pattern::Reduce

namespace lanewise::library {

template <class pattern>
concept ReducesMatrix =
    std::is_same_v<pattern, AscendC::Pattern::Reduce::AR> || std::is_same_v<pattern, AscendC::Pattern::Reduce::RA>;

}  // namespace lanewise::library

namespace AscendC {

enum class ErfAlgo { PADE_APPROXIMATION, SUBSECTION_POLYNOMIAL_APPROXIMATION };
struct ErfConfig {
    ErfAlgo algo = ErfAlgo::PADE_APPROXIMATION;
};
enum class AtanAlgo { TAYLOR_EXPANSION, POLYNOMIAL_APPROXIMATION };
struct AtanConfig {
    AtanAlgo algo = AtanAlgo::TAYLOR_EXPANSION;
};
enum class TanhAlgo { INTRINSIC, SUBSECTION_COMPENSATION };
struct TanhConfig {
    TanhAlgo algo = TanhAlgo::INTRINSIC;
};
enum class FmodAlgo { NORMAL, ITERATION_COMPENSATION };
inline constexpr std::uint32_t FMOD_ITERATION_NUM_MAX = 11;
struct FmodConfig {
    FmodAlgo algo = FmodAlgo::NORMAL;
    std::uint32_t iterationNum = FMOD_ITERATION_NUM_MAX;
};
inline constexpr ErfConfig defaultErfConfig{};
inline constexpr AtanConfig defaultAtanConfig{};
inline constexpr TanhConfig DEFAULT_TANH_CONFIG{};
inline constexpr SinConfig defaultSinConfig{};
inline constexpr CosConfig defaultCosConfig{};
inline constexpr FmodConfig DEFAULT_FMOD_CONFIG{};

enum class PowerAlgo { INTRINSIC, DOUBLE_FLOAT_TECH };
struct PowerConfig {
    PowerAlgo algo = PowerAlgo::INTRINSIC;
};
inline constexpr PowerConfig defaultPowerConfig{};

// Functions of ascend950 have a configuration first.
#define LANEWISE_CONFIG(Name, NAME)                             \
    struct Name##Config {                                       \
        bool isReuseSource;                                     \
    };                                                          \
    inline constexpr Name##Config DEFAULT_##NAME##_CONFIG{false};
LANEWISE_CONFIG(BitwiseAnd, BITWISE_AND)
LANEWISE_CONFIG(BitwiseOr, BITWISE_OR)
LANEWISE_CONFIG(BitwiseXor, BITWISE_XOR)
LANEWISE_CONFIG(BitwiseNot, BITWISE_NOT)
LANEWISE_CONFIG(LogicalAnd, LOGICAL_AND)
LANEWISE_CONFIG(LogicalOr, LOGICAL_OR)
LANEWISE_CONFIG(LogicalXor, LOGICAL_XOR)
LANEWISE_CONFIG(LogicalNot, LOGICAL_NOT)
LANEWISE_CONFIG(IsInf, IS_INF)
LANEWISE_CONFIG(IsNan, IS_NAN)
LANEWISE_CONFIG(Clamp, CLAMP)
LANEWISE_CONFIG(Fma, FMA)
LANEWISE_CONFIG(Rint, RINT)
LANEWISE_CONFIG(SinCos, SINCOS)
#undef LANEWISE_CONFIG

struct LogicalAndsConfig {
    bool isReuseSource;
    std::int8_t scalarTensorIndex;
};
struct LogicalOrsConfig {
    bool isReuseSource;
    std::int8_t scalarTensorIndex;
};
inline constexpr LogicalAndsConfig DEFAULT_LOGICAL_ANDS_CONFIG{false, 1};
inline constexpr LogicalOrsConfig DEFAULT_LOGICAL_ORS_CONFIG{false, 1};

struct SumParams {
    std::uint32_t outter = 1;
    std::uint32_t inner;
    std::uint32_t n;
};
struct MeanParams {
    std::uint32_t outter = 1;
    std::uint32_t inner;
    std::uint32_t n;
};

struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
    bool isOutputRstd = true;
};
inline constexpr LayerNormConfig LNCFG_NORM{};
struct LayerNormPara {
    std::uint32_t aLength;
    std::uint32_t rLength;
    std::uint32_t rLengthWithPadding;
};

struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    std::int32_t aLength = -1;
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
inline constexpr NormalizeConfig NLCFG_NORM{};
struct NormalizePara {
    std::uint32_t aLength;
    std::uint32_t rLength;
    std::uint32_t rLengthWithPadding;
};

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

struct WelfordUpdateConfig {
    bool isInplace = false;
};
inline constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG{false};
struct WelfordUpdateParam {
    std::uint32_t rnLength;
    std::uint32_t abLength;
    std::uint32_t abComputeLength;
    float nRec;
};

struct WelfordFinalizeConfig {
    bool isCorrection = false;
};
inline constexpr WelfordFinalizeConfig WFFINALIZE_DEFAULT_CFG{false};
struct WelfordFinalizePara {
    std::uint32_t rnLength;
    std::uint32_t abLength;
    std::uint32_t headCount;
    std::uint32_t headCountLength;
    std::uint32_t tailCount;
    std::uint32_t tailCountLength;
    float abRec;
    float rRec;
    float rRecWithCorrection;
};

enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE, CUMSUM_ALGORITHM_SKLANSKY };
struct CumSumConfig {
    bool isLastAxis = true;
    bool isReuseSource = false;
    bool outputLastRow = false;
    CumSumAlgorithm algorithm = CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE;
};
struct CumSumInfo {
    std::uint32_t outter = 0;
    std::uint32_t inner = 0;
};
inline constexpr CumSumConfig defaultCumSumConfig{true, false, true};

struct PadParams {
    std::uint16_t leftPad = 0;
    std::uint16_t rightPad = 0;
    std::int32_t padValue = 0;
    constexpr PadParams() = default;
    constexpr PadParams(std::uint16_t left, std::uint16_t right, std::int32_t value) : leftPad(left), rightPad(right),
        padValue(value) {}
};
struct UnPadParams {
    std::uint16_t leftPad = 0;
    std::uint16_t rightPad = 0;
    constexpr UnPadParams() = default;
    constexpr UnPadParams(std::uint16_t left, std::uint16_t right) : leftPad(left), rightPad(right) {}
};

#include "lanewise/generated/library.inc"

// dst += src * scalar: the product is rounded to float, then the sum. The scratch tells it from the instruction.
template <class T, class U, bool isReuseSource = false>
LANEWISE_API void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor,
                       const lanewise::plain_t<U> scalarValue, const LocalTensor<std::uint8_t>&,
                       const std::uint32_t calCount) {
    LANEWISE_REAL(Axpy, T);
    lanewise::library::macro(lanewise::Opcode::lib_axpy_, dstTensor, srcTensor)
        .issue_with(calCount, 0, 0, lanewise::library::real_bits(scalarValue), 0);
}

}  // namespace AscendC
