// AscendAntiQuant: small integers and floats back to half or bfloat16. The offset comes before the scale.
#pragma once

#include "lanewise/library/quantization.h"

namespace AscendC {

struct AntiQuantShapeInfo {
    std::uint32_t offsetHeight = 0, offsetWidth = 0, scaleHeight = 0, scaleWidth = 0;
};
struct AscendAntiQuantConfig {
    bool hasOffset;
    bool isTranspose;
    std::int32_t kDim = 1;
};
enum class AscendAntiQuantPolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP, PER_CHANNEL_PER_GROUP, PER_TOKEN_PER_GROUP };
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
D antiquantised(float x, float scale, float offset, bool has_offset) {
    if constexpr (std::is_same_v<D, half>) {
        const half value = narrow_to<half>(x), sum = has_offset ? narrow_to<half>(wide(value) + double{offset}) : value;
        return narrow_to<half>(wide(sum) * double{scale});
    } else {
        const float sum = has_offset ? x + offset : x;
        return narrow_to<D>(sum * scale);
    }
}

// Scales in a matrix: for a source of [K, N] each row of them serves K / height rows, for [N, K] each column K / width columns.
template <class D, class S, class P>
void ascend_antiquant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const AscendC::LocalTensor<P>* offset,
                      const AscendC::LocalTensor<P>& scale, std::uint32_t k, const AscendC::AntiQuantShapeInfo& info, bool transpose) {
    const AscendC::ShapeInfo shape = scale.GetShapeInfo();
    const std::uint32_t height = info.scaleHeight ? info.scaleHeight : shape.shapeDim > 1 ? shape.shape[0] : 1;
    const std::uint32_t width = info.scaleWidth ? info.scaleWidth : shape.shapeDim ? shape.shape[shape.shapeDim - 1] : scale.GetSize();
    const std::uint32_t rows = transpose ? height : k, columns = transpose ? k : width;
    const std::uint32_t groups = transpose ? width : height;
    if (!groups || !k || k % groups)
        fault("PARAM-001", {{"op", "AscendAntiQuant"}, {"what", "k"}, {"value", k}, {"need", "a multiple of the number of groups, " + std::to_string(groups)}});
    const Scales which{Share::group, transpose ? 1 : 0, rows, columns, k / groups};
    const bool has_offset = offset != nullptr;
    scale_rows("AscendAntiQuant", dst, src, scale, offset ? *offset : scale, has_offset, which, columns, columns,
               [has_offset](float x, float s, float o) { return antiquantised<D>(x, s, o, has_offset); });
}

template <class D, class S, class P>
void ascend_antiquant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const P* offset, P scale) {
    const Scales which{Share::tensor, 1, 1, src.GetSize(), 0};
    const bool has_offset = offset != nullptr;
    scale_rows("AscendAntiQuant", dst, src, scale, offset ? *offset : scale, has_offset, which, src.GetSize(), src.GetSize(),
               [has_offset](float x, float s, float o) { return antiquantised<D>(x, s, o, has_offset); });
}

}  // namespace lanewise::library

namespace AscendC {

#define LANEWISE_ANTIQUANT template <class InputDataType, class OutputDataType, bool isTranspose>
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src, const LocalTensor<OutputDataType>& offset,
                     const LocalTensor<OutputDataType>& scale, const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, &offset, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src, const LocalTensor<OutputDataType>& offset,
                     const LocalTensor<OutputDataType>& scale, const LocalTensor<std::uint8_t>&, const std::uint32_t k,
                     const AntiQuantShapeInfo& shapeInfo = {}) {
    lanewise::library::ascend_antiquant(dst, src, &offset, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src, const LocalTensor<OutputDataType>& scale,
                     const LocalTensor<std::uint8_t>&, const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    const LocalTensor<OutputDataType>* none = nullptr;
    lanewise::library::ascend_antiquant(dst, src, none, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> offset, const lanewise::plain_t<OutputDataType> scale, const std::uint32_t,
                     const AntiQuantShapeInfo& = {}) {
    lanewise::library::ascend_antiquant(dst, src, &offset, scale);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> offset, const lanewise::plain_t<OutputDataType> scale,
                     const LocalTensor<std::uint8_t>&, const std::uint32_t, const AntiQuantShapeInfo& = {}) {
    lanewise::library::ascend_antiquant(dst, src, &offset, scale);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,
                     const lanewise::plain_t<OutputDataType> scale, const LocalTensor<std::uint8_t>&, const std::uint32_t,
                     const AntiQuantShapeInfo& = {}) {
    const OutputDataType* none = nullptr;
    lanewise::library::ascend_antiquant(dst, src, none, scale);
}
#if __NPU_ARCH__ == 3510  // the others have no such scales
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src, const LocalTensor<fp8_e8m0_t>& scale,
                     const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    const LocalTensor<fp8_e8m0_t>* none = nullptr;
    lanewise::library::ascend_antiquant(dst, src, none, scale, k, shapeInfo, isTranspose);
}
LANEWISE_ANTIQUANT
void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src, const LocalTensor<fp8_e8m0_t>& scale,
                     const LocalTensor<std::uint8_t>&, const std::uint32_t k, const AntiQuantShapeInfo& shapeInfo = {}) {
    AscendAntiQuant<InputDataType, OutputDataType, isTranspose>(dst, src, scale, k, shapeInfo);
}
#endif
#undef LANEWISE_ANTIQUANT

template <class dstT, class srcT, class scaleT, AscendAntiQuantConfig config, AscendAntiQuantPolicy policy>
void AscendAntiQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor, const LocalTensor<scaleT>& scaleTensor,
                     const LocalTensor<scaleT>& offsetTensor, const AscendAntiQuantParam& para) {
    LANEWISE_ONLY_3510(AscendAntiQuant with a policy, dstT);
    using namespace lanewise::library;
    constexpr bool grouped = policy >= AscendAntiQuantPolicy::PER_GROUP;
    constexpr int axis =
        policy == AscendAntiQuantPolicy::PER_CHANNEL_PER_GROUP ? 0 : policy == AscendAntiQuantPolicy::PER_TOKEN_PER_GROUP ? 1 : config.kDim;
    const Scales which = scales_for("AscendAntiQuant", grouped ? Share::group : static_cast<Share>(policy), axis, para.m, para.n, para.groupSize);
    scale_rows("AscendAntiQuant", dstTensor, srcTensor, scaleTensor, offsetTensor, config.hasOffset, which, para.n, para.n,
               [](float x, float s, float o) {
        const float sum = config.hasOffset ? x + o : x;
        return narrow_to<dstT>(sum * s);
    });
}
template <class dstT, class srcT, class scaleT, AscendAntiQuantConfig config, AscendAntiQuantPolicy policy>
void AscendAntiQuant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor, const LocalTensor<scaleT>& scaleTensor,
                     const LocalTensor<scaleT>& offsetTensor, const LocalTensor<std::uint8_t>&, const AscendAntiQuantParam& para) {
    AscendAntiQuant<dstT, srcT, scaleT, config, policy>(dstTensor, srcTensor, scaleTensor, offsetTensor, para);
}

}  // namespace AscendC
