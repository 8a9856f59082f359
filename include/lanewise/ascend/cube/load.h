// Moves into the memories of a cube core: LoadData in all its forms, and Fill.
#pragma once

#include "lanewise/ascend/cube/params.h"
#include "lanewise/ascend/instructions/moves.h"

namespace lanewise {

[[noreturn, gnu::noinline]] inline void refuse_value(const char* op, const char* what, std::int64_t value, const std::string& need) {
    fault("PARAM-001", {{"op", op}, {"what", what}, {"value", value}, {"need", need}});
}

template <class T>
LANEWISE_API constexpr std::int64_t bytes_of() {
    return bits_of<T> < 8 ? 1 : bits_of<T> / 8;
}

// What lies beside a matrix in a memory of its own, where a part of the matrix's address says: scales, or the index of a sparse one. How
// much of it there is says nobody.
template <class T>
struct Beside {
    Space space;
    std::uint32_t address, extent;

    template <class M>
    LANEWISE_API static Beside of(const AscendC::LocalTensor<M>& matrix, std::uint32_t part) {
        const bool left = matrix.lanewise_space() == Space::left, index = std::is_same_v<T, std::uint8_t>;
        return {index ? Space::right_index : left ? Space::left_scales : Space::right_scales, matrix.lanewise_address() / part, UINT32_MAX};
    }
};
template <class T>
LANEWISE_API void describe(Operand& o, const Beside<T>& b) {
    o.address = b.address;
    o.extent = b.extent;
    o.block_stride = 1;
    o.repeat_stride = 0;
    set_kind(o, kind(static_cast<unsigned>(dtype_of<T>), b.space));
}

// Where more repeats of a load go than one is not published.
LANEWISE_API void set_load_repeat(const char* op, const AscendC::LoadDataRepeatParam& p, std::int64_t to) {
    if (p.repeatTime > 1) refuse_value(op, "repeatTime", p.repeatTime, "0 or 1: where more of them go is not published");
    plain(Opcode::set_load_data_repeat_).issue_with(p.repeatStride, p.repeatTime, p.repeatMode, to);
}

template <class D, class S>
LANEWISE_API void load_fractals(const D& dst, const S& src, const AscendC::LoadData2DParams& p) {
    check_fields("LoadData", {{"startIndex", asked(p.startIndex), 0, 65535},
                              {"repeatTimes", asked(p.repeatTimes), 0, 255},
                              {"srcStride", asked(p.srcStride), 0, 65535},
                              {"dstGap", asked(p.dstGap), 0, 65535},
                              {"addrMode", asked(p.addrMode), 0, 1}});
    if (p.ifTranspose && bits_of<typename D::PrimType> != 16)
        refuse_value("LoadData", "ifTranspose", 1, "false: only fractals of 16-bit elements are square");
    plain(Opcode::load_data_).tensors(dst, src).issue_with(p.startIndex, p.repeatTimes, p.srcStride, p.dstGap, p.ifTranspose, p.addrMode);
}

#if LANEWISE_HAS_WIDE_COPIES
template <class D, class S>
LANEWISE_API void load_blocks(const D& dst, const S& src, const AscendC::LoadData2DParamsV2& p) {
    check_fields("LoadData", {{"mStep", asked(p.mStep), 0, 255}, {"kStep", asked(p.kStep), 0, 255}, {"dstStride", asked(p.dstStride), 0, 65535}});
    constexpr int bits = pairs_in_bytes<typename D::PrimType> ? 4 : bits_of<typename D::PrimType>;
    if (p.ifTranspose && bits == 32 && p.kStep % 2) refuse_value("LoadData", "kStep", p.kStep, "a multiple of 2 when 32-bit elements are transposed");
    if (p.ifTranspose && bits < 16 && p.mStep % (16 / bits))
        refuse_value("LoadData", "mStep", p.mStep, "a multiple of " + std::to_string(16 / bits) + " when so small elements are transposed");
    plain(Opcode::load_data_2dv2_)
        .tensors(dst, src)
        .issue_with(p.mStartPosition, p.kStartPosition, p.mStep, p.kStep, p.srcStride, p.dstStride, p.ifTranspose);
}
#endif

#if LANEWISE_HAS_WIDE_COPIES
template <class T>
LANEWISE_API void hand_out(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, std::int64_t sub, const AscendC::DataCopyParams& p) {
    constexpr const char* op = "DataCopyL1ToUB";
    check_fields(op, {{"blockCount", asked(p.blockCount), 0, 4095},
                      {"blockLen", asked(p.blockLen), 0, 65535},
                      {"srcStride", asked(p.srcGap), 0, 65535},
                      {"dstStride", asked(p.dstGap), 0, 65535},
                      {"subBlockId", sub, 0, 1}});
    plain(Opcode::data_copy_l1_to_ub_).tensors(dst, src).issue_with(p.blockCount, p.blockLen, p.srcGap, p.dstGap, sub);
}
#endif

// What a transposing load turns at once: 16 x 16 elements of 16 or 32 bits, 32 x 32 of 8 bits, 64 x 64 of 4 bits.
template <class T>
inline constexpr std::int64_t fractals_of_square = pairs_in_bytes<T> ? 4 : bits_of<T> == 16 ? 1 : 2;

// `unit`: fractals in what the start and the stride of the source count.
template <class D, class S, class P>
LANEWISE_API void load_squares(const D& dst, const S& src, const P& p, std::int64_t unit, std::int64_t src_gap) {
    constexpr const char* op = "LoadDataWithTranspose";
    check_fields(op, {{"startIndex", asked(p.startIndex), 0, 65535},
                      {"repeatTimes", asked(p.repeatTimes), 0, 255},
                      {"srcStride", asked(p.srcStride), 0, 65535},
                      {"dstGap", asked(p.dstGap), 0, 65535},
                      {"dstFracGap", asked(p.dstFracGap), 0, 65535},
                      {"srcFracGap", src_gap, 0, 65535},
                      {"addrMode", asked(p.addrMode), 0, 1}});
    if (pairs_in_bytes<typename D::PrimType> && dst.lanewise_space() != Space::right)
        refuse_value(op, "the position of dst", static_cast<int>(dst.GetPosition()), "B2 for 4-bit elements");
    plain(Opcode::load_data_with_transpose_)
        .tensors(dst, src)
        .issue_with(p.startIndex * unit, p.repeatTimes, p.srcStride * unit, p.dstGap, p.dstFracGap, p.addrMode, src_gap);
}

template <class T>
LANEWISE_API void check_start(std::int64_t k) {
    constexpr std::int64_t c0 = 32 / bytes_of<T>();
    if (k % c0) refuse_value("LoadData", "kStartPt", k, "a multiple of " + std::to_string(c0));
}

template <bool sets_map, bool sets_padding, class T, class U>
LANEWISE_API void load_map(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const AscendC::LoadData3DParamsV2<U>& p, bool strided) {
    check_fields("LoadData", {{"l1H", asked(p.l1H), 0, 32767},
                              {"l1W", asked(p.l1W), 0, 32767},
                              {"channelSize", asked(p.channelSize), 0, 65535},
                              {"kExtension", asked(p.kExtension), 0, 65535},
                              {"mExtension", asked(p.mExtension), 0, 65535},
                              {"kStartPt", asked(p.kStartPt), 0, 65535},
                              {"mStartPt", asked(p.mStartPt), 0, 32767},
                              {"strideW", asked(p.strideW), 0, 63},
                              {"strideH", asked(p.strideH), 0, 63},
                              {"filterW", asked(p.filterW), 0, 255},
                              {"filterH", asked(p.filterH), 0, 255},
                              {"dilationFilterW", asked(p.dilationFilterW), 0, 255},
                              {"dilationFilterH", asked(p.dilationFilterH), 0, 255}});
    check_start<AscendC::PrimT<T>>(p.kStartPt);
    if constexpr (sets_map)
        plain(Opcode::set_fmatrix_).issue_with(p.l1H, p.l1W, p.padList[0], p.padList[1], p.padList[2], p.padList[3], p.fMatrixCtrl);
    if constexpr (sets_padding) plain(Opcode::set_load_data_padding_value_).issue_with(raw_bits(p.padValue));
    plain(Opcode::load_data_3d_)
        .tensors(dst, src)
        .issue_with(p.channelSize, p.kExtension, p.mExtension, p.kStartPt, p.mStartPt, p.strideW, p.strideH, p.filterW + 256 * p.filterSizeW,
                    p.filterH + 256 * p.filterSizeH, p.dilationFilterW, p.dilationFilterH, p.enTranspose, p.fMatrixCtrl, strided);
}

}  // namespace lanewise

namespace AscendC {

template <class T, class U = PrimT<T>>
LANEWISE_API void Fill(const LocalTensor<T>& dst, const InitConstValueParams<U>& p) {
    lanewise::check_fields("Fill", {{"repeatTimes", lanewise::asked(p.repeatTimes), 0, 32767},
                                    {"blockNum", lanewise::asked(p.blockNum), 0, 32767},
                                    {"dstGap", lanewise::asked(p.dstGap), 0, 32767}});
    lanewise::plain(lanewise::Opcode::init_const_value_)
        .tensors(dst)
        .issue_with(p.repeatTimes, p.blockNum, p.dstGap, lanewise::raw_bits(static_cast<PrimT<T>>(p.initValue)));
}
template <class T, class U = PrimT<T>>
LANEWISE_API void InitConstValue(const LocalTensor<T>& dst, const InitConstValueParams<U>& p) {
    Fill(dst, p);
}

template <class T>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParams& p) {
    lanewise::load_fractals(dst, src, p);
}
template <class T>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const LoadData2DParams& p) {
    lanewise::load_fractals(dst, src, p);
}

#if LANEWISE_HAS_WIDE_COPIES
template <class T>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParamsV2& p) {
    lanewise::load_blocks(dst, src, p);
}
template <class T>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const LoadData2DParamsV2& p) {
    lanewise::load_blocks(dst, src, p);
}

// A matrix with its scales, which lie where a 16th of its address says, in a memory of their own.
template <class U, class T>
LANEWISE_API void LoadData(const LocalTensor<U>& dst, const LocalTensor<T>& src, const LocalTensor<fp8_e8m0_t>& srcMx, const LoadData2DParamsV2& p,
                           const LoadData2DMxParams& mx) {
    static_assert(sizeof(PrimT<U>) == sizeof(PrimT<T>), "a load does not change how wide elements are");
    lanewise::load_blocks(dst, src.template ReinterpretCast<U>(), p);
    lanewise::check_fields("LoadData", {{"xStartPosition", lanewise::asked(mx.xStartPosition), 0, 65535},
                                        {"yStartPosition", lanewise::asked(mx.yStartPosition), 0, 65535},
                                        {"xStep", lanewise::asked(mx.xStep), 0, 255},
                                        {"yStep", lanewise::asked(mx.yStep), 0, 255},
                                        {"srcStride", lanewise::asked(mx.srcStride), 0, 65535},
                                        {"dstStride", lanewise::asked(mx.dstStride), 0, 65535}});
    lanewise::plain(lanewise::Opcode::load_data_mx_)
        .tensors(lanewise::Beside<fp8_e8m0_t>::of(dst, 16), srcMx)
        .issue_with(mx.xStartPosition, mx.yStartPosition, mx.xStep, mx.yStep, mx.srcStride, mx.dstStride);
}

template <class T>
LANEWISE_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Dn2NzParams& p) {
    lanewise::check_fields("DataCopy", {{"dnNum", p.dnNum, 0, 4095},
                                        {"nValue", p.nValue, 0, 16384},
                                        {"dValue", p.dValue, 0, (1 << 21) - 1},
                                        {"srcDnMatrixStride", static_cast<std::int64_t>(p.srcDnMatrixStride), 0, (1ll << 40) - 1},
                                        {"srcDValue", static_cast<std::int64_t>(p.srcDValue), 1, (1ll << 40) - 1},
                                        {"dstNzC0Stride", p.dstNzC0Stride, 1, 16384},
                                        {"dstNzNStride", p.dstNzNStride, 1, 16384}});
    lanewise::plain(lanewise::Opcode::data_copy_dn2nz_)
        .tensors(dst, src)
        .issue_with(p.dnNum, p.nValue, p.dValue, p.srcDnMatrixStride, p.srcDValue, p.dstNzC0Stride, p.dstNzNStride, p.dstNzMatrixStride);
}

// Out of L1 into UB, of either vector core of the group. A count is rounded down to whole blocks.
template <class T, std::uint8_t subBlockId = 0>
LANEWISE_API void DataCopyL1ToUB(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams) {
    lanewise::hand_out(dst, src, subBlockId, repeatParams);
}
template <class T, std::uint8_t subBlockId = 0>
LANEWISE_API void DataCopyL1ToUB(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t count) {
    const auto blocks = static_cast<std::int64_t>(std::uint64_t{count} * lanewise::bits_of<PrimT<T>> / 256);
    DataCopyL1ToUB<T, subBlockId>(dst, src, DataCopyParams(1, blocks, 0, 0));
}

LANEWISE_API void SetLoadDataRepeatWithStride(const LoadDataRepeatParamWithStride& p) {
    lanewise::set_load_repeat("SetLoadDataRepeatWithStride", p, p.dstStride);
}
template <class T, const IsResetLoad3dConfig& config = IS_RESER_LOAD3D_DEFAULT_CONFIG, class U = PrimT<T>>
LANEWISE_API void LoadDataWithStride(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2<U>& p) {
    lanewise::load_map<config.isSetFMatrix, config.isSetPadding>(dst, src, p, true);
}
#endif

#if LANEWISE_L0BI_BYTES
// A sparse matrix with its index, which lies where a quarter of its address says, in a memory of its own.
template <class T = std::int8_t, class U = std::uint8_t>
LANEWISE_API void LoadDataWithSparse(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<U>& idx, const LoadData2DParams& p) {
    lanewise::check_fields("LoadDataWithSparse",
                           {{"startIndex", lanewise::asked(p.startIndex), 0, 65535}, {"repeatTimes", lanewise::asked(p.repeatTimes), 0, 255}});
    lanewise::plain(lanewise::Opcode::load_data_).tensors(dst, src).issue_with(p.startIndex, p.repeatTimes, 1, 0, 0, 0);
    lanewise::plain(lanewise::Opcode::load_data_with_sparse_)
        .tensors(lanewise::Beside<std::uint8_t>::of(dst, 4), idx)
        .issue_with(p.startIndex, p.repeatTimes);
}
#endif

template <class T>
LANEWISE_API void LoadDataWithTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2dTransposeParams& p) {
    lanewise::load_squares(dst, src, p, lanewise::fractals_of_square<PrimT<T>>, 0);
}
#if LANEWISE_HAS_WIDE_COPIES
template <class T>
LANEWISE_API void LoadDataWithTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2dTransposeParamsV2& p) {
    lanewise::load_squares(dst, src, p, 1, lanewise::asked(p.srcFracGap));
}
#endif

template <class T, const IsResetLoad3dConfig& config = IS_RESER_LOAD3D_DEFAULT_CONFIG, class U = PrimT<T>>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2<U>& p) {
    lanewise::load_map<config.isSetFMatrix, config.isSetPadding>(dst, src, p, false);
}
template <class T>
LANEWISE_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2Pro& p) {
    const auto field = [](std::uint64_t word, int at, std::uint64_t ones) { return static_cast<std::int64_t>(word >> at & ones); };
    lanewise::check_start<PrimT<T>>(field(p.extConfig, 32, 0xFFFF));
    lanewise::plain(lanewise::Opcode::load_data_3d_)
        .tensors(dst, src)
        .issue_with(p.channelSize, field(p.extConfig, 0, 0xFFFF), field(p.extConfig, 16, 0xFFFF), field(p.extConfig, 32, 0xFFFF),
                    field(p.extConfig, 48, 0xFFFF), field(p.filterConfig, 0, 0xFF), field(p.filterConfig, 8, 0xFF),
                    field(p.filterConfig, 16, 0xFF) + 256 * p.filterSizeW, field(p.filterConfig, 24, 0xFF) + 256 * p.filterSizeH,
                    field(p.filterConfig, 32, 0xFF), field(p.filterConfig, 40, 0xFF), p.enTranspose, p.fMatrixCtrl, 0);
}

LANEWISE_API void SetFmatrix(std::uint16_t l1H, std::uint16_t l1W, const std::uint8_t padList[4], const FmatrixMode& mode) {
    lanewise::plain(lanewise::Opcode::set_fmatrix_).issue_with(l1H, l1W, padList[0], padList[1], padList[2], padList[3], mode);
}
template <class T>
LANEWISE_API void SetLoadDataPaddingValue(const T padValue) {
    lanewise::plain(lanewise::Opcode::set_load_data_padding_value_).issue_with(lanewise::raw_bits(padValue));
}
// An older name of it.
LANEWISE_API void Load3DSetFMatrixCal(std::uint16_t l1H, std::uint16_t l1W, const std::uint8_t padList[4]) {
    SetFmatrix(l1H, l1W, padList, FmatrixMode::FMATRIX_LEFT);
}
// Behind its end a load would go on at the start of L1.
LANEWISE_API void SetLoadDataBoundary(std::uint32_t boundaryValue) {
    if (boundaryValue && boundaryValue < LANEWISE_L1_BYTES)
        lanewise::refuse_value("SetLoadDataBoundary", "boundaryValue", boundaryValue, std::string("0 or all of ") + lanewise::name_of(lanewise::Space::staging) + ": loads that go on at its start are not emulated");
}
LANEWISE_API void SetLoadDataRepeat(const LoadDataRepeatParam& p) { lanewise::set_load_repeat("SetLoadDataRepeat", p, 0); }

}  // namespace AscendC
