// AscendAntiQuant: small integers and floats back to half or bfloat16. The offset comes before the scale.
#pragma once

#include "lanewise/ascend/library/quantization.h"

namespace AscendC {

struct AntiQuantShapeInfo {
    std::uint32_t offsetHeight = 0, offsetWidth = 0, scaleHeight = 0, scaleWidth = 0;
};
struct AscendAntiQuantConfig {
    bool hasOffset;
    bool isTranspose;
    std::int32_t kDim = 1;
};
enum class AscendAntiQuantPolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP,
                                                 PER_CHANNEL_PER_GROUP, PER_TOKEN_PER_GROUP };
struct AscendAntiQuantParam {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t calCount;
    std::uint32_t groupSize = 0;
};

}  // namespace AscendC

namespace lanewise::library {

// half results: sum and product are rounded to half. Others: in float, rounded once at the end.
template <class D>
inline constexpr Arithmetic back_to = std::is_same_v<D, half> ? Arithmetic::to_float_by_half : Arithmetic::to_float;

// Scales in a matrix: for a source of [K, N] each row of them serves K / height rows, for [N, K] each column K /
// width columns. An offset is a tensor or nothing.
template <class D, class S, class O, class P>
LANEWISE_API void ascend_antiquant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const O& offset,
                                   const AscendC::LocalTensor<P>& scale, std::uint32_t k,
                                   const AscendC::AntiQuantShapeInfo& info, bool transpose) {
    const AscendC::ShapeInfo shape = scale.GetShapeInfo();
    const std::uint32_t height = info.scaleHeight ? info.scaleHeight : shape.shapeDim > 1 ? shape.shape[0] : 1;
    const std::uint32_t width = info.scaleWidth ? info.scaleWidth : shape.shapeDim ? shape.shape[shape.shapeDim - 1]
        : scale.GetSize();
    const std::uint32_t rows = transpose ? height : k, columns = transpose ? k : width;
    const std::uint32_t groups = transpose ? width : height;
    if (!groups || !k || k % groups)
        fault("PARAM-001", {{"op", "AscendAntiQuant"}, {"what", "k"}, {"value", k},
                            {"need", "a multiple of the number of groups, " + std::to_string(groups)}});
    const Scaling how{Share::group, transpose ? 1 : 0, rows, columns, k / groups, columns, columns, back_to<D>, Tensor<O>};
    if constexpr (Tensor<O>) scale_rows(Opcode::lib_ascend_anti_quant_, dst, src, scale, offset, how);
    else scale_rows(Opcode::lib_ascend_anti_quant_, dst, src, scale, 0.0f, how);
}

template <class D, class S, class P>
LANEWISE_API void ascend_antiquant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, bool has_offset,
                                   P offset, P scale) {
    const std::uint32_t n = src.GetSize();
    scale_rows(Opcode::lib_ascend_anti_quant_, dst, src, scale, offset,
               {Share::tensor, 1, 1, n, 0, n, n, back_to<D>, has_offset});
}

}  // namespace lanewise::library

namespace AscendC {

#define LANEWISE_ANTIQUANT template <class InputDataType, class OutputDataType, bool isTranspose>
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& offset, const LocalTensor<OutputDataType>& scale,
                     const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, offset, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& offset, const LocalTensor<OutputDataType>& scale,
                     const LocalTensor<std::uint8_t>&, const std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, offset, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<OutputDataType>& scale, const LocalTensor<std::uint8_t>&,
                     const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, lanewise::library::None{}, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> offset, const lanewise::plain_t<OutputDataType> scale,
                     const std::uint32_t, const AntiQuantShapeInfo& = {}) {
    lanewise::library::ascend_antiquant(dst, src, true, offset, scale);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> offset, const lanewise::plain_t<OutputDataType> scale,
                     const LocalTensor<std::uint8_t>&, const std::uint32_t, const AntiQuantShapeInfo& = {}) {
    lanewise::library::ascend_antiquant(dst, src, true, offset, scale);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> scale, const LocalTensor<std::uint8_t>&,
                     const std::uint32_t, const AntiQuantShapeInfo& = {}) {
    lanewise::library::ascend_antiquant(dst, src, false, scale, scale);
}
#if LANEWISE_HAS_SMALL_FLOATS  // the others have no such scales
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<fp8_e8m0_t>& scale, const std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, lanewise::library::None{}, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
LANEWISE_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const LocalTensor<fp8_e8m0_t>& scale, const LocalTensor<std::uint8_t>&, const std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}) {
    AscendAntiQuant<InputDataType, OutputDataType, isTranspose>(dst, src, scale, k, shapeInfo);
}
#endif
#undef LANEWISE_ANTIQUANT

template <class dstT, class srcT, class scaleT, AscendAntiQuantConfig config, AscendAntiQuantPolicy policy>
LANEWISE_API void AscendAntiQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                     const LocalTensor<scaleT>& scaleTensor, const LocalTensor<scaleT>& offsetTensor,
                     const AscendAntiQuantParam& para) {
    LANEWISE_FULL_LIBRARY(AscendAntiQuant with a policy, dstT);
    using namespace lanewise::library;
    constexpr bool grouped = policy >= AscendAntiQuantPolicy::PER_GROUP;
    constexpr int axis =
        policy == AscendAntiQuantPolicy::PER_CHANNEL_PER_GROUP ? 0
            : policy == AscendAntiQuantPolicy::PER_TOKEN_PER_GROUP ? 1 : config.kDim;
    scale_rows(lanewise::Opcode::lib_ascend_anti_quant_, dstTensor, srcTensor, scaleTensor, offsetTensor,
               {grouped ? Share::group : static_cast<Share>(policy), axis, para.m, para.n, para.groupSize, para.n, para.n,
                Arithmetic::to_float, config.hasOffset});
}
template <class dstT, class srcT, class scaleT, AscendAntiQuantConfig config, AscendAntiQuantPolicy policy>
LANEWISE_API void AscendAntiQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                     const LocalTensor<scaleT>& scaleTensor, const LocalTensor<scaleT>& offsetTensor,
                     const LocalTensor<std::uint8_t>&, const AscendAntiQuantParam& para) {
    AscendAntiQuant<dstT, srcT, scaleT, config, policy>(dstTensor, srcTensor, scaleTensor, offsetTensor, para);
}

}  // namespace AscendC
