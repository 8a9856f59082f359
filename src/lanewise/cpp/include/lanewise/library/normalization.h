// Normalisation of rows: mean and variance, then scale and shift. Statistics are summed in double and rounded once.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

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

namespace lanewise::library {

struct Moments {
    double mean, variance;
    double rstd(double epsilon) const { return 1 / std::sqrt(variance + epsilon); }
};

// Mean and biased variance of n values.
template <class F>
Moments moments(std::uint32_t n, F value) {
    double sum = 0, squares = 0;
    for (std::uint32_t i = 0; i < n; ++i) sum += value(i);
    const double mean = sum / n;
    for (std::uint32_t i = 0; i < n; ++i) squares += (value(i) - mean) * (value(i) - mean);
    return {mean, squares / n};
}

// y = (x - mean) * rstd * gamma + beta for rows of `valid` elements, `pitch` apart; x is what `input` says. The statistics'
// second half is the variance or the reciprocal deviation.
template <class T, class S, class G, class F>
void normalize_rows(const char* op, const AscendC::LocalTensor<T>& output, const AscendC::LocalTensor<S>& mean, const AscendC::LocalTensor<S>& second,
                    const AscendC::LocalTensor<G>* gamma, const AscendC::LocalTensor<G>* beta, std::uint32_t rows, std::uint32_t pitch,
                    std::uint32_t valid, double epsilon, bool gives_rstd, bool gives_statistics, F input) {
    const AscendC::LocalTensor<G> none;
    const Lanes<G> scale(op, "gamma", gamma ? *gamma : none, gamma ? valid : 0), shift(op, "beta", beta ? *beta : none, beta ? valid : 0);
    const Lanes<T> y(op, "output", output, std::uint64_t{rows} * pitch);
    const std::uint32_t statistics = gives_statistics ? rows : 0;
    const Lanes<S> means(op, "outputMean", mean, statistics), seconds(op, gives_rstd ? "outputRstd" : "outputVariance", second, statistics);
    for (std::uint32_t r = 0; r < rows; ++r) {
        const std::uint64_t row = std::uint64_t{r} * pitch;
        const Moments m = moments(valid, [&](std::uint32_t i) { return input(row + i); });
        const double rstd = m.rstd(epsilon);
        for (std::uint32_t i = 0; i < valid; ++i)
            y.set(row + i, (input(row + i) - m.mean) * rstd * (gamma ? scale.wide(i) : 1.0) + (beta ? shift.wide(i) : 0.0));
        if (gives_statistics) means.set(r, m.mean), seconds.set(r, gives_rstd ? rstd : m.variance);
    }
}

}  // namespace lanewise::library

namespace AscendC {

// Over H of [B, S, H]; the second statistic is the variance.
template <class T, bool isReuseSource = false>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const lanewise::plain_t<T> epsilon, LayerNormTiling& tiling) {
    using namespace lanewise::library;
    const std::uint32_t rows = tiling.bLength * tiling.sLength;
    const Lanes<T> x("LayerNorm", "inputX", inputX, std::uint64_t{rows} * tiling.hLength);
    normalize_rows("LayerNorm", output, outputMean, outputVariance, &gamma, &beta, rows, tiling.hLength, tiling.originalHLength,
                   static_cast<float>(epsilon), false, true, [&](std::uint64_t at) { return x.wide(at); });
}
template <class T, bool isReuseSource = false>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon,
               LayerNormTiling& tiling) {
    LayerNorm<T, isReuseSource>(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling);
}
// Over R of [A, R]; statistics are float, and the second one is the reciprocal deviation unless the configuration says otherwise.
template <class U, class T, bool isReuseSource = false, LayerNormConfig config = LNCFG_NORM>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean, const LocalTensor<float>& outputRstd,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta, const float epsilon,
               const LayerNormPara& para, const LayerNormSeparateTiling&) {
    using namespace lanewise::library;
    const Lanes<T> x("LayerNorm", "inputX", inputX, std::uint64_t{para.aLength} * para.rLengthWithPadding);
    normalize_rows("LayerNorm", output, outputMean, outputRstd, config.isNoGamma ? nullptr : &gamma, config.isNoBeta ? nullptr : &beta,
                   para.aLength, para.rLengthWithPadding, para.rLength, epsilon, config.isOutputRstd, !config.isOnlyOutput,
                   [&](std::uint64_t at) { return x.wide(at); });
}
template <class U, class T, bool isReuseSource = false, LayerNormConfig config = LNCFG_NORM>
void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean, const LocalTensor<float>& outputRstd,
               const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta, const float epsilon,
               const LocalTensor<std::uint8_t>&, const LayerNormPara& para, const LayerNormSeparateTiling& tiling) {
    LayerNorm<U, T, isReuseSource, config>(output, outputMean, outputRstd, inputX, gamma, beta, epsilon, para, tiling);
}

// With given mean and variance; the reciprocal deviation is a result.
template <class U, class T, bool isReuseSource = false, NormalizeConfig config = NLCFG_NORM>
void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd, const LocalTensor<float>& inputMean,
               const LocalTensor<float>& inputVariance, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               const float epsilon, const NormalizePara& para) {
    using namespace lanewise::library;
    const char* op = "Normalize";
    const std::uint32_t rows = config.aLength < 0 ? para.aLength : static_cast<std::uint32_t>(config.aLength), pitch = para.rLengthWithPadding;
    const std::uint64_t size = std::uint64_t{rows} * pitch;
    const Lanes<T> x(op, "inputX", inputX, size), y(op, "output", output, size);
    const Lanes<float> means(op, "inputMean", inputMean, rows), variances(op, "inputVariance", inputVariance, rows);
    const Lanes<float> rstds(op, "outputRstd", outputRstd, config.isOnlyOutput ? 0 : rows);
    const Lanes<U> scale(op, "gamma", gamma, config.isNoGamma ? 0 : para.rLength), shift(op, "beta", beta, config.isNoBeta ? 0 : para.rLength);
    for (std::uint32_t r = 0; r < rows; ++r) {
        const double mean = means.wide(r), rstd = 1 / std::sqrt(variances.wide(r) + double{epsilon});
        for (std::uint32_t i = 0; i < para.rLength; ++i) {
            const std::uint64_t at = std::uint64_t{r} * pitch + i;
            y.set(at, (x.wide(at) - mean) * rstd * (config.isNoGamma ? 1.0 : scale.wide(i)) + (config.isNoBeta ? 0.0 : shift.wide(i)));
        }
        if (!config.isOnlyOutput) rstds.set(r, rstd);
    }
}
template <class U, class T, bool isReuseSource = false, NormalizeConfig config = NLCFG_NORM>
void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd, const LocalTensor<float>& inputMean,
               const LocalTensor<float>& inputVariance, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
               const LocalTensor<std::uint8_t>&, const float epsilon, const NormalizePara& para) {
    Normalize<U, T, isReuseSource, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta, epsilon, para);
}

template <class T, bool isBasicBlock = false>
void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
             const lanewise::plain_t<T> epsilon, const RmsNormTiling& tiling) {
    using namespace lanewise::library;
    const char* op = "RmsNorm";
    const std::uint32_t rows = tiling.bLength * tiling.sLength, pitch = tiling.hLength, valid = tiling.originalHLength;
    const double share = tiling.reciprocalOfHLength != 0 ? tiling.reciprocalOfHLength : 1.0 / valid;
    const Lanes<T> x(op, "src", srcLocal, std::uint64_t{rows} * pitch), y(op, "dst", dstLocal, std::uint64_t{rows} * pitch);
    const Lanes<T> gamma(op, "gamma", gammaLocal, valid);
    for (std::uint32_t r = 0; r < rows; ++r) {
        const std::uint64_t row = std::uint64_t{r} * pitch;
        double squares = 0;
        for (std::uint32_t i = 0; i < valid; ++i) squares += x.wide(row + i) * x.wide(row + i);
        const double root = std::sqrt(squares * share + static_cast<float>(epsilon));
        for (std::uint32_t i = 0; i < valid; ++i) y.set(row + i, x.wide(row + i) / root * gamma.wide(i));
    }
}
template <class T, bool isBasicBlock = false>
void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal, const LocalTensor<std::uint8_t>&,
             const lanewise::plain_t<T> epsilon, const RmsNormTiling& tiling) {
    RmsNorm<T, isBasicBlock>(dstLocal, srcLocal, gammaLocal, epsilon, tiling);
}

// LayerNorm of alpha * src + gx. The third result is the variance, whatever its name says; beta comes before gamma.
template <class T, bool isReuseSrc = false, bool isBasicBlock = false>
void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal,
              const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal, const LocalTensor<T>& gammaLocal, const lanewise::plain_t<T> alpha,
              const lanewise::plain_t<T> epsilon, DeepNormTiling& tiling) {
    using namespace lanewise::library;
    const std::uint32_t rows = tiling.bLength * tiling.sLength;
    const std::uint64_t size = std::uint64_t{rows} * tiling.hLength;
    const Lanes<T> x("DeepNorm", "src", srcLocal, size), g("DeepNorm", "gx", gxLocal, size);
    const double factor = static_cast<float>(alpha);
    normalize_rows("DeepNorm", dstLocal, meanLocal, rstdLocal, &gammaLocal, &betaLocal, rows, tiling.hLength, tiling.originalHLength,
                   static_cast<float>(epsilon), false, true, [&](std::uint64_t at) { return factor * x.wide(at) + g.wide(at); });
}
template <class T, bool isReuseSrc = false, bool isBasicBlock = false>
void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal,
              const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal, const LocalTensor<T>& gammaLocal,
              const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> alpha, const lanewise::plain_t<T> epsilon, DeepNormTiling& tiling) {
    DeepNorm<T, isReuseSrc, isBasicBlock>(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal, alpha, epsilon, tiling);
}

// Statistics over the batch axis of [B, S * H]; gamma and beta belong to the batches.
template <class T, bool isReuseSource = false, bool isBasicBlock = false>
void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamm, const LocalTensor<T>& beta, const lanewise::plain_t<T> epsilon, BatchNormTiling& tiling) {
    using namespace lanewise::library;
    const char* op = "BatchNorm";
    const std::uint32_t batches = tiling.originalBLength, columns = tiling.meanVarSize;
    const std::uint64_t size = std::uint64_t{batches} * columns;
    const Lanes<T> x(op, "inputX", inputX, size), y(op, "output", output, size), scale(op, "gamm", gamm, batches), shift(op, "beta", beta, batches);
    const Lanes<T> means(op, "outputMean", outputMean, columns), variances(op, "outputVariance", outputVariance, columns);
    for (std::uint32_t c = 0; c < columns; ++c) {
        const auto value = [&](std::uint32_t b) { return x.wide(std::uint64_t{b} * columns + c); };
        const Moments m = moments(batches, value);
        const double rstd = m.rstd(static_cast<float>(epsilon));
        for (std::uint32_t b = 0; b < batches; ++b)
            y.set(std::uint64_t{b} * columns + c, (value(b) - m.mean) * rstd * scale.wide(b) + shift.wide(b));
        means.set(c, m.mean);
        variances.set(c, m.variance);
    }
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false>
void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamm, const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon,
               BatchNormTiling& tiling) {
    BatchNorm<T, isReuseSource, isBasicBlock>(output, outputMean, outputVariance, inputX, gamm, beta, epsilon, tiling);
}

// Statistics over the d channels of a group; each plane of H * W is padded to whole data blocks.
template <class T, bool isReuseSource = false>
void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const lanewise::plain_t<T> epsilon, GroupNormTiling& tiling) {
    using namespace lanewise::library;
    const char* op = "GroupNorm";
    const std::uint32_t plane = tiling.hwAlignSize ? tiling.hwAlignSize : pitch_of<T>(tiling.hw), groups = tiling.n * tiling.g;
    const std::uint64_t size = std::uint64_t{tiling.n} * tiling.c * plane;
    const Lanes<T> x(op, "inputX", inputX, size), y(op, "output", output, size), scale(op, "gamma", gamma, tiling.c), shift(op, "beta", beta, tiling.c);
    const Lanes<T> means(op, "outputMean", outputMean, groups), variances(op, "outputVariance", outputVariance, groups);
    for (std::uint32_t group = 0; group < groups; ++group) {
        const auto place = [&](std::uint32_t i) { return (std::uint64_t{group} * tiling.d + i / tiling.hw) * plane + i % tiling.hw; };
        const Moments m = moments(tiling.d * tiling.hw, [&](std::uint32_t i) { return x.wide(place(i)); });
        const double rstd = m.rstd(static_cast<float>(epsilon));
        for (std::uint32_t i = 0; i < tiling.d * tiling.hw; ++i) {
            const std::uint32_t channel = group % tiling.g * tiling.d + i / tiling.hw;
            y.set(place(i), (x.wide(place(i)) - m.mean) * rstd * scale.wide(channel) + shift.wide(channel));
        }
        means.set(group, m.mean);
        variances.set(group, m.variance);
    }
}
template <class T, bool isReuseSource = false>
void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean, const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
               const LocalTensor<T>& gamma, const LocalTensor<T>& beta, const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> epsilon,
               GroupNormTiling& tiling) {
    GroupNorm<T, isReuseSource>(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling);
}

}  // namespace AscendC
