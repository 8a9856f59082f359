// AscendDequant: 32-bit sums back to floats.
#pragma once

#include "lanewise/ascend/library/quantization.h"

namespace AscendC {

enum class DeQuantMode : std::uint8_t { DEQUANT_WITH_SINGLE_ROW, DEQUANT_WITH_MULTI_ROW };
struct DequantParams {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t calCount;
};
struct AscendDeQuantConfig {
    bool hasOffset;
    std::int32_t kDim = 1;
};
enum class AscendDeQuantPolicy : std::int32_t { PER_TOKEN, PER_GROUP, PER_CHANNEL_PER_GROUP, PER_TOKEN_PER_GROUP };
struct AscendDeQuantParam {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t calCount;
    std::uint32_t groupSize = 0;
};

}  // namespace AscendC

namespace lanewise::library {

// Rows of n, the first `columns` of each count. One long row may mean several, when its length is a multiple of a
// whole-block count.
template <AscendC::DeQuantMode mode, class D, class ScaleT>
LANEWISE_API void ascend_dequant(const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<std::int32_t>& src,
                    const ScaleT& scale, AscendC::DequantParams p) {
    if (mode == AscendC::DeQuantMode::DEQUANT_WITH_SINGLE_ROW && p.m == 1 && p.calCount &&
        p.calCount % per_block<D> == 0 && p.n % p.calCount == 0)
        p = {p.n / p.calCount, p.calCount, p.calCount};
    scale_rows(Opcode::lib_ascend_dequant_, dst, src, scale, 0.0f,
               {Tensor<ScaleT> ? Share::channel : Share::tensor, 1, p.m, p.calCount, 0, p.n, pitch_of<D>(p.n),
                Arithmetic::to_float, false});
}

}  // namespace lanewise::library

namespace AscendC {

#define LANEWISE_DEQUANT template <class dstT, class scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&, DequantParams params) {
    lanewise::library::ascend_dequant<mode>(dstTensor, srcTensor, deqScale, params);
}
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, DequantParams params) {
    lanewise::library::ascend_dequant<mode>(dstTensor, srcTensor, deqScale, params);
}
LANEWISE_DEQUANT
    requires(!lanewise::library::Tensor<scaleT>)
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const scaleT deqScale, const LocalTensor<std::uint8_t>&, DequantParams params) {
    lanewise::library::ascend_dequant<mode>(dstTensor, srcTensor, deqScale, params);
}
LANEWISE_DEQUANT
    requires(!lanewise::library::Tensor<scaleT>)
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const scaleT deqScale, DequantParams params) {
    lanewise::library::ascend_dequant<mode>(dstTensor, srcTensor, deqScale, params);
}
// As many rows as the source holds, each of calCount, or of as many elements as there are scales.
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const std::uint32_t calCount) {
    lanewise::library::ascend_dequant<mode>(dstTensor, srcTensor, deqScale,
                                            {calCount ? srcTensor.GetSize() / calCount : 0, calCount, calCount});
}
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&,
                   const std::uint32_t calCount) {
    AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, calCount);
}
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale) {
    AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, deqScale.GetSize());
}
LANEWISE_DEQUANT
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<std::int32_t>& srcTensor,
                   const LocalTensor<scaleT>& deqScale, const LocalTensor<std::uint8_t>&) {
    AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale, deqScale.GetSize());
}
#undef LANEWISE_DEQUANT

template <class dstT, class srcT, class scaleT, AscendDeQuantConfig config, AscendDeQuantPolicy policy>
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                   const LocalTensor<scaleT>& scaleTensor, const LocalTensor<scaleT>& offsetTensor,
                   const AscendDeQuantParam& para) {
    LANEWISE_FULL_LIBRARY(AscendDequant with a policy, dstT);
    using namespace lanewise::library;
    constexpr int axis = policy == AscendDeQuantPolicy::PER_CHANNEL_PER_GROUP ? 0
        : policy == AscendDeQuantPolicy::PER_TOKEN_PER_GROUP ? 1 : config.kDim;
    scale_rows(lanewise::Opcode::lib_ascend_dequant_, dstTensor, srcTensor, scaleTensor, offsetTensor,
               {policy == AscendDeQuantPolicy::PER_TOKEN ? Share::token : Share::group, axis, para.m, para.n,
                para.groupSize, para.n, pitch_of<dstT>(para.n), Arithmetic::to_float, config.hasOffset});
}
template <class dstT, class srcT, class scaleT, AscendDeQuantConfig config, AscendDeQuantPolicy policy>
LANEWISE_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<srcT>& srcTensor,
                   const LocalTensor<scaleT>& scaleTensor, const LocalTensor<scaleT>& offsetTensor,
                   const LocalTensor<std::uint8_t>&, const AscendDeQuantParam& para) {
    AscendDequant<dstT, srcT, scaleT, config, policy>(dstTensor, srcTensor, scaleTensor, offsetTensor, para);
}

}  // namespace AscendC
