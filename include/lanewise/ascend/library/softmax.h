// The softmax family: rows of K columns, and per row a data block with its sum or maximum in every lane.
#pragma once

#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/library/call.h"

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
};

// The shape comes from the call, else from the tensor, else from the tiling, which is otherwise only advice.
template <class T, class Tiling>
LANEWISE_API Rows rows_of(const char* op, const AscendC::LocalTensor<T>& src, const Tiling& tiling,
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

// What holds the sums and maxima of rows of D: D itself, or float for half. Programs name the type of their data, or
// nothing; both fit.
template <class S, class D>
concept StateOf = std::is_same_v<S, D> || (std::is_same_v<S, float> && std::is_same_v<D, half>);

// The shape comes first among the parameters of the whole family.
template <class... P>
LANEWISE_API void issue_rows(Call call, const Rows& shape, const P&... params) {
    call.issue_with(shape.height, shape.pitch, shape.rows, shape.columns, shape.nz, params...);
}

}  // namespace lanewise::library

namespace AscendC {

template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
LANEWISE_API void SoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
             const LocalTensor<D>& srcTensor, const tiling::SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_, dstTensor, sumTensor, maxTensor, srcTensor),
               rows_of("SoftMax", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ));
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
LANEWISE_API void SoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& sumTensor, const LocalTensor<S>& maxTensor,
             const LocalTensor<D>& srcTensor, const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, sumTensor, maxTensor, srcTensor, tiling, softmaxShapeInfo);
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
LANEWISE_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const tiling::SoftMaxTiling& tiling,
             const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_, dstTensor, None{}, None{}, srcTensor),
               rows_of("SoftMax", srcTensor, tiling, softmaxShapeInfo, false));
}
template <class T, bool isReuseSource = false, bool isBasicBlock = false, SoftmaxConfig config = SOFTMAX_DEFAULT_CFG>
LANEWISE_API void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
             const tiling::SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftMax<T, isReuseSource, isBasicBlock, config>(dstTensor, srcTensor, tiling, softmaxShapeInfo);
}

template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
LANEWISE_API void SimpleSoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& inSumTensor,
                   const LocalTensor<S>& inMaxTensor, const LocalTensor<D>& srcTensor, const tiling::SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_simple_softmax_, dstTensor, inSumTensor, inMaxTensor, srcTensor),
               rows_of("SimpleSoftMax", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ));
}
template <class T = void, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          SoftmaxConfig config = SOFTMAX_DEFAULT_CFG, class D, lanewise::library::StateOf<D> S>
LANEWISE_API void SimpleSoftMax(const LocalTensor<D>& dstTensor, const LocalTensor<S>& inSumTensor,
                   const LocalTensor<S>& inMaxTensor, const LocalTensor<D>& srcTensor,
                   const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SimpleSoftMax<T, isReuseSource, isBasicBlock, isDataFormatNZ, config>(
        dstTensor, inSumTensor, inMaxTensor, srcTensor, tiling, softmaxShapeInfo);
}

// The logarithm is to base ten.
template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
LANEWISE_API void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sum, const LocalTensor<T>& max,
                const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&, const tiling::LogSoftMaxTiling& tiling,
                const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_log_softmax_, dst, sum, max, src),
               rows_of("LogSoftMax", src, tiling, softmaxShapeInfo, isDataFormatNZ));
}

template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
LANEWISE_API void SoftmaxGrad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor, const LocalTensor<T>& srcTensor,
                 const tiling::SoftMaxTiling& tiling, bool isFront = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_grad_, dstTensor, gradTensor, srcTensor),
               rows_of("SoftmaxGrad", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), isFront);
}
template <class T, bool isReuseSource = false, bool isDataFormatNZ = false>
LANEWISE_API void SoftmaxGrad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor, const LocalTensor<T>& srcTensor,
                 const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling, bool isFront = false,
                 const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGrad<T, isReuseSource, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, isFront, softmaxShapeInfo);
}
template <class T, bool isBasicBlock = false, bool isDataFormatNZ = false>
LANEWISE_API void SoftmaxGradFront(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                      const LocalTensor<T>& srcTensor, const tiling::SoftMaxTiling& tiling,
                      const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using namespace lanewise::library;
    issue_rows(macro(lanewise::Opcode::lib_softmax_grad_front_, dstTensor, gradTensor, srcTensor),
               rows_of("SoftmaxGradFront", srcTensor, tiling, softmaxShapeInfo, isDataFormatNZ), 1);
}
template <class T, bool isBasicBlock = false, bool isDataFormatNZ = false>
LANEWISE_API void SoftmaxGradFront(const LocalTensor<T>& dstTensor, const LocalTensor<T>& gradTensor,
                      const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const tiling::SoftMaxTiling& tiling,
                      const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGradFront<T, isBasicBlock, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, softmaxShapeInfo);
}

// Rows whose maximum has exactly the bits `from` are filled with `to`.
template <class T1, class T2, bool isDataFormatNZ = false, std::uint8_t stepSizeMode = 0>
LANEWISE_API bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes, const LocalTensor<T2>& maxTensor, const std::uint32_t from,
                      const lanewise::plain_t<T1> to, const SoftMaxShapeInfo& softmaxShapeInfo) {
    using namespace lanewise::library;
    const Rows shape{softmaxShapeInfo.srcM, softmaxShapeInfo.srcK, softmaxShapeInfo.srcM, softmaxShapeInfo.srcK,
                     isDataFormatNZ};
    constexpr bool spread = stepSizeMode == 0;
    bool any = false;
    for (std::uint32_t r = 0; r < shape.rows; ++r)
        any |= lanewise::raw_bits(maxTensor.GetValue(r * (spread ? per_block<T2> : 1))) == from;
    issue_rows(macro(lanewise::Opcode::lib_adjust_softmax_res_, softMaxRes, maxTensor), shape, from,
               lanewise::raw_bits(to), spread);
    return any;
}

}  // namespace AscendC
