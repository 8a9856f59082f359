// Quantize, Dequantize and AntiQuantize of ascend950: a matrix with one scale for all, for each column, row or group.
#pragma once

#include "lanewise/library/map.h"
#include "lanewise/library/math.h"

namespace lanewise::library {

enum class Share { tensor, channel, token, group };

// Which scale belongs to an element of a matrix of `columns`.
struct Scales {
    Share share;
    std::int32_t axis;  // of the groups
    std::uint32_t rows, columns, group;
    std::uint64_t at(std::uint64_t r, std::uint64_t c) const {
        switch (share) {
            case Share::tensor: return 0;
            case Share::channel: return c;
            case Share::token: return r;
            default: return axis == 0 ? r / group * columns + c : r * ((columns + group - 1) / group) + c / group;
        }
    }
    std::uint64_t count() const { return rows && columns ? at(rows - 1, columns - 1) + 1 : 0; }
};

inline Scales scales_for(const char* op, Share share, std::int32_t axis, std::uint32_t rows, std::uint32_t columns, std::uint32_t group) {
    if (share == Share::group && !group)
        fault("PARAM-001", {{"op", op}, {"what", "groupSize"}, {"value", group}, {"need", "greater than 0 for groups"}});
    return {share, axis, rows, columns, group};
}

// A scale or offset as a float. A 64-bit word holds one in its low half.
template <class S>
float factor(S value) {
    if constexpr (std::is_same_v<S, std::uint64_t> || std::is_same_v<S, unsigned long long>) return std::bit_cast<float>(static_cast<std::uint32_t>(value));
    else return static_cast<float>(value);
}

inline double round_by(AscendC::RoundMode mode, double x) {
    switch (mode) {
        case AscendC::RoundMode::CAST_FLOOR: return std::floor(x);
        case AscendC::RoundMode::CAST_CEIL: return std::ceil(x);
        case AscendC::RoundMode::CAST_ROUND: return std::round(x);
        case AscendC::RoundMode::CAST_TRUNC: return std::trunc(x);
        default: return nearest_even(x);
    }
}

inline std::int8_t to_int8(double x) { return static_cast<std::int8_t>(x != x ? 0 : x > 127 ? 127 : x < -128 ? -128 : x); }

// A float as a quantised element: integers saturate, small floats are rounded by the engine.
template <class D>
D quantised(float value, AscendC::RoundMode mode) {
    if constexpr (std::is_same_v<D, std::int8_t>) {
        return to_int8(round_by(mode, value));
    } else {
        static_assert(dtype_of<D> == DType::fp8_e5m2_ || dtype_of<D> == DType::fp8_e4m3fn_ || dtype_of<D> == DType::hifloat8_,
                      "quantised elements are int8_t, fp8_e4m3fn_t, fp8_e5m2_t or hifloat8_t");
        const AscendC::RoundMode used = dtype_of<D> == DType::hifloat8_ && mode == AscendC::RoundMode::CAST_RINT ? AscendC::RoundMode::CAST_ROUND : mode;
        D result;
        lw_convert(static_cast<int>(DType::float_), static_cast<int>(dtype_of<D>), static_cast<int>(used), true, &value, &result);
        return result;
    }
}

// dst[r][c] = f(src[r][c], scale, offset) with rows of `from_pitch` and `to_pitch` elements, the first `columns` of each.
template <class D, class S, class ScaleT, class OffsetT, class F>
void scale_rows(const char* op, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const ScaleT& scale, const OffsetT& offset,
                bool has_offset, const Scales& which, std::uint32_t from_pitch, std::uint32_t to_pitch, F f) {
    const auto extent = [&](std::uint64_t pitch) { return which.rows ? (which.rows - 1) * pitch + which.columns : 0; };
    const Lanes<S> from(op, "src", src, extent(from_pitch));
    const Lanes<D> to(op, "dst", dst, extent(to_pitch));
    const Source<ScaleT> scales(op, "scale", scale, which.count());
    const Source<OffsetT> offsets(op, "offset", offset, has_offset ? which.count() : 0);
    for (std::uint64_t r = 0; r < which.rows; ++r)
        for (std::uint64_t c = 0; c < which.columns; ++c)
            to.put(r * to_pitch + c, f(static_cast<float>(from.wide(r * from_pitch + c)), factor(scales[which.at(r, c)]),
                                       has_offset ? factor(offsets[which.at(r, c)]) : 0.0f));
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
void Quantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale, const OffsetT& offset,
              const QuantizeParams& params) {
    LANEWISE_ONLY_3510(Quantize, DstT);
    using namespace lanewise::library;
    const Scales which = scales_for("Quantize", static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize);
    scale_rows("Quantize", dstTensor, srcTensor, scale, offset, config.hasOffset, which, params.n, params.n, [](float x, float s, float o) {
        const float product = x * s;
        return quantised<DstT>(config.hasOffset ? product + o : product, config.roundMode);
    });
}
template <QuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
void Quantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const LocalTensor<std::uint8_t>&, const ScaleT& scale,
              const OffsetT& offset, const QuantizeParams& params) {
    Quantize<config>(dstTensor, srcTensor, scale, offset, params);
}

// src * scale in float. Rows of the result start at whole data blocks.
template <DequantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
void Dequantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale, const OffsetT& offset,
                const DequantizeParams& params) {
    LANEWISE_ONLY_3510(Dequantize, DstT);
    using namespace lanewise::library;
    const Scales which = scales_for("Dequantize", static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize);
    scale_rows("Dequantize", dstTensor, srcTensor, scale, offset, false, which, params.n, pitch_of<DstT>(params.n),
               [](float x, float s, float) { return narrow_to<DstT>(x * s); });
}
template <DequantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
void Dequantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale, const OffsetT& offset,
                const LocalTensor<std::uint8_t>&, const DequantizeParams& params) {
    Dequantize<config>(dstTensor, srcTensor, scale, offset, params);
}

// (src + offset) * scale in float, rounded once to the result's type.
template <AntiQuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
void AntiQuantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale, const OffsetT& offset,
                  const AntiQuantizeParams& params) {
    LANEWISE_ONLY_3510(AntiQuantize, DstT);
    using namespace lanewise::library;
    const Scales which = scales_for("AntiQuantize", static_cast<Share>(config.policy), config.kDim, params.m, params.n, params.groupSize);
    scale_rows("AntiQuantize", dstTensor, srcTensor, scale, offset, config.hasOffset, which, params.n, params.n, [](float x, float s, float o) {
        const float sum = config.hasOffset ? x + o : x;
        return narrow_to<DstT>(sum * s);
    });
}
template <AntiQuantizeConfig config, class DstT, class SrcT, class ScaleT, class OffsetT>
void AntiQuantize(const LocalTensor<DstT>& dstTensor, const LocalTensor<SrcT>& srcTensor, const ScaleT& scale, const OffsetT& offset,
                  const LocalTensor<std::uint8_t>&, const AntiQuantizeParams& params) {
    AntiQuantize<config>(dstTensor, srcTensor, scale, offset, params);
}

}  // namespace AscendC
