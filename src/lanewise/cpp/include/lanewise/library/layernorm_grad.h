// The gradients of LayerNorm. Float steps follow the formula, because the sums cancel.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/lanes.h"

namespace AscendC {

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

// The variance comes before the mean.
template <class T, bool isReuseSource = false>
void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                   const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean, const LocalTensor<T>& inputGamma,
                   lanewise::plain_t<T> epsilon, LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& = {}) {
    using namespace lanewise::library;
    const char* op = "LayerNormGrad";
    const std::uint32_t rows = tiling.bLength * tiling.sLength, pitch = tiling.hLength, n = tiling.originalHLength;
    const std::uint64_t size = std::uint64_t{rows} * pitch;
    const Lanes<T> dy(op, "inputDy", inputDy, size), x(op, "inputX", inputX, size), gamma(op, "inputGamma", inputGamma, n);
    const Lanes<T> variances(op, "inputVariance", inputVariance, rows), means(op, "inputMean", inputMean, rows);
    const Lanes<T> pdx(op, "outputPdX", outputPdX, size), res(op, "resForGamma", resForGamma, size);
    const float share = 1.0f / static_cast<float>(n);
    for (std::uint32_t r = 0; r < rows; ++r) {
        const std::uint64_t row = std::uint64_t{r} * pitch;
        const float mean = static_cast<float>(means[r]), v = static_cast<float>(variances[r]) + static_cast<float>(epsilon);
        const float rstd = static_cast<float>(1 / std::sqrt(double{v}));                  // v^-0.5
        const float cubed = static_cast<float>(1 / (double{v} * std::sqrt(double{v})));   // v^-1.5
        const auto centred = [&](std::uint32_t i) { return static_cast<float>(x[row + i]) - mean; };
        const auto scaled = [&](std::uint32_t i) { return static_cast<float>(dy[row + i]) * static_cast<float>(gamma[i]); };
        double variance_sum = 0, scaled_sum = 0, centred_sum = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            const float product = scaled(i) * -0.5f * centred(i) * cubed, part = scaled(i) * -rstd;
            variance_sum += product;
            scaled_sum += part;
            centred_sum += -2.0f * centred(i);
        }
        const float pd_variance = static_cast<float>(variance_sum);
        const float pd_mean = static_cast<float>(scaled_sum) + pd_variance * share * static_cast<float>(centred_sum);
        for (std::uint32_t i = 0; i < n; ++i) {
            const float away = centred(i), first = scaled(i) * rstd, second = pd_variance * 2.0f * share * away;
            pdx.set(row + i, first + second + pd_mean * share);
            res.set(row + i, away * rstd);
        }
    }
}
template <class T, bool isReuseSource = false>
void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                   const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean, const LocalTensor<T>& inputGamma,
                   LocalTensor<std::uint8_t>&, lanewise::plain_t<T> epsilon, LayerNormGradTiling& tiling,
                   const LayerNormGradShapeInfo& shapeInfo = {}) {
    LayerNormGrad<T, isReuseSource>(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma, epsilon, tiling, shapeInfo);
}

// Sums over the rows of dy, and of dy times the normalised input.
template <class T, bool isReuseSource = false>
void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta, const LocalTensor<T>& resForGamma,
                       const LocalTensor<T>& inputDy, const LayerNormGradBetaTiling& tiling) {
    using namespace lanewise::library;
    const char* op = "LayerNormGradBeta";
    const std::uint32_t rows = tiling.bLength * tiling.sLength, pitch = tiling.hLength;
    const std::uint32_t n = tiling.originalHLength ? tiling.originalHLength : pitch;
    const std::uint64_t size = std::uint64_t{rows} * pitch;
    const Lanes<T> res(op, "resForGamma", resForGamma, size), dy(op, "inputDy", inputDy, size);
    const Lanes<T> gamma(op, "outputPdGamma", outputPdGamma, n), beta(op, "outputPdBeta", outputPdBeta, n);
    std::vector<double> sums(2 * std::size_t{n});
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint64_t at = std::uint64_t{r} * pitch + i;
            sums[2 * i] += res.wide(at) * dy.wide(at);
            sums[2 * i + 1] += dy.wide(at);
        }
    for (std::uint32_t i = 0; i < n; ++i) gamma.set(i, sums[2 * i]), beta.set(i, sums[2 * i + 1]);
}
template <class T, bool isReuseSource = false>
void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta, const LocalTensor<T>& resForGamma,
                       const LocalTensor<T>& inputDy, const LocalTensor<std::uint8_t>&, const LayerNormGradBetaTiling& tiling) {
    LayerNormGradBeta<T, isReuseSource>(outputPdGamma, outputPdBeta, resForGamma, inputDy, tiling);
}

}  // namespace AscendC
