// Softmax in pieces: each call merges one piece of the rows into running maxima and sums.
#pragma once

#include "lanewise/library/softmax.h"
#include "lanewise/library/softmax_tiling.h"

namespace AscendC {

struct SoftMaxParams {
    std::uint32_t srcM = 0, srcK = 0, oriSrcM = 0, oriSrcK = 0;
    std::uint32_t loopCnt = 1;
    std::uint32_t splitMeanCnt = 8;
    float alpha = 0.9375;
};

}  // namespace AscendC

namespace lanewise::library {

template <class T, class U>
struct Flash {
    const AscendC::LocalTensor<T>& dst;
    const AscendC::LocalTensor<U>& sum;
    const AscendC::LocalTensor<U>& max;
    const AscendC::LocalTensor<T>& src;
    const AscendC::LocalTensor<T>& expMax;
    const AscendC::LocalTensor<U>& inSum;
    const AscendC::LocalTensor<U>& inMax;
    const AscendC::LocalTensor<U>* rowMax = nullptr;  // gets each row's own maximum
};

// In and out tensors may be the same: a row's old state is read before its new one is written.
// `whole`: results are divided by the sum, as the first version of the function did.
template <class T, class U>
void flash(const char* op, const Flash<T, U>& with, const Rows& shape, bool update, bool spread, bool whole) {
    const Lanes<T> to(op, "dst", with.dst, shape.extent()), from(op, "src", with.src, shape.extent());
    const std::uint32_t old = update ? shape.rows : 0;
    const RowState<U> sums(op, "expSum", with.sum, shape.rows, spread), maxima(op, "max", with.max, shape.rows, spread);
    const RowState<U> old_sums(op, "inExpSum", with.inSum, old, spread),
        old_maxima(op, "inMax", with.inMax, old, spread);
    const RowState<T> factors(op, "expMax", with.expMax, old, spread);
    const RowState<U> own(op, "outReduceMax", with.rowMax ? *with.rowMax : with.max, with.rowMax ? old : 0, spread);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const double mine = row_maximum(from, shape, r);
        if (!update) {
            const double total = whole ? exp_row(to, from, shape, r, mine, divided)
                : exp_row(to, from, shape, r, mine, undivided);
            sums.set(r, total);
            maxima.set(r, mine);
            continue;
        }
        const double before = old_maxima.get(r), before_sum = old_sums.get(r), most = before > mine ? before : mine;
        const double factor = std::exp(before - most);
        double total;
        if (whole) {
            total = factor * before_sum;
            for (std::uint32_t c = 0; c < shape.columns; ++c) total += std::exp(from.wide(shape.at(r, c)) - most);
            exp_row(to, from, shape, r, most, [total](double e, double) { return e / total; });
            factors.set(r, factor * before_sum / total);
        } else {
            total = factor * before_sum + exp_row(to, from, shape, r, most, undivided);
            factors.set(r, factor);
        }
        if (with.rowMax) own.set(r, mine);
        sums.set(r, total);
        maxima.set(r, most);
    }
}

}  // namespace lanewise::library

namespace AscendC {

#define LANEWISE_FLASH_V2                                                                                   \
    template <class T = void, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false, \
              bool isDataFormatNZ = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D,             \
              lanewise::library::StateOf<D> S>

// Results are not divided: the caller does that after the last piece.
LANEWISE_FLASH_V2
void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& expSumTensor,
                    const LocalTensor<S>& maxTensor, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& expMaxTensor, const LocalTensor<S>& inExpSumTensor,
                    const LocalTensor<S>& inMaxTensor, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    flash<D, S>("SoftmaxFlashV2", {dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor,
                                   inMaxTensor},
                rows_of("SoftmaxFlashV2", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), isUpdate,
                config.mode == SoftmaxMode::SOFTMAX_NORMAL, false);
}
LANEWISE_FLASH_V2
void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& expSumTensor,
                    const LocalTensor<S>& maxTensor, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& expMaxTensor, const LocalTensor<S>& inExpSumTensor,
                    const LocalTensor<S>& inMaxTensor, const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inExpSumTensor, inMaxTensor, tiling,
        softmaxShapeInfo);
}
// With the rows' own maxima as another result: exists for unspread states alone.
LANEWISE_FLASH_V2
void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& outReduceMax,
                    const LocalTensor<S>& outExpSum, const LocalTensor<S>& outMax, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& outExpMax, const LocalTensor<S>& inExpSum, const LocalTensor<S>& inMax,
                    const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    if constexpr (config.mode == SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC)
        flash<D, S>("SoftmaxFlashV2", {dstTensor, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax,
                                       &outReduceMax},
                    rows_of("SoftmaxFlashV2", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), isUpdate, false,
                    false);
}
LANEWISE_FLASH_V2
void SoftmaxFlashV2(const LocalTensor<D>& dstTensor, const LocalTensor<S>& outReduceMax,
                    const LocalTensor<S>& outExpSum, const LocalTensor<S>& outMax, const LocalTensor<D>& srcTensor,
                    const LocalTensor<D>& outExpMax, const LocalTensor<S>& inExpSum, const LocalTensor<S>& inMax,
                    const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                    const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlashV2<T, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, outReduceMax, outExpSum, outMax, srcTensor, outExpMax, inExpSum, inMax, tiling, softmaxShapeInfo);
}
#undef LANEWISE_FLASH_V2

// The first version: results are divided at each step, and whether to update is a run-time argument.
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, class D,
          lanewise::library::StateOf<D> S>
void SoftmaxFlash(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
                  const LocalTensor<D>& srcTensor, const LocalTensor<D>& expMaxTensor,
                  const LocalTensor<S>& inSumTensor, const LocalTensor<S>& inMaxTensor, const SoftMaxTiling& tiling,
                  bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    flash<D, S>("SoftmaxFlash", {dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor, inSumTensor, inMaxTensor},
                rows_of("SoftmaxFlash", srcTensor, tiling, softmaxShapeInfo, false), isUpdate, true, true);
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, class D,
          lanewise::library::StateOf<D> S>
void SoftmaxFlash(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
                  const LocalTensor<D>& srcTensor, const LocalTensor<D>& expMaxTensor,
                  const LocalTensor<S>& inSumTensor, const LocalTensor<S>& inMaxTensor,
                  const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling, bool isUpdate = false,
                  const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxFlash<T, isReuseSource, isBasicBlock>(dstTensor, sumTensor, maxTensor, srcTensor, expMaxTensor,
                                                 inSumTensor, inMaxTensor, tiling, isUpdate, softmaxShapeInfo);
}

// Rows are shifted towards their mean first. Partial means are summed in one grouping of the columns and applied in
// another; the two agree for 512 columns.
template <class T, class U, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const SoftMaxTiling& tiling, const SoftMaxParams& params) {
    using namespace lanewise::library;
    const char* op = "SoftmaxFlashV3";
    const Rows shape = rows_of(op, srcTensor, tiling, {params.srcM, params.srcK, params.oriSrcM, params.oriSrcK},
                               isDataFormatNZ);
    const std::uint32_t n = shape.columns, group = n / params.splitMeanCnt, old = isUpdate ? shape.rows : 0;
    if (n < 512 || n % 64)
        lanewise::fault("PARAM-001", {{"op", op}, {"what", "srcK"}, {"value", n},
                                      {"need", "a multiple of 64 from 512 on"}});
    const Lanes<T> to(op, "dst", dstTensor, shape.extent()), from(op, "src", srcTensor, shape.extent());
    const RowState<U> means(op, "mean", meanTensor, shape.rows), sums(op, "expSum", expSumTensor, shape.rows),
        maxima(op, "max", maxTensor, shape.rows);
    const RowState<U> old_means(op, "inMean", inMeanTensor, old), old_sums(op, "inExpSum", inExpSumTensor, old),
        old_maxima(op, "inMax", inMaxTensor, old);
    const RowState<T> factors(op, "expMax", expMaxTensor, old);
    const double strength = params.alpha / (1 - params.alpha);
    std::vector<double> x(n);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        double part[64] = {}, local[8] = {}, all = 0;
        for (std::uint32_t c = 0; c < n; ++c) {
            x[c] = from.wide(shape.at(r, c));
            part[c < 512 ? c / 8 : c % 64] += x[c];
        }
        for (int i = 0; i < 64; ++i) local[i / 8] += part[i] / group;
        for (const double mean : local) all += mean / 8;
        double mine = -HUGE_VAL;
        for (std::uint32_t c = 0; c < n; ++c) {
            x[c] -= (all - local[c / group]) * strength;
            if (x[c] > mine || x[c] != x[c]) mine = x[c];
        }
        double mean = all, shift = 0, old_shift = 0, most = mine, before_sum = 0, before = 0;
        if (isUpdate) {
            before = old_maxima.get(r), before_sum = old_sums.get(r);
            const double before_mean = old_means.get(r);
            mean = (all + before_mean * (params.loopCnt - 1)) / params.loopCnt;
            shift = (all - mean) * strength, old_shift = (before_mean - mean) * strength;
            most = mine + shift > before + old_shift ? mine + shift : before + old_shift;
        }
        double total = 0;
        for (std::uint32_t c = 0; c < n; ++c) {
            const double e = std::exp(x[c] - (most - shift));
            total += e;
            to.put(shape.at(r, c), rounded<T>(e));
        }
        if (isUpdate) {
            const double factor = std::exp(before - most + old_shift);
            factors.set(r, factor);
            total += factor * before_sum;
        }
        means.set(r, mean);
        sums.set(r, total);
        maxima.set(r, most);
    }
}
template <class T, class U, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,
          bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
void SoftmaxFlashV3(const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
                    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
                    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
                    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
                    const LocalTensor<U>& inMaxTensor, const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                    const SoftMaxParams& params) {
    SoftmaxFlashV3<T, U, isUpdate, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor, expMaxTensor, inMeanTensor, inExpSumTensor,
        inMaxTensor, tiling, params);
}

}  // namespace AscendC
