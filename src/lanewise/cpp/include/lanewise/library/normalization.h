// Normalisation of rows: mean and variance, then scale and shift.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/config.h"
#include "lanewise/library/call.h"

namespace AscendC {

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

}  // namespace AscendC

namespace AscendC {

// Over H of [B, S, H]; the second statistic is the variance.
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
               const lanewise::plain_t<T> epsilon, LayerNormTiling& tiling) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_layer_norm_, output, outputMean, outputVariance, inputX, gamma, beta)
        .issue_with(tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength, real_bits(epsilon), 0);
}
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
               const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon, LayerNormTiling& tiling) {
    LayerNorm<T, isReuseSource>(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling);
}
// Over R of [A, R]; statistics are float, and the second one is the reciprocal deviation unless the configuration
// says otherwise.
template <class U, class T, bool isReuseSource = false, LayerNormConfig config = LNCFG_NORM>
LANEWISE_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
               const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
               const LocalTensor<U>& beta, const float epsilon, const LayerNormPara& para,
               const LayerNormSeparateTiling&) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_layer_norm_, output, given<!config.isOnlyOutput>(outputMean),
          given<!config.isOnlyOutput>(outputRstd), inputX, given<!config.isNoGamma>(gamma), given<!config.isNoBeta>(beta))
        .issue_with(para.aLength, para.rLengthWithPadding, para.rLength, real_bits(epsilon), config.isOutputRstd);
}
template <class U, class T, bool isReuseSource = false, LayerNormConfig config = LNCFG_NORM>
LANEWISE_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
               const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
               const LocalTensor<U>& beta, const float epsilon, const LocalTensor<std::uint8_t>&,
               const LayerNormPara& para, const LayerNormSeparateTiling& tiling) {
    LayerNorm<U, T, isReuseSource, config>(output, outputMean, outputRstd, inputX, gamma, beta, epsilon, para, tiling);
}

// With given mean and variance; the reciprocal deviation is a result.
template <class U, class T, bool isReuseSource = false, NormalizeConfig config = NLCFG_NORM>
LANEWISE_API void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
               const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               const float epsilon, const NormalizePara& para) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_normalize_, output, given<!config.isOnlyOutput>(outputRstd), inputMean, inputVariance,
          inputX, given<!config.isNoGamma>(gamma), given<!config.isNoBeta>(beta))
        .issue_with(config.aLength < 0 ? para.aLength : static_cast<std::uint32_t>(config.aLength),
                    para.rLengthWithPadding, para.rLength, real_bits(epsilon));
}
template <class U, class T, bool isReuseSource = false, NormalizeConfig config = NLCFG_NORM>
LANEWISE_API void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
               const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               const LocalTensor<std::uint8_t>&, const float epsilon, const NormalizePara& para) {
    Normalize<U, T, isReuseSource, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta, epsilon,
                                           para);
}

template <class T, bool isBasicBlock = false>
LANEWISE_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
             const lanewise::plain_t<T> epsilon, const RmsNormTiling& tiling) {
    using namespace lanewise::library;
    const double share = tiling.reciprocalOfHLength != 0 ? tiling.reciprocalOfHLength : 1.0 / tiling.originalHLength;
    macro(lanewise::Opcode::lib_rms_norm_, dstLocal, srcLocal, gammaLocal)
        .issue_with(tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength, real_bits(epsilon),
                    real_bits(share));
}
template <class T, bool isBasicBlock = false>
LANEWISE_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
             const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon, const RmsNormTiling& tiling) {
    RmsNorm<T, isBasicBlock>(dstLocal, srcLocal, gammaLocal, epsilon, tiling);
}

// LayerNorm of alpha * src + gx. The third result is the variance, whatever its name says; beta comes before gamma.
template <class T, bool isReuseSrc = false, bool isBasicBlock = false>
LANEWISE_API void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal,
              const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
              const LocalTensor<T>& gammaLocal, const lanewise::plain_t<T> alpha, const lanewise::plain_t<T> epsilon,
              DeepNormTiling& tiling) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_deep_norm_, dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal)
        .issue_with(tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength, real_bits(epsilon),
                    real_bits(alpha));
}
template <class T, bool isReuseSrc = false, bool isBasicBlock = false>
LANEWISE_API void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal,
              const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
              const LocalTensor<T>& gammaLocal, const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> alpha,
              const lanewise::plain_t<T> epsilon, DeepNormTiling& tiling) {
    DeepNorm<T, isReuseSrc, isBasicBlock>(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal,
                                          alpha, epsilon, tiling);
}

// Statistics over the batch axis of [B, S * H]; gamma and beta belong to the batches.
template <class T, bool isReuseSource = false, bool isBasicBlock = false>
LANEWISE_API void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamm, const LocalTensor<T>& beta,
               const lanewise::plain_t<T> epsilon, BatchNormTiling& tiling) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_batch_norm_, output, outputMean, outputVariance, inputX, gamm, beta)
        .issue_with(tiling.originalBLength, tiling.meanVarSize, real_bits(epsilon));
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false>
LANEWISE_API void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamm, const LocalTensor<T>& beta,
               const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon, BatchNormTiling& tiling) {
    BatchNorm<T, isReuseSource, isBasicBlock>(output, outputMean, outputVariance, inputX, gamm, beta, epsilon, tiling);
}

// Statistics over the d channels of a group; each plane of H * W is padded to whole data blocks.
template <class T, bool isReuseSource = false>
LANEWISE_API void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
               const lanewise::plain_t<T> epsilon, GroupNormTiling& tiling) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_group_norm_, output, outputMean, outputVariance, inputX, gamma, beta)
        .issue_with(tiling.n, tiling.c, tiling.g, tiling.d, tiling.hw,
                    tiling.hwAlignSize ? tiling.hwAlignSize : pitch_of<T>(tiling.hw), real_bits(epsilon));
}
template <class T, bool isReuseSource = false>
LANEWISE_API void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance,
               const LocalTensor<T>& inputX, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
               const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon, GroupNormTiling& tiling) {
    GroupNorm<T, isReuseSource>(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling);
}

}  // namespace AscendC
