// TopK: the best k values of each row with their indices, best first.
#pragma once

#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/sort.h"

namespace AscendC {

inline constexpr TopKConfig defaultTopKConfig{};
struct TopKInfo {
    std::int32_t outter = 1;
    std::int32_t inner;
    std::int32_t n;
};

// Results of a row start at whole data blocks, or packed in the small mode; what lies between them is not written.
// Rows that are finished get n as every index. Given indices serve all rows, or each row its own in the small mode.
template <class T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL,
          TopKConfig config = defaultTopKConfig>
LANEWISE_API void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal,
          const LocalTensor<T>& srcLocal, const LocalTensor<std::int32_t>& srcIndexLocal,
          const LocalTensor<bool>& finishLocal, const std::int32_t k, const tiling::TopkTiling&, const TopKInfo& topKInfo,
          const bool isLargest = true) {
    using namespace lanewise::library;
    constexpr bool small = topkMode == TopKMode::TOPK_NSMALL;
    const bool largest = config.order == TopKOrder::UNSET ? isLargest : config.order == TopKOrder::LARGEST;
    macro(lanewise::Opcode::lib_topk_, dstValueLocal, dstIndexLocal, srcLocal, given<isInitIndex>(srcIndexLocal),
          given<isHasfinish>(finishLocal))
        .issue_with(k, topKInfo.outter, topKInfo.inner, topKInfo.n, small, largest);
}
template <class T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL,
          TopKConfig config = defaultTopKConfig>
LANEWISE_API void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal,
          const LocalTensor<T>& srcLocal, const LocalTensor<std::int32_t>& srcIndexLocal,
          const LocalTensor<bool>& finishLocal, const LocalTensor<std::uint8_t>&, const std::int32_t k,
          const tiling::TopkTiling& tilling, const TopKInfo& topKInfo, const bool isLargest = true) {
    TopK<T, isInitIndex, isHasfinish, isReuseSrc, topkMode, config>(
        dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal, finishLocal, k, tilling, topKInfo, isLargest);
}

}  // namespace AscendC
