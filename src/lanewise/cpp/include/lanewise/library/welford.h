// Welford's running mean and sum of squares, lane by lane, and their reduction to one mean and one variance. Every
// step rounds to float, in the documented order.
#pragma once

#include "lanewise/library/call.h"

namespace AscendC {

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

template <class T, class U, bool isReuseSource = false, WelfordUpdateConfig config = WFUPDATE_DEFAULT_CFG>
LANEWISE_API void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance, const LocalTensor<T>& inputX,
                   const WelfordUpdateParam& para) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_welford_update_, outputMean, outputVariance, inputMean, inputVariance, inputX)
        .issue_with(para.rnLength ? para.rnLength : 1, para.abLength, para.abComputeLength, config.isInplace,
                    real_bits(para.nRec));
}
template <class T, class U, bool isReuseSource = false, WelfordUpdateConfig config = WFUPDATE_DEFAULT_CFG>
LANEWISE_API void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance, const LocalTensor<T>& inputX,
                   const LocalTensor<std::uint8_t>&, const WelfordUpdateParam& para) {
    WelfordUpdate<T, U, isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, inputX, para);
}

// The lanes' statistics as one, at element 0.
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
LANEWISE_API void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     WelfordFinalizePara& para) {
    using namespace lanewise::library;
    const bool equal = !para.tailCount || !para.tailCountLength;
    macro(lanewise::Opcode::lib_welford_finalize_, outputMean, outputVariance, inputMean, inputVariance, None{})
        .issue_with(para.abLength, para.headCount, para.headCountLength, para.tailCount, equal, para.rnLength,
                    real_bits(equal ? para.abRec : para.rRec),
                    real_bits(config.isCorrection ? para.rRecWithCorrection : para.rRec));
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
LANEWISE_API void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, WelfordFinalizePara& para) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_welford_finalize_, outputMean, outputVariance, inputMean, inputVariance, counts)
        .issue_with(para.abLength, 0, 0, 0, 0, 0, real_bits(para.rRec),
                    real_bits(config.isCorrection ? para.rRecWithCorrection : para.rRec));
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
LANEWISE_API void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::uint8_t>&, WelfordFinalizePara& para) {
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, para);
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
LANEWISE_API void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, const LocalTensor<std::uint8_t>&,
                     WelfordFinalizePara& para) {
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, counts, para);
}

}  // namespace AscendC
