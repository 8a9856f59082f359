// TopK: the best k values of each row with their indices, best first.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/sort.h"

namespace AscendC {

inline constexpr TopKConfig defaultTopKConfig{};
struct TopKInfo {
    std::int32_t outter = 1;
    std::int32_t inner;
    std::int32_t n;
};

// Results of a row start at whole data blocks, or packed in the small mode; what lies between them is not written. Rows that are
// finished get n as every index. Given indices serve all rows, or each row its own in the small mode.
template <class T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false, enum TopKMode topkMode = TopKMode::TOPK_NORMAL,
          TopKConfig config = defaultTopKConfig>
void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal, const LocalTensor<T>& srcLocal,
          const LocalTensor<std::int32_t>& srcIndexLocal, const LocalTensor<bool>& finishLocal, const std::int32_t k, const TopkTiling&,
          const TopKInfo& topKInfo, const bool isLargest = true) {
    using namespace lanewise::library;
    const char* op = "TopK";
    constexpr bool small = topkMode == TopKMode::TOPK_NSMALL;
    const std::uint32_t rows = topKInfo.outter, pitch = topKInfo.inner, n = topKInfo.n, best = k;
    if (k < 1 || best > n || n > pitch)
        lanewise::fault("PARAM-001", {{"op", op}, {"what", "k"}, {"value", k}, {"need", "1..n, and n at most inner"}});
    const std::uint32_t value_pitch = small ? best : pitch_of<T>(best), index_pitch = small ? best : pitch_of<std::int32_t>(best);
    const auto extent = [&](std::uint32_t step) { return rows ? std::uint64_t{rows - 1} * step + best : 0; };
    const Lanes<T> from(op, "src", srcLocal, std::uint64_t{rows} * pitch), values(op, "dstValue", dstValueLocal, extent(value_pitch));
    const Lanes<std::int32_t> indices(op, "dstIndex", dstIndexLocal, extent(index_pitch));
    const Lanes<std::int32_t> given(op, "srcIndex", srcIndexLocal, isInitIndex ? (small ? std::uint64_t{rows} * pitch : n) : 0);
    const Lanes<bool> finished(op, "finish", finishLocal, isHasfinish ? rows : 0);
    const bool largest = config.order == TopKOrder::UNSET ? isLargest : config.order == TopKOrder::LARGEST;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint64_t start = std::uint64_t{row} * pitch;
        // A NaN comes first whichever end is asked for.
        const auto places = order(n, true, [&](std::uint32_t i) {
            const auto x = from.wide(start + i);
            if constexpr (std::is_floating_point_v<decltype(x)>) return largest ? x : -x;
            else return largest ? static_cast<__int128>(x) : -static_cast<__int128>(x);
        });
        std::vector<T> found;
        for (std::uint32_t i = 0; i < best; ++i) found.push_back(from[start + places[i]]);
        for (std::uint32_t i = 0; i < best; ++i) {
            const std::int32_t index = isInitIndex ? given[small ? start + places[i] : places[i]] : static_cast<std::int32_t>(places[i]);
            values.put(std::uint64_t{row} * value_pitch + i, found[i]);
            indices.put(std::uint64_t{row} * index_pitch + i, isHasfinish && finished[row] ? static_cast<std::int32_t>(n) : index);
        }
    }
}
template <class T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false, enum TopKMode topkMode = TopKMode::TOPK_NORMAL,
          TopKConfig config = defaultTopKConfig>
void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<std::int32_t>& dstIndexLocal, const LocalTensor<T>& srcLocal,
          const LocalTensor<std::int32_t>& srcIndexLocal, const LocalTensor<bool>& finishLocal, const LocalTensor<std::uint8_t>&,
          const std::int32_t k, const TopkTiling& tilling, const TopKInfo& topKInfo, const bool isLargest = true) {
    TopK<T, isInitIndex, isHasfinish, isReuseSrc, topkMode, config>(dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal, finishLocal, k, tilling,
                                                                    topKInfo, isLargest);
}

}  // namespace AscendC
