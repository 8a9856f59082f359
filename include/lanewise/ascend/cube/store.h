// Fixpipe and the copies from L0C, and what they are told by registers.
#pragma once

#include "lanewise/ascend/cube/multiply.h"

namespace lanewise {

// A mode as records number them, and whether each column has a scale of its own. The first three have none.
struct Quant {
    std::int64_t mode;
    bool vector, scaled;
    constexpr explicit Quant(QuantMode_t named)
        : mode(named < DEQF16 ? named : DEQF16 + (named - DEQF16) / 2), vector(named > DEQF16 && (named - DEQF16) % 2), scaled(named >= DEQF16) {}
};

struct Drain {
    std::int64_t n, m, src_stride, dst_stride, unit_flag, matrices, src_matrix, dst_matrix, c0_stride;
    AscendC::CO2Layout order;
    QuantMode_t quant;
    bool relu, split;
    std::int64_t dual = 0, sub = 0;  // which vector cores they go to: see the record
};

// Strides of results in fractals count blocks of 32 bytes, or elements; those of matrices in L0C fractals, or rows of 16.
template <class T>
inline constexpr std::int64_t fractal_stride = LANEWISE_HAS_ELEMENT_STRIDES ? 1 : 32 / bytes_of<T>();
inline constexpr std::int64_t matrix_stride = LANEWISE_HAS_ELEMENT_STRIDES ? 1 : 16;

// Of results in fractals.
template <class T>
constexpr std::int64_t fractal_columns(bool split) {
    return split ? 8 : bytes_of<T>() == 1 ? 32 : 16;
}

template <class D, class S>
LANEWISE_API void drain(const char* op, const D& dst, const S& src, const Drain& p) {
    using T = typename D::PrimType;
    check_fields(op, {{"nSize", p.n, 0, 4095},
                      {"mSize", p.m, 0, 65535},
                      {"srcStride", p.src_stride, 0, 65535},
                      {"dstStride", p.dst_stride, 1, UINT32_MAX},
                      {"unitFlag", p.unit_flag, 0, 3}});
    const std::int64_t unit = fractal_columns<T>(p.split);
    if (p.order == AscendC::CO2Layout::NZ && p.n % unit)
        refuse_value(op, "nSize", p.n, "a multiple of " + std::to_string(unit) + " in fractals");
    if (p.split && (p.order != AscendC::CO2Layout::NZ || !std::is_same_v<T, float> || Local<D> || p.unit_flag))
        refuse_value(op, "isChannelSplit", 1, "false unless float goes to GM in fractals without unit flags");
    const Quant quant(p.quant);
    plain(Opcode::fixpipe_)
        .tensors(dst, src)
        .issue_with(quant.mode, p.n, p.m, p.src_stride, p.dst_stride, p.relu, quant.vector, p.unit_flag, p.matrices, p.src_matrix, p.dst_matrix,
                    p.order, p.split, p.c0_stride, p.dual, p.sub);
}

LANEWISE_API void set_scale(QuantMode_t quant, std::uint64_t word) {
    if (Quant(quant).scaled && !Quant(quant).vector) plain(Opcode::set_fixpipe_pre_quant_flag_).issue_with(word);
}

// Scales of columns move to the Fixpipe buffer first.
LANEWISE_API void fetch_scales(const AscendC::LocalTensor<std::uint64_t>& workspace, std::int64_t columns) {
    const std::int64_t length = (columns * 8 + 127) / 128;
    const auto held = AscendC::LocalTensor<std::uint64_t>::lanewise_at(AscendC::TPosition::C2PIPE2GM, 0, static_cast<std::uint32_t>(16 * length));
    AscendC::LocalTensor<std::uint64_t> whole = workspace;
    whole.SetSize(static_cast<std::uint32_t>(16 * length));
    plain(Opcode::data_copy_scales_).tensors(held, whole).issue_with(1, length, 0, 0);
    plain(Opcode::set_fix_pipe_config_).issue_with(0, 0);
}

template <const AscendC::FixpipeConfig& config, class D, class S>
LANEWISE_API void fix(const D& dst, const S& src, const AscendC::FixpipeParamsV220& p) {
    constexpr bool fractals = config.format == AscendC::CO2Layout::NZ;
    set_scale(p.quantPre, p.deqScalar);
    drain("Fixpipe", dst, src,
          {asked(p.nSize), asked(p.mSize), asked(p.srcStride), p.dstStride * (fractals ? fractal_stride<typename D::PrimType> : 1), asked(p.unitFlag),
           asked(p.ndNum), asked(p.srcNdStride) * matrix_stride, asked(p.dstNdStride), 1, config.format, p.quantPre, p.reluEn, p.isChannelSplit});
}

#if !LANEWISE_HAS_ELEMENT_STRIDES
// A burst is a column of 16 elements of T; gaps are from the end of one to the start of the next.
template <class T, class D, class S>
LANEWISE_API void fix_bursts(const D& dst, const S& src, const AscendC::FixpipeParams<T>& p) {
    constexpr std::int64_t blocks = 16 * bytes_of<T>() / 32;  // of a row in a burst
    const std::int64_t length = asked(p.burstLen), gap = p.srcStride;
    if (length % blocks) refuse_value("Fixpipe", "burstLen", length, "a multiple of " + std::to_string(blocks) + ": rows of 16 elements are so many blocks of 32 bytes");
    if (gap % blocks) refuse_value("Fixpipe", "srcStride", gap, "a multiple of " + std::to_string(blocks) + ": rows of 16 elements are so many blocks of 32 bytes");
    const bool rows = p.nz2ndParams.nz2ndEn;
    const std::int64_t m = length / blocks, columns = 16 * asked(p.cburstNum);
    set_scale(p.quantParams.quantPre, p.quantParams.deqScalar);
    drain("Fixpipe", dst, src,
          {rows && p.nz2ndParams.originalNSize ? p.nz2ndParams.originalNSize : columns, m, m + gap / blocks,
           rows ? p.dstStride : 16 * m + p.dstStride * (32 / bytes_of<typename D::PrimType>()), asked(p.unitFlag), rows ? p.nz2ndParams.ndNum : 1,
           p.nz2ndParams.srcNdStride * matrix_stride, p.nz2ndParams.dstNdStride, 1, rows ? AscendC::CO2Layout::ROW_MAJOR : AscendC::CO2Layout::NZ,
           p.quantParams.quantPre, p.reluEn, false});
}
#endif

#if LANEWISE_HAS_ELEMENT_STRIDES
template <const AscendC::FixpipeConfig& config, class D, class S>
LANEWISE_API void fix(const D& dst, const S& src, const AscendC::FixpipeParamsArch3510<config.format>& p) {
    using AscendC::CO2Layout;
    bool to_vector_cores = false;
    if constexpr (Local<D>) to_vector_cores = dst.lanewise_space() == Space::vector;
    check_fields("Fixpipe", {{"dualDstCtl", asked(p.dualDstCtl), 0, to_vector_cores ? 2 : 0}});
    const std::int64_t halved = p.dualDstCtl == 1 ? asked(p.mSize) : p.dualDstCtl == 2 ? asked(p.nSize) : 0;
    if (halved % (p.dualDstCtl == 2 && config.format == CO2Layout::NZ ? 2 * fractal_columns<typename D::PrimType>(p.isChannelSplit) : 2))
        refuse_value("Fixpipe", p.dualDstCtl == 1 ? "mSize" : "nSize", halved, "such that each vector core gets one half of it");
    if (p.preReluMode == AscendC::ReluMode::SCALAR_RELU || p.preReluMode == AscendC::ReluMode::VECTOR_RELU)
        refuse_value("Fixpipe", "preReluMode", static_cast<int>(p.preReluMode), "NO_RELU or NORMAL_RELU: how factors are written is not published");
    if (p.preClipReluMode != AscendC::ClipReluMode::NOCLIP_RELU)
        refuse_value("Fixpipe", "preClipReluMode", static_cast<int>(p.preClipReluMode), "NOCLIP_RELU: how bounds are written is not published");
    Drain d{asked(p.nSize), asked(p.mSize), asked(p.srcStride), p.dstStride, asked(p.unitFlag), 1, 0, 0, 1, config.format, p.quantPre,
            p.reluEn || p.preReluMode == AscendC::ReluMode::NORMAL_RELU, p.isChannelSplit, asked(p.dualDstCtl),
            to_vector_cores && !p.dualDstCtl ? p.subBlockId : 0};
    if constexpr (config.format == CO2Layout::ROW_MAJOR)
        d.matrices = p.params.ndNum, d.src_matrix = p.params.srcNdStride, d.dst_matrix = p.params.dstNdStride;
    else if constexpr (config.format == CO2Layout::COLUMN_MAJOR)
        d.matrices = p.params.dnNum, d.src_matrix = p.params.srcNzMatrixStride, d.dst_matrix = p.params.dstDnMatrixStride, d.c0_stride = p.params.srcNzC0Stride;
    set_scale(p.quantPre, p.deqScalar);
    drain("Fixpipe", dst, src, d);
}
#endif

template <class D, class S>
LANEWISE_API void copy_results(const D& dst, const S& src, const AscendC::DataCopyCO12DstParams& p) {
    const State& state = *lw_current()->state;
    const bool rows = p.nz2ndEn;
    const auto word = [&](int k) { return rows ? static_cast<std::int64_t>(state.nz2nd[k]) : k == 0; };
    drain("DataCopy", dst, src,
          {asked(p.nSize), asked(p.mSize), asked(p.srcStride), p.dstStride * (rows ? 1 : 32 / bytes_of<typename D::PrimType>()), asked(p.unitFlag),
           word(0), word(1) * matrix_stride, word(2), 1, rows ? AscendC::CO2Layout::ROW_MAJOR : AscendC::CO2Layout::NZ, p.quantPre, p.reluPre == 1,
           p.channelSplit});
}

}  // namespace lanewise

namespace AscendC {

#define LANEWISE_FIXPIPE(Tensor, Params)                                                                                            \
    template <class T, class U, const FixpipeConfig& config = CFG_ROW_MAJOR>                                                       \
    LANEWISE_API void Fixpipe(const Tensor<T>& dst, const LocalTensor<U>& src, const Params& p) {                                  \
        lanewise::fix<config>(dst, src, p);                                                                                        \
    }                                                                                                                              \
    template <class T, class U, const FixpipeConfig& config = CFG_ROW_MAJOR>                                                       \
    LANEWISE_API void Fixpipe(const Tensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<std::uint64_t>& cbufWorkspace,    \
                              const Params& p) {                                                                                   \
        lanewise::fetch_scales(cbufWorkspace, p.nSize);                                                                            \
        lanewise::fix<config>(dst, src, p);                                                                                        \
    }
LANEWISE_FIXPIPE(GlobalTensor, FixpipeParamsV220)
LANEWISE_FIXPIPE(LocalTensor, FixpipeParamsV220)
#if LANEWISE_HAS_ELEMENT_STRIDES
LANEWISE_FIXPIPE(GlobalTensor, FixpipeParamsArch3510<config.format>)
LANEWISE_FIXPIPE(LocalTensor, FixpipeParamsArch3510<config.format>)
#endif
#undef LANEWISE_FIXPIPE

#if !LANEWISE_HAS_ELEMENT_STRIDES
#define LANEWISE_FIXPIPE(Tensor)                                                                                                     \
    template <class T, class U, class V>                                                                                            \
    LANEWISE_API void Fixpipe(const Tensor<T>& dst, const LocalTensor<U>& src, const FixpipeParams<V>& p) {                         \
        lanewise::fix_bursts(dst, src, p);                                                                                          \
    }                                                                                                                               \
    template <class T, class U, class V>                                                                                            \
    LANEWISE_API void Fixpipe(const Tensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<std::uint64_t>& cbufWorkspace,     \
                              const FixpipeParams<V>& p) {                                                                          \
        lanewise::fetch_scales(cbufWorkspace, 16 * p.cburstNum);                                                                    \
        lanewise::fix_bursts(dst, src, p);                                                                                          \
    }
LANEWISE_FIXPIPE(GlobalTensor)
LANEWISE_FIXPIPE(LocalTensor)
#undef LANEWISE_FIXPIPE
#endif

template <class T, class U>
LANEWISE_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& p) {
    lanewise::copy_results(dst, src, p);
}
template <class T, class U>
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& p) {
    lanewise::copy_results(dst, src, p);
}

LANEWISE_API void SetFixpipeNz2ndFlag(std::uint16_t ndNum, std::uint16_t srcNdStride, std::uint32_t dstNdStride) {
    lanewise::plain(lanewise::Opcode::set_fixpipe_nz2nd_flag_).issue_with(ndNum, srcNdStride, dstNdStride);
}
LANEWISE_API void SetFixpipePreQuantFlag(std::uint64_t config) { lanewise::plain(lanewise::Opcode::set_fixpipe_pre_quant_flag_).issue_with(config); }
template <class T, bool setRelu = false>
LANEWISE_API void SetFixPipeConfig(const LocalTensor<T>& quant, bool isUnitFlag = false) {
    static_assert(!setRelu, "a relu with a factor for each column is not emulated");
    lanewise::plain(lanewise::Opcode::set_fix_pipe_config_).issue_with(quant.lanewise_address(), isUnitFlag);
}
// Factors of a relu are read in its vector mode alone, which Fixpipe refuses.
template <class T>
LANEWISE_API void SetFixPipeConfig(const LocalTensor<T>&, const LocalTensor<T>& quant, bool isUnitFlag = false) {
    SetFixPipeConfig(quant, isUnitFlag);
}

}  // namespace AscendC
