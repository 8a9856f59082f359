// Welford's running mean and sum of squares, lane by lane, and their reduction to one mean and one variance. Every
// step rounds to float, in the documented order.
#pragma once

#include "lanewise/library/lanes.h"
#include "lanewise/library/reduce.h"

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
void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance, const LocalTensor<T>& inputX,
                   const WelfordUpdateParam& para) {
    using namespace lanewise::library;
    const char* op = "WelfordUpdate";
    const std::uint32_t rows = para.rnLength ? para.rnLength : 1, all = para.abLength, used = para.abComputeLength;
    const std::uint32_t size = rows * all;
    const Lanes<T> x(op, "inputX", inputX, size);
    const Lanes<U> mean(op, "inputMean", inputMean, size), squares(op, "inputVariance", inputVariance, size);
    const Lanes<U> new_mean(op, "outputMean", outputMean, size),
        new_squares(op, "outputVariance", outputVariance, size);
    for (std::uint32_t at = 0; at < size; ++at) {
        const float m = mean[at], s = squares[at];
        if (at % all < used) {
            const float value = static_cast<float>(x[at]), d = value - m, step = d * para.nRec;
            const float now = step + m, rest = value - now, product = d * rest;
            new_mean.put(at, now);
            new_squares.put(at, product + s);
        } else if (config.isInplace) {
            new_mean.put(at, m);
            new_squares.put(at, s);
        }
    }
}
template <class T, class U, bool isReuseSource = false, WelfordUpdateConfig config = WFUPDATE_DEFAULT_CFG>
void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                   const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance, const LocalTensor<T>& inputX,
                   const LocalTensor<std::uint8_t>&, const WelfordUpdateParam& para) {
    WelfordUpdate<T, U, isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, inputX, para);
}

}  // namespace AscendC

namespace lanewise::library {

// The lanes' statistics as one, at element 0; the 2201 generation clears the rest of that data block. Every step rounds
// to float and sums run in the order of the instructions: programs compare with an absolute bound below one step.
template <class Count>
void welford_finalize(const AscendC::LocalTensor<float>& mean, const AscendC::LocalTensor<float>& variance,
                      const AscendC::LocalTensor<float>& means, const AscendC::LocalTensor<float>& squares,
                      const AscendC::WelfordFinalizePara& para, float share, float variance_share, bool equal,
                      Count count) {
    const char* op = "WelfordFinalize";
    constexpr std::uint32_t written = __NPU_ARCH__ == 3510 ? 1 : 8;
    const std::uint32_t n = para.abLength;
    const Lanes<float> m(op, "inputMean", means, n), s(op, "inputVariance", squares, n);
    const Lanes<float> to_mean(op, "outputMean", mean, written), to_variance(op, "outputVariance", variance, written);
    const float all = repeat_sum<float>(n, [&](std::uint32_t i) {
        const float weighted = equal ? m[i] : m[i] * count(i);
        return weighted * share;
    });
    const float squared = repeat_sum<float>(n, [&](std::uint32_t i) {
        const float d = m[i] - all, square = d * d, weighted = square * count(i), with = weighted + s[i];
        return with * variance_share;
    });
    for (std::uint32_t i = 1; i < written; ++i) to_mean.put(i, 0.0f), to_variance.put(i, 0.0f);
    to_mean.put(0, all);
    to_variance.put(0, squared);
}

}  // namespace lanewise::library

namespace AscendC {

template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     WelfordFinalizePara& para) {
    const bool equal = !para.tailCount || !para.tailCountLength;
    const auto count = [&](std::uint32_t i) {
        return static_cast<float>(equal ? para.rnLength : i < para.headCountLength ? para.headCount : para.tailCount);
    };
    lanewise::library::welford_finalize(outputMean, outputVariance, inputMean, inputVariance, para,
                                        equal ? para.abRec : para.rRec,
                                        config.isCorrection ? para.rRecWithCorrection : para.rRec, equal, count);
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, WelfordFinalizePara& para) {
    const lanewise::library::Lanes<std::int32_t> each("WelfordFinalize", "counts", counts, para.abLength);
    lanewise::library::welford_finalize(outputMean, outputVariance, inputMean, inputVariance, para, para.rRec,
                                        config.isCorrection ? para.rRecWithCorrection : para.rRec, false,
                                        [&](std::uint32_t i) { return static_cast<float>(each[i]); });
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::uint8_t>&, WelfordFinalizePara& para) {
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, para);
}
template <bool isReuseSource = false, WelfordFinalizeConfig config = WFFINALIZE_DEFAULT_CFG>
void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                     const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                     const LocalTensor<std::int32_t>& counts, const LocalTensor<std::uint8_t>&,
                     WelfordFinalizePara& para) {
    WelfordFinalize<isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance, counts, para);
}

}  // namespace AscendC
