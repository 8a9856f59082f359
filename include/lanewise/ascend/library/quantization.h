// Quantize, Dequantize and AntiQuantize of ascend950: a matrix with one scale for all, for each column, row or group.
#pragma once

#include "lanewise/ascend/library/map.h"
#include "lanewise/ascend/library/functions.h"

namespace lanewise::library {

// Which scale belongs to an element; `cycle`: the scales repeat over all elements.
enum class Share { tensor, channel, token, group, cycle };
enum class Arithmetic { to_small, to_small_by_half, to_float, to_float_by_half };

struct Scaling {
    Share share;
    std::int32_t axis;  // of the groups
    std::uint32_t rows, columns, group;
    std::uint32_t from_pitch, to_pitch;
    Arithmetic arithmetic;
    bool has_offset;
    AscendC::RoundMode mode = AscendC::RoundMode::CAST_RINT;
    std::uint32_t scales = 0, offsets = 0;
};

// The number that stands for a scale without a tensor. A 64-bit word holds a float in its low half.
template <class P>
LANEWISE_API std::int64_t factor_of(const P& value) {
    if constexpr (std::is_same_v<P, std::uint64_t> || std::is_same_v<P, unsigned long long>)
        return real_bits(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    else return value_of(value);
}

// dst[r][c] from src[r][c], its scale and its offset; both are tensors or numbers.
template <class D, class S, class ScaleT, class OffsetT>
LANEWISE_API void scale_rows(Opcode op, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                             const ScaleT& scale, const OffsetT& offset, const Scaling& how) {
    Call call = macro(op, dst, src, tensor_of(scale), tensor_of(offset));
    if constexpr (Tensor<OffsetT>)
        if (!how.has_offset) describe(call.record.operands[3], None{});
    call.issue_with(static_cast<int>(how.share), how.axis, how.rows, how.columns, how.group, how.from_pitch,
                    how.to_pitch, static_cast<int>(how.mode), static_cast<int>(how.arithmetic), how.has_offset,
                    how.scales, how.offsets, factor_of(scale), factor_of(offset));
}

}  // namespace lanewise::library

namespace AscendC {

enum class QuantizePolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
struct QuantizeConfig {
    QuantizePolicy policy;
    bool hasOffset;
    RoundMode roundMode = RoundMode::CAST_RINT;
    std::int32_t kDim = 1;
};
struct QuantizeParams {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t groupSize = 0;
};
enum class DequantizePolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
struct DequantizeConfig {
    DequantizePolicy policy;
    bool hasOffset = false;
    std::int32_t kDim = 1;
};
struct DequantizeParams {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t groupSize = 0;
};
enum class AntiQuantizePolicy : std::int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
struct AntiQuantizeConfig {
    AntiQuantizePolicy policy;
    bool hasOffset;
    std::int32_t kDim = 1;
};
struct AntiQuantizeParams {
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t groupSize = 0;
};

// src * scale + offset in float, then one cast. Scratch comes before the scale here, after the offset in the other two.
template <QuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void Quantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale,
              const OffsetT& offset, const QuantizeParams& params) {
    LANEWISE_FULL_LIBRARY(Quantize, DstT);
    using namespace lanewise::library;
    scale_rows(lanewise::Opcode::lib_quantize_, dstTensor, srcTensor, scale, offset,
               {static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize, params.n, params.n,
                Arithmetic::to_small, config.hasOffset, config.roundMode});
}
template <QuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void Quantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor,
              const LocalTensor<std::uint8_t>&, const ScaleT& scale, const OffsetT& offset,
              const QuantizeParams& params) {
    Quantize<config>(dstTensor, srcTensor, scale, offset, params);
}

// src * scale in float. Rows of the result start at whole data blocks.
template <DequantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void Dequantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale,
                const OffsetT& offset, const DequantizeParams& params) {
    LANEWISE_FULL_LIBRARY(Dequantize, DstT);
    using namespace lanewise::library;
    scale_rows(lanewise::Opcode::lib_dequantize_, dstTensor, srcTensor, scale, offset,
               {static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize, params.n,
                pitch_of<DstT>(params.n), Arithmetic::to_float, false});
}
template <DequantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void Dequantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale,
                const OffsetT& offset, const LocalTensor<std::uint8_t>&, const DequantizeParams& params) {
    Dequantize<config>(dstTensor, srcTensor, scale, offset, params);
}

// (src + offset) * scale in float, rounded once to the result's type.
template <AntiQuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void AntiQuantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale,
                  const OffsetT& offset, const AntiQuantizeParams& params) {
    LANEWISE_FULL_LIBRARY(AntiQuantize, DstT);
    using namespace lanewise::library;
    scale_rows(lanewise::Opcode::lib_anti_quantize_, dstTensor, srcTensor, scale, offset,
               {static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize, params.n, params.n,
                Arithmetic::to_float, config.hasOffset});
}
template <AntiQuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
LANEWISE_API void AntiQuantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale,
                  const OffsetT& offset, const LocalTensor<std::uint8_t>&, const AntiQuantizeParams& params) {
    AntiQuantize<config>(dstTensor, srcTensor, scale, offset, params);
}

}  // namespace AscendC
