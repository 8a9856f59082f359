// AscendQuant: floats to eight bits.
#pragma once

#include "lanewise/ascend/library/quantization.h"

namespace AscendC {

// Two meanings share the name: counts known to the compiler, and the choices of the policy form.
struct AscendQuantConfig {
    std::uint32_t calcCount = 0;
    std::uint32_t offsetCount = 0;
    std::uint32_t scaleCount = 0;
    std::uint32_t workLocalSize = 0;
    bool hasOffset = false;
    std::int32_t kDim = 1;
    RoundMode roundMode = RoundMode::CAST_RINT;

    constexpr AscendQuantConfig() = default;
    constexpr AscendQuantConfig(std::uint32_t calc, std::uint32_t offsets, std::uint32_t scales, std::uint32_t work,
                                bool offset = false, std::int32_t axis = 1, RoundMode mode = RoundMode::CAST_RINT)
        : calcCount(calc), offsetCount(offsets), scaleCount(scales), workLocalSize(work), hasOffset(offset),
            kDim(axis), roundMode(mode) {}
    constexpr AscendQuantConfig(bool offset, std::int32_t axis = 1, RoundMode mode = RoundMode::CAST_RINT)
        : hasOffset(offset), kDim(axis), roundMode(mode) {}
};
inline constexpr AscendQuantConfig ASCEND_QUANT_DEFAULT_CFG{0, 0, 0, 0, false, 1, RoundMode::CAST_RINT};

enum class AscendQuantPolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP, PER_CHANNEL_PER_GROUP,
                                             PER_TOKEN_PER_GROUP };
struct AscendQuantParam {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t calCount;
    std::uint32_t groupSize = 0;
};

}  // namespace AscendC

namespace lanewise::library {

// int8 results go through half on every chip: source, scale and offset become half, and product and sum are rounded to
// half. Small floats are made in float. Scales and offsets repeat over the elements, or there is one for all.
template <class D, class S, class ScaleT, class OffsetT>
LANEWISE_API void ascend_quant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                               const ScaleT& scale, const OffsetT& offset, std::uint32_t scales, std::uint32_t offsets,
                               std::uint32_t n) {
    static_assert(std::is_same_v<D, std::int8_t> || dtype_of<D> == DType::fp8_e5m2_ || dtype_of<D> == DType::fp8_e4m3fn_ ||
                  dtype_of<D> == DType::hifloat8_,
                  "quantised elements are int8_t, fp8_e4m3fn_t, fp8_e5m2_t or hifloat8_t");
    constexpr bool through_half = std::is_same_v<D, std::int8_t>;
    scale_rows(Opcode::lib_ascend_quant_, dst, src, scale, offset,
               {Share::cycle, 1, 1, n, 0, n, n, through_half ? Arithmetic::to_small_by_half : Arithmetic::to_small, true,
                AscendC::RoundMode::CAST_RINT, scales, offsets});
}

template <class P>
LANEWISE_API std::uint32_t size_of(const P& parameter) {
    if constexpr (Tensor<P>) return parameter.GetSize();
    else return 0;
}

// The arguments behind the source: scale and offset, each a tensor or a number, then the counts of the tensors and of
// the call.
template <class D, class S, class ScaleT, class OffsetT, class... Counts>
    requires(!std::is_same_v<ScaleT, AscendC::LocalTensor<std::uint8_t>>)
LANEWISE_API void ascend_quant_call(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const ScaleT& scale,
                       const OffsetT& offset, const Counts&... counts) {
    constexpr std::size_t tensors = Tensor<ScaleT> + Tensor<OffsetT>;
    static_assert(Tensor<ScaleT> || !Tensor<OffsetT>, "AscendQuant: an offset tensor needs a scale tensor");
    static_assert(sizeof...(counts) == 0 || sizeof...(counts) == tensors + 1,
                  "AscendQuant: give no counts, or the tensors' counts and calCount");
    std::uint32_t given[4] = {size_of(scale), size_of(offset), src.GetSize(), 0};
    if constexpr (sizeof...(counts) > 0) {
        const std::uint32_t said[] = {static_cast<std::uint32_t>(counts)...};
        for (std::size_t i = 0; i < tensors; ++i) given[i] = said[i];
        given[2] = said[tensors];
    }
    ascend_quant(dst, src, scale, offset, given[0], given[1], given[2]);
}
template <class D, class S, class... Rest>
LANEWISE_API void ascend_quant_call(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                       const AscendC::LocalTensor<std::uint8_t>&, const Rest&... rest) {
    ascend_quant_call(dst, src, rest...);
}

}  // namespace lanewise::library

namespace AscendC {

template <class T, bool isReuseSource = false, AscendQuantConfig config = ASCEND_QUANT_DEFAULT_CFG, class... Rest>
LANEWISE_API void AscendQuant(const LocalTensor<std::int8_t>& dstTensor, const LocalTensor<T>& srcTensor, const Rest&... rest) {
    lanewise::library::ascend_quant_call(dstTensor, srcTensor, rest...);
}
template <class dstT, class srcT, bool isReuseSource = false, class... Rest>
LANEWISE_API void AscendQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor, const Rest&... rest) {
    LANEWISE_FULL_LIBRARY(AscendQuant with a chosen result type, dstT);
    lanewise::library::ascend_quant_call(dstTensor, srcTensor, rest...);
}

// One scale per token or group, in float.
template <class dstT, class srcT, class scaleT, bool isReuseSource = false, AscendQuantConfig config,
          AscendQuantPolicy policy, class OffsetT>
LANEWISE_API void AscendQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                 const LocalTensor<scaleT>& scaleTensor, const OffsetT& offset, const AscendQuantParam& para) {
    LANEWISE_FULL_LIBRARY(AscendQuant with a policy, dstT);
    using namespace lanewise::library;
    constexpr bool grouped = policy >= AscendQuantPolicy::PER_GROUP;
    constexpr int axis = policy == AscendQuantPolicy::PER_CHANNEL_PER_GROUP ? 0
        : policy == AscendQuantPolicy::PER_TOKEN_PER_GROUP ? 1 : config.kDim;
    scale_rows(lanewise::Opcode::lib_ascend_quant_, dstTensor, srcTensor, scaleTensor, offset,
               {grouped ? Share::group : static_cast<Share>(policy), axis, para.m, para.n, para.groupSize, para.n, para.n,
                Arithmetic::to_small, config.hasOffset, config.roundMode});
}
template <class dstT, class srcT, class scaleT, bool isReuseSource = false, AscendQuantConfig config,
          AscendQuantPolicy policy, class OffsetT>
LANEWISE_API void AscendQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                 const LocalTensor<std::uint8_t>&, const LocalTensor<scaleT>& scaleTensor, const OffsetT& offset,
                 const AscendQuantParam& para) {
    AscendQuant<dstT, srcT, scaleT, isReuseSource, config, policy>(dstTensor, srcTensor, scaleTensor, offset, para);
}

}  // namespace AscendC
