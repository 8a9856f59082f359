// CumSum: running sums along the last or the first axis of a matrix.
#pragma once

#include "lanewise/library/call.h"

namespace AscendC {

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

// Summed one after the other in float, also for half, which is rounded at the end.
template <class T, CumSumConfig config = defaultCumSumConfig>
LANEWISE_API void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor,
                         const CumSumInfo& cumSumInfo) {
    using namespace lanewise::library;
    macro(lanewise::Opcode::lib_cum_sum_, dstTensor, given<config.outputLastRow>(lastRowTensor), srcTensor)
        .issue_with(cumSumInfo.outter, cumSumInfo.inner, config.isLastAxis, config.outputLastRow);
}
template <class T, CumSumConfig config = defaultCumSumConfig>
LANEWISE_API void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor,
                         LocalTensor<std::uint8_t>&, const CumSumInfo& cumSumInfo) {
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, cumSumInfo);
}

}  // namespace AscendC
