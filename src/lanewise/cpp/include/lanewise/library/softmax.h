// The softmax family: rows of K columns, and per row a data block with its sum or maximum in every lane.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

namespace AscendC {

enum class SoftmaxMode { SOFTMAX_NORMAL, SOFTMAX_OUTPUT_WITHOUT_BRC };
struct SoftmaxConfig {
    bool isCheckTiling = true;
    std::uint32_t oriSrcM = 0;
    std::uint32_t oriSrcK = 0;
    SoftmaxMode mode = SoftmaxMode::SOFTMAX_NORMAL;
};
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG{true, 0, 0, SoftmaxMode::SOFTMAX_NORMAL};

}  // namespace AscendC

namespace lanewise::library {

// Where the elements of a matrix lie: rows of `pitch`, or 16 columns at a time (NZ). Only rows x columns of it count.
struct Rows {
    std::uint32_t height, pitch, rows, columns;
    bool nz;
    std::uint64_t at(std::uint64_t r, std::uint64_t c) const {
        return nz ? c / 16 * height * 16 + r * 16 + c % 16 : r * pitch + c;
    }
    std::uint64_t extent() const {
        return nz ? std::uint64_t{height} * align_up(pitch, 16) : std::uint64_t{rows} * pitch;
    }
};

// The shape comes from the call, else from the tensor, else from the tiling, which is otherwise only advice.
template <class T, class Tiling>
Rows rows_of(const char* op, const AscendC::LocalTensor<T>& src, const Tiling& tiling,
             const AscendC::SoftMaxShapeInfo& info, bool nz) {
    if (info.srcM && info.srcK)
        return {info.srcM, info.srcK, info.oriSrcM ? info.oriSrcM : info.srcM,
                info.oriSrcK ? info.oriSrcK : info.srcK, nz};
    const AscendC::ShapeInfo shape = src.GetShapeInfo();
    const auto split = [](const std::uint32_t* sizes, int dims, std::uint32_t& m, std::uint32_t& k) {
        m = 1;
        for (int i = 0; i + 1 < dims; ++i) m *= sizes[i];
        k = sizes[dims - 1];
    };
    Rows rows{tiling.srcM, tiling.srcK, tiling.srcM, tiling.srcK, nz};
    if (shape.shapeDim) {
        split(shape.shape, shape.shapeDim, rows.height, rows.pitch);
        if (shape.originalShapeDim) split(shape.originalShape, shape.originalShapeDim, rows.rows, rows.columns);
        else rows.rows = rows.height, rows.columns = rows.pitch;
    }
    if (!rows.height || !rows.pitch)
        fault("PARAM-001", {{"op", op}, {"what", "the shape"}, {"value", "empty"},
                            {"need", "given by SoftMaxShapeInfo, SetShapeInfo or the tiling"}});
    return rows;
}

// float to half as these functions do it: ascend950 rounds ties to even, the others away from zero.
template <class T>
T rounded(double value) {
    if constexpr (std::is_same_v<T, half> && __NPU_ARCH__ != 3510) {
        const half even = narrow_to<half>(static_cast<float>(value));
        const double down = static_cast<float>(even), x = static_cast<float>(value);
        if (std::fabs(down) >= std::fabs(x) || std::isinf(x) || x != x || std::fabs(down) == 65504) return even;
        const half away = half::from_bits(static_cast<std::uint16_t>(even.lanewise_bits + 1));
        return std::fabs(static_cast<float>(away) - x) <= std::fabs(x - down) ? away : even;
    } else {
        return narrow_to<T>(value);
    }
}

// One value per row, in every lane of a data block or alone.
template <class U>
struct RowState {
    Lanes<U> lanes;
    std::uint32_t width;
    RowState(const char* op, const char* name, const AscendC::LocalTensor<U>& tensor, std::uint32_t rows,
             bool spread = true)
        : lanes(op, name, tensor, std::uint64_t{rows} * (spread ? per_block<U> : 1)),
            width(spread ? per_block<U> : 1) {}
    double get(std::uint32_t row) const { return lanes.wide(std::uint64_t{row} * width); }
    void set(std::uint32_t row, double value) const {
        for (std::uint32_t lane = 0; lane < width; ++lane)
            lanes.put(std::uint64_t{row} * width + lane, rounded<U>(value));
    }
};

template <class T>
double row_maximum(const Lanes<T>& x, const Rows& shape, std::uint32_t row) {
    double most = -HUGE_VAL;
    for (std::uint32_t c = 0; c < shape.columns; ++c) {
        const double value = x.wide(shape.at(row, c));
        if (value > most || value != value) most = value;
    }
    return most;
}

// dst = finish(exp(x - max), sum) of one row; its sum is returned. dst may be x.
template <class T, class F>
double exp_row(const Lanes<T>& dst, const Lanes<T>& x, const Rows& shape, std::uint32_t row, double most, F finish) {
    std::vector<double> e(shape.columns);
    double sum = 0;
    for (std::uint32_t c = 0; c < shape.columns; ++c) sum += e[c] = std::exp(x.wide(shape.at(row, c)) - most);
    for (std::uint32_t c = 0; c < shape.columns; ++c) dst.put(shape.at(row, c), rounded<T>(finish(e[c], sum)));
    return sum;
}

// What holds the sums and maxima of rows of D: D itself, or float for half. Programs name the type of their data, or
// nothing; both fit.
template <class S, class D>
concept StateOf = std::is_same_v<S, D> || (std::is_same_v<S, float> && std::is_same_v<D, half>);

inline constexpr auto divided = [](double e, double sum) { return e / sum; };
inline constexpr auto undivided = [](double e, double) { return e; };

template <class T, class U>
void softmax(const char* op, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>* sum,
             const AscendC::LocalTensor<U>* max, const AscendC::LocalTensor<T>& src, const Rows& shape, auto finish) {
    const Lanes<T> to(op, "dst", dst, shape.extent()), from(op, "src", src, shape.extent());
    const std::uint32_t states = sum ? shape.rows : 0;
    const AscendC::LocalTensor<U> none;
    const RowState<U> sums(op, "sum", sum ? *sum : none, states), maxima(op, "max", max ? *max : none, states);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const double most = row_maximum(from, shape, r), total = exp_row(to, from, shape, r, most, finish);
        if (sum) sums.set(r, total), maxima.set(r, most);
    }
}

template <class T, class U>
void simple_softmax(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& sum,
                    const AscendC::LocalTensor<U>& max, const AscendC::LocalTensor<T>& src, const Rows& shape) {
    const char* op = "SimpleSoftMax";
    const Lanes<T> to(op, "dst", dst, shape.extent()), from(op, "src", src, shape.extent());
    const RowState<U> sums(op, "inSum", sum, shape.rows), maxima(op, "inMax", max, shape.rows);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const double total = sums.get(r);
        exp_row(to, from, shape, r, maxima.get(r), [total](double e, double) { return e / total; });
    }
}

// The row sums of grad * src, spread over blocks (front) or used for (grad - sum) * src.
template <class T>
void softmax_grad(const char* op, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& grad,
                  const AscendC::LocalTensor<T>& src, bool front, const Rows& shape) {
    const Lanes<T> g(op, "grad", grad, shape.extent()), x(op, "src", src, shape.extent());
    std::vector<double> sums(shape.rows);
    for (std::uint32_t r = 0; r < shape.rows; ++r)
        for (std::uint32_t c = 0; c < shape.columns; ++c) sums[r] += g.wide(shape.at(r, c)) * x.wide(shape.at(r, c));
    if (front) {
        const RowState<T> to(op, "dst", dst, shape.rows);
        for (std::uint32_t r = 0; r < shape.rows; ++r) to.set(r, sums[r]);
        return;
    }
    const Lanes<T> to(op, "dst", dst, shape.extent());
    for (std::uint32_t r = 0; r < shape.rows; ++r)
        for (std::uint32_t c = 0; c < shape.columns; ++c) {
            const std::uint64_t at = shape.at(r, c);
            to.put(at, rounded<T>((g.wide(at) - sums[r]) * x.wide(at)));
        }
}

}  // namespace lanewise::library

namespace AscendC {

template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
void SoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
             const LocalTensor<D>& srcTensor, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    softmax("SoftMax", dstTensor, &sumTensor, &maxTensor, srcTensor,
            rows_of("SoftMax", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), divided);
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
void SoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
             const LocalTensor<D>& srcTensor, const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, sumTensor, maxTensor, srcTensor, tiling, softmaxShapeInfo);
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    const LocalTensor<T>* none = nullptr;
    softmax("SoftMax", dstTensor, none, none, srcTensor,
            rows_of("SoftMax", srcTensor, tiling, softmaxShapeInfo, false), divided);
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
             const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftMax<T, isReuseSource, isBasicBlock, config>(dstTensor, srcTensor, tiling, softmaxShapeInfo);
}

template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
void SimpleSoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& inSumTensor,
                   const LocalTensor<S>& inMaxTensor, const LocalTensor<D>& srcTensor, const SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    simple_softmax(dstTensor, inSumTensor, inMaxTensor, srcTensor,
                   rows_of("SimpleSoftMax", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ));
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
void SimpleSoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& inSumTensor,
                   const LocalTensor<S>& inMaxTensor, const LocalTensor<D>& srcTensor,
                   const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SimpleSoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, inSumTensor, inMaxTensor, srcTensor, tiling, softmaxShapeInfo);
}

// The logarithm is to base ten.
template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sum, const LocalTensor<T>& max,
                const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&, const LogSoftMaxTiling& tiling,
                const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    softmax("LogSoftMax", dst, &sum, &max, src, rows_of("LogSoftMax", src, tiling, softmaxShapeInfo, isDataFormatNZ),
            [](double e, double total) { return std::log10(e / total); });
}

template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
void SoftmaxGrad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor, const LocalTensor<T>& srcTensor,
                 const SoftMaxTiling& tiling, bool isFront = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    softmax_grad("SoftmaxGrad", dstTensor, gradTensor, srcTensor, isFront,
                 rows_of("SoftmaxGrad", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ));
}
template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
void SoftmaxGrad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor, const LocalTensor<T>& srcTensor,
                 const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling, bool isFront = false,
                 const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGrad<T, isReuseSource, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, isFront, softmaxShapeInfo);
}
template <class T, bool isBasicBlock = false, bool isDataFormatNZ = false>
void SoftmaxGradFront(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                      const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling,
                      const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    softmax_grad("SoftmaxGradFront", dstTensor, gradTensor, srcTensor, true,
                 rows_of("SoftmaxGradFront", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ));
}
template <class T, bool isBasicBlock = false, bool isDataFormatNZ = false>
void SoftmaxGradFront(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                      const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const SoftMaxTiling& tiling,
                      const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGradFront<T, isBasicBlock, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, softmaxShapeInfo);
}

// Rows whose maximum has exactly the bits `from` are filled with `to`.
template <class T1, class T2, bool isDataFormatNZ = false, std::uint8_t stepSizeMode = 0>
bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes, const LocalTensor<T2>& maxTensor, const std::uint32_t from,
                      const lanewise::plain_t<T1> to, const SoftMaxShapeInfo& softmaxShapeInfo) {
    using namespace lanewise::library;
    const Rows shape{softmaxShapeInfo.srcM, softmaxShapeInfo.srcK, softmaxShapeInfo.srcM, softmaxShapeInfo.srcK,
                     isDataFormatNZ};
    const Lanes<T1> result("AdjustSoftMaxRes", "softMaxRes", softMaxRes, shape.extent());
    const RowState<T2> maxima("AdjustSoftMaxRes", "max", maxTensor, shape.rows, stepSizeMode == 0);
    bool any = false;
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        if (lanewise::raw_bits(maxima.lanes[std::uint64_t{r} * maxima.width]) != from) continue;
        any = true;
        for (std::uint32_t c = 0; c < shape.columns; ++c) result.put(shape.at(r, c), to);
    }
    return any;
}

}  // namespace AscendC
