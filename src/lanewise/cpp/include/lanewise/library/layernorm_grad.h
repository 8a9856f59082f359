// The gradients of LayerNorm.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/call.h"

namespace AscendC {

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

// The variance comes before the mean.
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                   const LocalTensor<T>& inputX, const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                   const LocalTensor<T>& inputGamma, lanewise::plain_t<T> epsilon, LayerNormGradTiling& tiling,
                   const LayerNormGradShapeInfo& = {}) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_layer_norm_grad_, outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean,
          inputGamma)
        .issue_with(tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength, real_bits(epsilon));
}
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                   const LocalTensor<T>& inputX, const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                   const LocalTensor<T>& inputGamma, LocalTensor<std::uint8_t>&, lanewise::plain_t<T> epsilon,
                   LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& shapeInfo = {}) {
    LayerNormGrad<T, isReuseSource>(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma,
                                    epsilon, tiling, shapeInfo);
}

// Sums over the rows of dy, and of dy times the normalised input.
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                       const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                       const LayerNormGradBetaTiling& tiling) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_layer_norm_grad_beta_, outputPdGamma, outputPdBeta, resForGamma, inputDy)
        .issue_with(tiling.bLength * tiling.sLength, tiling.hLength,
                    tiling.originalHLength ? tiling.originalHLength : tiling.hLength);
}
template <class T, bool isReuseSource = false>
LANEWISE_API void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                       const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                       const LocalTensor<std::uint8_t>&, const LayerNormGradBetaTiling& tiling) {
    LayerNormGradBeta<T, isReuseSource>(outputPdGamma, outputPdBeta, resForGamma, inputDy, tiling);
}

}  // namespace AscendC
