// Softmax in pieces: each call merges one piece of the rows into running maxima and sums.
#pragma once

#include "lanewise/ascend/library/softmax.h"
#include "lanewise/ascend/library/softmax_tiling.h"

namespace AscendC {

struct SoftMaxParams {
    std::uint32_t srcM = 0, srcK = 0, oriSrcM = 0, oriSrcK = 0;
    std::uint32_t loopCnt = 1;
    std::uint32_t splitMeanCnt = 8;
    float alpha = 0.9375;
};

}  // namespace AscendC

namespace AscendC {

#define LANEWISE_FLASH_V2                                                                                   \
    template <class T = void, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false, \
              bool isDataFormatNZ = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D,             \
              lanewise::library::StateOf<D> S>

// Results are not divided: the caller does that after the last piece.
LANEWISE_FLASH_V2
LANEWISE_API void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& expSumTensor,
                    const LocalTensor<S>& maxTensor, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& expMaxTensor, const LocalTensor<S>& inExpSumTensor,
                    const LocalTensor<S>& inMaxTensor, const tiling::SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_flash_v2_, dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor,
                     inExpSumTensor, inMaxTensor, None{}),
               rows_of("SoftmaxFlashV2", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), isUpdate,
               config.mode == SoftmaxMode::SOFTMAX_NORMAL);
}
LANEWISE_FLASH_V2
LANEWISE_API void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& expSumTensor,
                    const LocalTensor<S>& maxTensor, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& expMaxTensor, const LocalTensor<S>& inExpSumTensor,
                    const LocalTensor<S>& inMaxTensor, const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor, inMaxTensor, tiling,
        softmaxShapeInfo);
}
// With the rows' own maxima as another result: exists for unspread states alone.
LANEWISE_FLASH_V2
LANEWISE_API void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& outReduceMax,
                    const LocalTensor<S>& outExpSum, const LocalTensor<S>& outMax, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& outExpMax, const LocalTensor<S>& inExpSum, const LocalTensor<S>& inMax,
                    const tiling::SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    if constexpr (config.mode == SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC)
        issue_rows(macro(lanewise::Opcode::lib_softmax_flash_v2_, dstTensor, outExpSum, outMax, srcTensor, outExpMax,
                         inExpSum, inMax, outReduceMax),
                   rows_of("SoftmaxFlashV2", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), isUpdate, false);
}
LANEWISE_FLASH_V2
LANEWISE_API void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& outReduceMax,
                    const LocalTensor<S>& outExpSum, const LocalTensor<S>& outMax, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& outExpMax, const LocalTensor<S>& inExpSum, const LocalTensor<S>& inMax,
                    const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, outReduceMax, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax, tiling, softmaxShapeInfo);
}
#undef LANEWISE_FLASH_V2

// The first version: results are divided at each step, and whether to update is a run-time argument.
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, class D,
          lanewise::library::StateOf<D> S>
LANEWISE_API void SoftmaxFlash(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
                  const LocalTensor<D>& srcTensor, const LocalTensor<D>& expMaxTensor,
                  const LocalTensor<S>& inSumTensor, const LocalTensor<S>& inMaxTensor, const tiling::SoftMaxTiling& tiling,
                  bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_flash_, dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor,
                     inSumTensor, inMaxTensor),
               rows_of("SoftmaxFlash", srcTensor, tiling, softmaxShapeInfo, false), isUpdate, true);
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, class D,
          lanewise::library::StateOf<D> S>
LANEWISE_API void SoftmaxFlash(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
                  const LocalTensor<D>& srcTensor, const LocalTensor<D>& expMaxTensor,
                  const LocalTensor<S>& inSumTensor, const LocalTensor<S>& inMaxTensor,
                  const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling, bool isUpdate = false,
                  const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlash<T, isReuseSource, isBasicBlock>(dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor,
                                                 inSumTensor, inMaxTensor, tiling, isUpdate, softmaxShapeInfo);
}

// Rows are shifted towards their mean first. Partial means are summed in one grouping of the columns and applied in
// another; the two agree for 512 columns.
template <class T, class U, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
LANEWISE_API void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const tiling::SoftMaxTiling& tiling, const SoftMaxParams& params) {
    using namespace lanewise::library;
    const Rows shape = rows_of("SoftmaxFlashV3", srcTensor, tiling,
                               {params.srcM, params.srcK, params.oriSrcM, params.oriSrcK}, isDataFormatNZ);
    issue_rows(macro(lanewise::Opcode::lib_softmax_flash_v3_, dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor,
                     expMaxTensor, inMeanTensor, inExpSumTensor, inMaxTensor),
               shape, isUpdate, params.loopCnt, params.splitMeanCnt, real_bits(params.alpha));
}
template <class T, class U, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
LANEWISE_API void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
                    const SoftMaxParams& params) {
    SoftmaxFlashV3<T, U, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inMeanTensor, inExpSumTensor,
        inMaxTensor, tiling, params);
}

}  // namespace AscendC
