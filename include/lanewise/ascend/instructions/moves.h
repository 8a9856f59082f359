// DataCopy in all its overloads between global memory and UB and inside UB, and DataCopyPad.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace lanewise {

// A number that an instruction's field must hold.
struct Bounded {
    const char* field;
    std::int64_t value, low, high;
};

[[gnu::noinline]] inline void check_fields(const char* op, std::initializer_list<Bounded> fields) {
    for (const Bounded& f : fields)
        if (f.value < f.low || f.value > f.high)
            fault("STRIDE-001", {{"op", op}, {"field", f.field}, {"stride", f.value}, {"low", f.low},
                                 {"high", f.high}});
}

// A truth value is a byte, and a copy moves bytes: also on the chips whose pages do not list it.
LANEWISE_API Call as_bytes(Call call) {
    for (int i : {0, 1})
        if (call.record.operands[i].dtype == static_cast<std::uint8_t>(DType::bool_))
            call.record.operands[i].dtype = static_cast<std::uint8_t>(DType::uint8_);
    return call;
}

template <class D, class S>
LANEWISE_API Call copy_call(Overload how, const D& dst, const S& src) {
    bool inside = false;
    if constexpr (Local<D> && Local<S>) inside = dst.lanewise_space() == src.lanewise_space();
    return as_bytes(Call(inside ? Opcode::data_copy_ub_ : Opcode::data_copy_, how, 0).tensors(dst, src));
}

// The tables of a cube core are filled in units of their own. False: it is no such copy.
template <class D, class S>
LANEWISE_API bool fill_table(const D& dst, const S& src, std::int64_t count, std::int64_t length, std::int64_t from, std::int64_t to) {
    const Space space = dst.lanewise_space();
    if (space != Space::bias && space != Space::scales) return false;
    plain(space == Space::bias ? Opcode::data_copy_bias_ : Opcode::data_copy_scales_).tensors(dst, src).issue_with(count, length, from, to);
    return true;
}

// A count is rounded down to whole blocks, without a word from hardware.
template <class D, class S>
LANEWISE_API void copy_count(const D& dst, const S& src, std::uint32_t count) {
    using T = typename D::PrimType;
    constexpr std::uint32_t unit = 256 / bits_of<T>;
    if constexpr (Local<D> && Local<S>) {
        const std::int64_t block = dst.lanewise_space() == Space::scales ? 128 : LANEWISE_HAS_ELEMENT_STRIDES ? 32 : 64;
        if (fill_table(dst, src, 1, std::int64_t{count} * bits_of<T> / 8 / block, 0, 0)) [[unlikely]] return;
    }
    if (count % unit) [[unlikely]]
        warn("COPY-001", {{"op", "DataCopy"}, {"count", count}, {"type", dtype_names[static_cast<int>(dtype_of<T>)]},
                          {"bytes", std::uint64_t{count} * bits_of<T> / 8}, {"moved", count - count % unit}, {"unit", unit},
                          {"other", "DataCopyPad"}});
    copy_call(Overload::COUNT, dst, src).issue_with(count);
}

template <class D, class S>
LANEWISE_API void copy_blocks(const D& dst, const S& src, const AscendC::DataCopyParams& p) {
    const std::int32_t count = asked(p.blockCount), length = asked(p.blockLen), from = asked(p.srcGap), to = asked(p.dstGap);
    if (count < 0 || count > 4095 || ((length | from | to) & ~65535)) [[unlikely]]
        check_fields("DataCopy", {{"blockCount", count, 0, 4095}, {"blockLen", length, 0, 65535}, {"srcStride", from, 0, 65535},
                                  {"dstStride", to, 0, 65535}});
    if constexpr (Local<D> && Local<S>)
        if (fill_table(dst, src, count, length, from, to)) [[unlikely]] return;
    copy_call(Overload::PLAIN, dst, src).issue_with(p.blockCount, p.blockLen, p.srcGap, p.dstGap);
}

}  // namespace lanewise

namespace AscendC {

// Enhanced parameters concern cube cores only.
#define LANEWISE_COPY(Dst, Src)                                                                            \
    template <class T>                                                                                     \
    LANEWISE_API void DataCopy(const Dst<T>& dst, const Src<T>& src, std::uint32_t count) {                \
        lanewise::copy_count(dst, src, count);                                                             \
    }                                                                                                      \
    template <class T>                                                                                     \
    LANEWISE_API void DataCopy(const Dst<T>& dst, const Src<T>& src, const DataCopyParams& repeatParams) { \
        lanewise::copy_blocks(dst, src, repeatParams);                                                     \
    }                                                                                                      \
    template <class T>                                                                                     \
    LANEWISE_API void DataCopy(const Dst<T>& dst, const Src<T>& src, const DataCopyParams& intriParams,    \
                               const DataCopyEnhancedParams&) {                                            \
        lanewise::copy_blocks(dst, src, intriParams);                                                      \
    }
LANEWISE_COPY(LocalTensor, GlobalTensor)
LANEWISE_COPY(GlobalTensor, LocalTensor)
LANEWISE_COPY(LocalTensor, LocalTensor)
#undef LANEWISE_COPY

// A bias may become wider on its way into the bias table.
template <class T, class U>
    requires(!std::is_same_v<T, U>)
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyParams& repeatParams) {
    lanewise::copy_blocks(dst, src, repeatParams);
}

}  // namespace AscendC

// --- slices ---

namespace lanewise {

// How many pieces n a slice has: its length is n pieces and n - 1 gaps.
inline std::int64_t slice_pieces(std::uint32_t dimension, const AscendC::SliceInfo& s, std::uint32_t size) {
    const std::int64_t span = dimension ? 1 : std::int64_t{s.burstLen} * 32 / size, step = span + s.stride;
    const std::int64_t length = std::int64_t{s.endIndex} - s.startIndex + 1;
    if (!step || (length + s.stride) % step || length + s.stride < step)
        fault("PARAM-001", {{"op", "DataCopy"}, {"what", "the length of dimension " + std::to_string(dimension)},
                            {"value", length}, {"need", "n pieces of " + std::to_string(span) + " and n - 1 gaps of " +
                                                            std::to_string(s.stride) + " elements"}});
    return (length + s.stride) / step;
}

struct Slices {
    static constexpr std::uint32_t most = AscendC::K_MAX_DIM;
    std::int64_t numbers[1 + 2 * 5 * most];
    std::uint32_t count = 0;

    Slices(const AscendC::SliceInfo to[], const AscendC::SliceInfo from[], std::uint32_t dims, std::uint32_t size) {
        constexpr const char* usage = "DataCopy(dst, src, dstSliceInfo, srcSliceInfo, dimValue)";
        if (!dims || dims > most) fault("CALL-001", {{"case", "dim_value"}, {"op", "DataCopy"}, {"dims", dims}, {"usage", usage}});
        if (to[0].burstLen != from[0].burstLen) fault("CALL-001", {{"case", "burst_len"}, {"op", "DataCopy"}, {"usage", usage}});
        for (std::uint32_t d = 0; d < dims; ++d)
            if (slice_pieces(d, to[d], size) != slice_pieces(d, from[d], size))
                fault("CALL-001", {{"case", "pieces"}, {"op", "DataCopy"}, {"d", d}, {"usage", usage}});
        numbers[count++] = dims;
        for (const AscendC::SliceInfo* side : {to, from})
            for (std::uint32_t d = 0; d < dims; ++d)
                for (std::int64_t n : {side[d].startIndex, side[d].endIndex, side[d].stride, side[d].burstLen,
                                       side[d].shapeValue})
                    numbers[count++] = n;
    }
};

template <class D, class S>
LANEWISE_API void copy_slices(const D& dst, const S& src, const AscendC::SliceInfo to[],
                              const AscendC::SliceInfo from[], std::uint32_t dims) {
    const Slices slices(to, from, dims, widest<typename D::PrimType>);
    Call(Opcode::data_copy_slice_, Overload::PLAIN, 0).tensors(dst, src).issue_list(slices.numbers, slices.count);
}

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const SliceInfo dstSliceInfo[],
                           const SliceInfo srcSliceInfo[], std::uint32_t dimValue = 1) {
    lanewise::copy_slices(dst, src, dstSliceInfo, srcSliceInfo, dimValue);
}
template <class T>
LANEWISE_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const SliceInfo dstSliceInfo[],
                           const SliceInfo srcSliceInfo[], std::uint32_t dimValue = 1) {
    lanewise::copy_slices(dst, src, dstSliceInfo, srcSliceInfo, dimValue);
}

// --- matrices in fractals ---

template <class T, bool enableSmallC0 = false>
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& p) {
    if constexpr (lanewise::pairs_in_bytes<PrimT<T>>)  // its numbers are those of bytes
        return DataCopy(dst.template ReinterpretCast<std::uint8_t>(), src.template ReinterpretCast<std::uint8_t>(), p);
    constexpr std::int64_t far = LANEWISE_HAS_WIDE_COPIES ? 0xFFFFFFFF : 65535;
    constexpr std::int64_t farther = LANEWISE_HAS_WIDE_COPIES ? INT64_MAX : 65535;
    lanewise::check_fields("DataCopy",
                           {{"ndNum", p.ndNum, 0, 4095},
                            {"nValue", p.nValue, 0, 16384},
                            {"dValue", p.dValue, 0, 65535},
                            {"srcNdMatrixStride", static_cast<std::int64_t>(p.srcNdMatrixStride), 0, farther},
                            {"srcDValue", static_cast<std::int64_t>(p.srcDValue), 1, farther},
                            {"dstNzC0Stride", p.dstNzC0Stride, 1, 16384},
                            {"dstNzNStride", p.dstNzNStride, 1, 16384},
                            {"dstNzMatrixStride", p.dstNzMatrixStride, p.ndNum > 1, far}});
    lanewise::plain(lanewise::Opcode::data_copy_nd2nz_)
        .tensors(dst, src)
        .issue_with(p.ndNum, p.nValue, p.dValue, p.srcNdMatrixStride, p.srcDValue, p.dstNzC0Stride, p.dstNzNStride,
                    p.dstNzMatrixStride, enableSmallC0);
}

template <class T>
LANEWISE_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Nz2NdParamsFull& p) {
    lanewise::check_fields("DataCopy", {{"ndNum", p.ndNum, 0, 4095},
                                        {"nValue", p.nValue, 1, 8192},
                                        {"dValue", p.dValue, 1, 8192},
                                        {"srcNdMatrixStride", p.srcNdMatrixStride, p.ndNum > 1, 512},
                                        {"srcNStride", p.srcNStride, 0, 4096},
                                        {"dstDStride", p.dstDStride, 1, 65535},
                                        {"dstNdMatrixStride", p.dstNdMatrixStride, p.ndNum > 1, 65535}});
    if (p.dValue % 16)
        lanewise::fault("PARAM-001", {{"op", "DataCopy"}, {"what", "dValue"}, {"value", p.dValue},
                                      {"need", "a multiple of 16"}});
    lanewise::plain(lanewise::Opcode::data_copy_nz2nd_)
        .tensors(dst, src)
        .issue_with(p.ndNum, p.nValue, p.dValue, p.srcNdMatrixStride, p.srcNStride, p.dstDStride, p.dstNdMatrixStride);
}

// --- up to five loops with padding ---

template <class T, std::uint8_t dim, NdDmaConfig config = kDefaultNdDmaConfig>
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                           const NdDmaParams<PrimT<T>, dim>& params) {
    static_assert(dim >= 1 && dim <= 5, "a copy has one to five dimensions");
    static_assert(!config.isNearestValueMode || lanewise::widest<T> < 8,
                  "64-bit elements cannot be padded with the nearest value");
    const auto& loops = params.loopInfo;
    std::int64_t numbers[2 + 5 * dim] = {dim, static_cast<std::int64_t>(lanewise::raw_bits(params.constantValue))};
    for (int i = 0; i < dim; ++i) {
        const std::int64_t left = config.loopLpSize == NdDmaConfig::unsetPad ? loops.loopLpSize[i] : config.loopLpSize;
        const std::int64_t right = config.loopRpSize == NdDmaConfig::unsetPad ? loops.loopRpSize[i] : config.loopRpSize;
        const lanewise::Bounded axis[] = {
            {"loopSrcStride", static_cast<std::int64_t>(loops.loopSrcStride[i]), 0, (1ll << 40) - 1},
            {"loopDstStride", loops.loopDstStride[i], 0, (1 << 20) - 1},
            {"loopSize", loops.loopSize[i], 1, (1 << 20) - 1},
            {"loopLpSize", left, 0, 255},
            {"loopRpSize", right, 0, 255},
        };
        for (int k = 0; k < 5; ++k) {
            lanewise::check_fields("DataCopy", {axis[k]});
            numbers[2 + 5 * i + k] = axis[k].value;
        }
    }
    constexpr std::uint32_t flags = lanewise::flag_if(config.isNearestValueMode, lanewise::NEAREST);
    lanewise::Call(lanewise::Opcode::data_copy_nddma_, lanewise::Overload::PLAIN, flags)
        .tensors(dst, src)
        .issue_list(numbers, 2 + 5 * dim);
}

}  // namespace AscendC

// --- any number of bytes ---

namespace lanewise {

// The older parameters have 16-bit fields.
template <class Params>
inline void check_pad_shape(const Params& p, bool inward) {
    constexpr bool old = std::is_same_v<Params, AscendC::DataCopyParams>, wide = LANEWISE_HAS_WIDE_COPIES;
    constexpr std::int64_t far = old ? 65535 : wide ? (1ll << 40) - 1 : 0xFFFFFFFF;
    constexpr std::int64_t near = old || wide ? 65535 : 0xFFFFFFFF;
    const std::int64_t back = wide && inward ? -static_cast<std::int64_t>(p.blockLen) : 0;
    check_fields("DataCopyPad", {{"blockCount", asked(p.blockCount), 0, 4095},
                                 {"blockLen", asked(p.blockLen), 0, old ? 65535 : 2097151},
                                 {"srcStride", static_cast<std::int64_t>(asked(p.srcStride)), back, inward ? far : near},
                                 {"dstStride", static_cast<std::int64_t>(asked(p.dstStride)), 0, inward ? near : far}});
}

template <AscendC::PaddingMode mode>
LANEWISE_API std::uint32_t padding_flags() {
    if constexpr (mode == AscendC::PaddingMode::Compact) {
        if (!LANEWISE_HAS_COMPACT_PADDING)
            fault("OP-005", {{"op", "DataCopyPad"}, {"case", "padding_mode"}, {"mode", "PaddingMode::Compact"}, {"chip", LANEWISE_CHIP}});
        return COMPACT;
    }
    return 0;
}

template <AscendC::PaddingMode mode, class T, class Params, class Pad>
LANEWISE_API void pad_in(const AscendC::LocalTensor<T>& dst, const AscendC::GlobalTensor<T>& src, const Params& p,
                         const Pad& pad) {
    using E = AscendC::PrimT<T>;
    if (!LANEWISE_HAS_WIDE_COPIES && dst.lanewise_space() != Space::vector)
        fault("OP-005", {{"op", "DataCopyPad"}, {"case", "memory"}, {"memory", name_of(dst.lanewise_space())}, {"chip", LANEWISE_CHIP}});
    check_pad_shape(p, true);
    check_fields("DataCopyPad", {{"leftPadding", asked(pad.leftPadding), 0, 256 / bits_of<E>},
                                 {"rightPadding", asked(pad.rightPadding), 0, 256 / bits_of<E>}});
    std::uint64_t value = 0;
    if (pad.isPad) {
        value = raw_bits(pad.paddingValue);
        if constexpr (bits_of<E> < 64) value &= (1ull << bits_of<E>) - 1;
        else if (value)
            fault("CALL-001", {{"case", "wide_padding"}, {"op", "DataCopyPad"}, {"usage", "0"}});
    }
    as_bytes(Call(Opcode::data_copy_pad_, Overload::PLAIN, padding_flags<mode>() | flag_if(pad.isPad, PAD_VALUE)).tensors(dst, src))
        .issue_with(p.blockCount, p.blockLen, p.srcStride, p.dstStride, pad.leftPadding, pad.rightPadding, value);
}

template <AscendC::PaddingMode mode, class T, class Params>
LANEWISE_API void pad_out(const AscendC::GlobalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const Params& p) {
    check_pad_shape(p, false);
    as_bytes(Call(Opcode::data_copy_pad_, Overload::PLAIN, padding_flags<mode>()).tensors(dst, src))
        .issue_with(p.blockCount, p.blockLen, p.srcStride, p.dstStride, 0, 0, 0);
}

}  // namespace lanewise

namespace AscendC {

template <class T, PaddingMode mode = PaddingMode::Normal>
LANEWISE_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                              const DataCopyExtParams& dataCopyParams,
                              const DataCopyPadExtParams<PrimT<T>>& padParams) {
    lanewise::pad_in<mode>(dst, src, dataCopyParams, padParams);
}
template <class T, PaddingMode mode = PaddingMode::Normal>
LANEWISE_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                              const DataCopyParams& dataCopyParams, const DataCopyPadParams& padParams) {
    lanewise::pad_in<mode>(dst, src, dataCopyParams, padParams);
}
template <class T, PaddingMode mode = PaddingMode::Normal>
LANEWISE_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                              const DataCopyExtParams& dataCopyParams) {
    lanewise::pad_out<mode>(dst, src, dataCopyParams);
}
template <class T, PaddingMode mode = PaddingMode::Normal>
LANEWISE_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                              const DataCopyParams& dataCopyParams) {
    lanewise::pad_out<mode>(dst, src, dataCopyParams);
}

}  // namespace AscendC
