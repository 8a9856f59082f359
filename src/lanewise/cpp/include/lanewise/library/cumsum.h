// CumSum: running sums along the last or the first axis of a matrix.
#pragma once

#include "lanewise/library/lanes.h"

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
void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor, const CumSumInfo& cumSumInfo) {
    using namespace lanewise::library;
    const std::uint32_t rows = cumSumInfo.outter, columns = cumSumInfo.inner, size = rows * columns;
    const Lanes<T> from("CumSum", "src", srcTensor, size), to("CumSum", "dst", dstTensor, size);
    const Lanes<T> last("CumSum", "lastRow", lastRowTensor, config.outputLastRow ? columns : 0);
    const std::uint32_t lines = config.isLastAxis ? rows : columns, steps = config.isLastAxis ? columns : rows;
    for (std::uint32_t line = 0; line < lines; ++line) {
        float sum = 0;
        for (std::uint32_t step = 0; step < steps; ++step) {
            const std::uint32_t at = config.isLastAxis ? line * columns + step : step * columns + line;
            const float x = static_cast<float>(from[at]);
            sum = step ? sum + x : x;
            to.set(at, sum);
        }
    }
    if constexpr (config.outputLastRow)
        for (std::uint32_t j = 0; rows && j < columns; ++j) last.put(j, to[(rows - 1) * columns + j]);
}
template <class T, CumSumConfig config = defaultCumSumConfig>
void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor, LocalTensor<std::uint8_t>&,
            const CumSumInfo& cumSumInfo) {
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, cumSumInfo);
}

}  // namespace AscendC
