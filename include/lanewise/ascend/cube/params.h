// What calls of a cube core are told beside their tensors. Structures have constructors, as braces choose between them.
#pragma once

#include "lanewise/ascend/instructions/params.h"

// What becomes of results on their way out of L0C; with V in front each column has a scale of its own. The vendor's compiler knows these
// names without a namespace.
enum QuantMode_t : std::uint8_t {
    NoQuant,
    F322F16,
    F322BF16,
    DEQF16,
    VDEQF16,
    QF322B8_PRE,
    VQF322B8_PRE,
    REQ8,
    VREQ8,
    QF322FP8_PRE,
    VQF322FP8_PRE,
    QF322HIF8_PRE,
    VQF322HIF8_PRE,
    QF322HIF8_PRE_HYBRID,
    VQF322HIF8_PRE_HYBRID,
    QF322F16_PRE,
    VQF322F16_PRE,
    QF322BF16_PRE,
    VQF322BF16_PRE,
    QF322F32_PRE,
    VQF322F32_PRE,
    QS322BF16_PRE,
    VQS322BF16_PRE,
};

namespace AscendC {

using ::QuantMode_t;

enum class FmatrixMode : std::uint8_t { FMATRIX_LEFT, FMATRIX_RIGHT };
enum class HF32Mode : std::uint8_t { ENABLE, DISABLE };
enum class HF32TransMode : std::uint8_t { NEAREST_ZERO, NEAREST_EVEN };
enum class CO2Layout : std::uint8_t { NZ, ROW_MAJOR, COLUMN_MAJOR };

// --- into L1 ---

struct Dn2NzParams {
    std::uint16_t dnNum = 0, nValue = 0;
    std::uint32_t dValue = 0;
    std::uint64_t srcDnMatrixStride = 0, srcDValue = 0;
    std::uint16_t dstNzC0Stride = 0, dstNzNStride = 0;
    std::uint32_t dstNzMatrixStride = 0;

    constexpr Dn2NzParams() = default;
    constexpr Dn2NzParams(std::uint16_t dn, std::uint16_t n, std::uint32_t d, std::uint64_t srcMatrix, std::uint64_t srcD, std::uint16_t c0,
                          std::uint16_t dstN, std::uint32_t dstMatrix)
        : dnNum(dn), nValue(n), dValue(d), srcDnMatrixStride(srcMatrix), srcDValue(srcD), dstNzC0Stride(c0), dstNzNStride(dstN),
          dstNzMatrixStride(dstMatrix) {}
};

template <class T>
struct InitConstValueParams {
    lanewise::CallField<std::uint16_t> repeatTimes{0}, blockNum{0}, dstGap{0};
    T initValue = T(0);

    constexpr InitConstValueParams() = default;
    constexpr InitConstValueParams(std::int64_t repeats, std::int64_t blocks, std::int64_t gap, T value)
        : repeatTimes(repeats), blockNum(blocks), dstGap(gap), initValue(value) {}
    constexpr InitConstValueParams(std::int64_t repeats, T value) : repeatTimes(repeats), initValue(value) {}
};

// --- into L0A and L0B ---

struct LoadData2DParams {
    lanewise::CallField<std::uint16_t> startIndex{0};
    lanewise::CallField<std::uint8_t> repeatTimes{0};
    lanewise::CallField<std::uint16_t> srcStride{0};
    lanewise::CallField<std::uint8_t> sid{0};
    lanewise::CallField<std::uint16_t> dstGap{0};
    bool ifTranspose = false;
    lanewise::CallField<std::uint8_t> addrMode{0};

    constexpr LoadData2DParams() = default;
    constexpr LoadData2DParams(std::int64_t start, std::int64_t repeats, std::int64_t stride, std::int64_t id, std::int64_t gap, bool transpose,
                               std::int64_t mode)
        : startIndex(start), repeatTimes(repeats), srcStride(stride), sid(id), dstGap(gap), ifTranspose(transpose), addrMode(mode) {}
};
using LoadData2dParams = LoadData2DParams;

struct LoadData2DParamsV2 {
    std::uint32_t mStartPosition = 0, kStartPosition = 0;
    lanewise::CallField<std::uint16_t> mStep{0}, kStep{0};
    std::int32_t srcStride = 0;
    lanewise::CallField<std::uint16_t> dstStride{0};
    bool ifTranspose = false;
    lanewise::CallField<std::uint8_t> sid{0};

    constexpr LoadData2DParamsV2() = default;
    constexpr LoadData2DParamsV2(std::uint32_t m, std::uint32_t k, std::int64_t mSteps, std::int64_t kSteps, std::int32_t from, std::int64_t to,
                                 bool transpose, std::int64_t id)
        : mStartPosition(m), kStartPosition(k), mStep(mSteps), kStep(kSteps), srcStride(from), dstStride(to), ifTranspose(transpose), sid(id) {}
};

// Of scales: x along rows of the matrix, y along k.
struct LoadData2DMxParams {
    lanewise::CallField<std::uint16_t> xStartPosition{0}, yStartPosition{0};
    lanewise::CallField<std::uint8_t> xStep{0}, yStep{0};
    lanewise::CallField<std::uint16_t> srcStride{0}, dstStride{0};

    constexpr LoadData2DMxParams() = default;
    constexpr LoadData2DMxParams(std::int64_t x, std::int64_t y, std::int64_t xSteps, std::int64_t ySteps, std::int64_t from, std::int64_t to)
        : xStartPosition(x), yStartPosition(y), xStep(xSteps), yStep(ySteps), srcStride(from), dstStride(to) {}
};

struct LoadData2dTransposeParams {
    lanewise::CallField<std::uint16_t> startIndex{0};
    lanewise::CallField<std::uint8_t> repeatTimes{0};
    lanewise::CallField<std::uint16_t> srcStride{0}, dstGap{0}, dstFracGap{0};
    lanewise::CallField<std::uint8_t> addrMode{0};

    constexpr LoadData2dTransposeParams() = default;
    constexpr LoadData2dTransposeParams(std::int64_t start, std::int64_t repeats, std::int64_t stride, std::int64_t gap, std::int64_t fractalGap,
                                        std::int64_t mode)
        : startIndex(start), repeatTimes(repeats), srcStride(stride), dstGap(gap), dstFracGap(fractalGap), addrMode(mode) {}
    constexpr LoadData2dTransposeParams(std::int64_t start, std::int64_t repeats, std::int64_t stride, std::int64_t gap, std::int64_t fractalGap)
        : LoadData2dTransposeParams(start, repeats, stride, gap, fractalGap, 0) {}
};

// The start and the stride of the source count fractals here, and those of a square may lie apart.
struct LoadData2dTransposeParamsV2 {
    lanewise::CallField<std::uint16_t> startIndex{0};
    lanewise::CallField<std::uint8_t> repeatTimes{0};
    lanewise::CallField<std::uint16_t> srcStride{0}, dstGap{0}, dstFracGap{0}, srcFracGap{0};
    lanewise::CallField<std::uint8_t> addrMode{0};

    constexpr LoadData2dTransposeParamsV2() = default;
    constexpr LoadData2dTransposeParamsV2(std::int64_t start, std::int64_t repeats, std::int64_t stride, std::int64_t gap, std::int64_t fractalGap,
                                          std::int64_t sourceGap, std::int64_t mode = 0)
        : startIndex(start), repeatTimes(repeats), srcStride(stride), dstGap(gap), dstFracGap(fractalGap), srcFracGap(sourceGap), addrMode(mode) {}
};

// padList: left, right, top, bottom.
template <class T>
struct LoadData3DParamsV2 {
    std::uint8_t padList[4] = {};
    lanewise::CallField<std::uint16_t> l1H{0}, l1W{0}, channelSize{0}, kExtension{0}, mExtension{0}, kStartPt{0}, mStartPt{0};
    lanewise::CallField<std::uint8_t> strideW{1}, strideH{1}, filterW{1}, filterH{1}, dilationFilterW{1}, dilationFilterH{1};
    bool enTranspose = false, enSmallK = false;
    T padValue = T(0);
    bool filterSizeW = false, filterSizeH = false, fMatrixCtrl = false;

    constexpr LoadData3DParamsV2() = default;
    constexpr LoadData3DParamsV2(const std::uint8_t pads[4], std::int64_t h, std::int64_t w, std::int64_t channels, std::int64_t kSize,
                                 std::int64_t mSize, std::int64_t kFirst, std::int64_t mFirst, std::int64_t stepW, std::int64_t stepH,
                                 std::int64_t wide, std::int64_t high, std::int64_t dilationW, std::int64_t dilationH, bool transpose, bool smallK,
                                 T pad, bool widerW = false, bool widerH = false, bool right = false)
        : padList{pads[0], pads[1], pads[2], pads[3]}, l1H(h), l1W(w), channelSize(channels), kExtension(kSize), mExtension(mSize),
          kStartPt(kFirst), mStartPt(mFirst), strideW(stepW), strideH(stepH), filterW(wide), filterH(high), dilationFilterW(dilationW),
          dilationFilterH(dilationH), enTranspose(transpose), enSmallK(smallK), padValue(pad), filterSizeW(widerW), filterSizeH(widerH),
          fMatrixCtrl(right) {}
};

// The same in two words; the feature map is as SetFmatrix has said.
struct LoadData3DParamsV2Pro {
    lanewise::CallField<std::uint16_t> channelSize{0};
    bool enTranspose = false, enSmallK = false, filterSizeW = false, filterSizeH = false, fMatrixCtrl = false;
    std::uint64_t extConfig = 0, filterConfig = 0x10101010101;

    constexpr LoadData3DParamsV2Pro() = default;
    constexpr LoadData3DParamsV2Pro(std::int64_t channels, bool transpose, bool smallK, bool widerW, bool widerH, bool right, std::uint64_t extent,
                                    std::uint64_t filter)
        : channelSize(channels), enTranspose(transpose), enSmallK(smallK), filterSizeW(widerW), filterSizeH(widerH), fMatrixCtrl(right),
          extConfig(extent), filterConfig(filter) {}
};

// Whether a load sets the registers of the feature map and of its padding itself.
struct IsResetLoad3dConfig {
    bool isSetFMatrix = true, isSetPadding = true;
};
inline constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG{true, true};

struct LoadDataRepeatParam {
    std::uint16_t repeatStride = 0;
    std::uint8_t repeatTime = 1, repeatMode = 0;

    constexpr LoadDataRepeatParam() = default;
    constexpr LoadDataRepeatParam(std::uint16_t stride, std::uint8_t time, std::uint8_t mode) : repeatStride(stride), repeatTime(time), repeatMode(mode) {}
};
struct LoadDataRepeatParamWithStride : LoadDataRepeatParam {
    std::uint16_t dstStride = 0;

    constexpr LoadDataRepeatParamWithStride() = default;
    constexpr LoadDataRepeatParamWithStride(std::uint16_t stride, std::uint8_t time, std::uint8_t mode, std::uint16_t to)
        : LoadDataRepeatParam(stride, time, mode), dstStride(to) {}
};

// --- products ---

// Six numbers and eight tell two constructors apart.
struct MmadParams {
    lanewise::CallField<std::uint16_t> m{0}, n{0}, k{0};
    bool isBias = false;
    std::int32_t fmOffset = 0;
    bool enSsparse = false, enWinogradA = false, enWinogradB = false;
    lanewise::CallField<std::uint8_t> unitFlag{0};
    bool kDirectionAlign = false, cmatrixSource = false, cmatrixInitVal = true, disableGemv = false;

    constexpr MmadParams() = default;
    constexpr MmadParams(std::int64_t rows, std::int64_t columns, std::int64_t depth, bool bias, std::int32_t offset, bool sparse, bool winogradA,
                         bool winogradB)
        : m(rows), n(columns), k(depth), isBias(bias), fmOffset(offset), enSsparse(sparse), enWinogradA(winogradA), enWinogradB(winogradB) {}
    constexpr MmadParams(std::int64_t rows, std::int64_t columns, std::int64_t depth, std::int64_t flag, bool source, bool zero)
        : m(rows), n(columns), k(depth), unitFlag(flag), cmatrixSource(source), cmatrixInitVal(zero) {}
};

// --- results ---

struct FixpipeConfig {
    CO2Layout format = CO2Layout::ROW_MAJOR;
    bool isToUB = false;
};
inline constexpr FixpipeConfig CFG_NZ{CO2Layout::NZ}, CFG_ROW_MAJOR{CO2Layout::ROW_MAJOR}, CFG_COLUMN_MAJOR{CO2Layout::COLUMN_MAJOR};

struct FixpipeParamsV220 {
    lanewise::CallField<std::uint16_t> nSize{0}, mSize{0}, srcStride{0};
    std::uint32_t dstStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    std::uint64_t deqScalar = 0;
    lanewise::CallField<std::uint16_t> ndNum{1}, srcNdStride{0}, dstNdStride{0};
    bool reluEn = false;
    lanewise::CallField<std::uint8_t> unitFlag{0};
    bool isChannelSplit = false;

    constexpr FixpipeParamsV220() = default;
    constexpr FixpipeParamsV220(std::int64_t n, std::int64_t m, std::int64_t from, std::uint32_t to, bool relu)
        : nSize(n), mSize(m), srcStride(from), dstStride(to), reluEn(relu) {}
    constexpr FixpipeParamsV220(std::int64_t n, std::int64_t m, std::int64_t from, std::uint32_t to, bool relu, QuantMode_t quant, std::uint64_t scale,
                                std::int64_t matrices, std::int64_t fromMatrix, std::int64_t toMatrix, std::int64_t flag, bool split = false)
        : nSize(n), mSize(m), srcStride(from), dstStride(to), quantPre(quant), deqScalar(scale), ndNum(matrices), srcNdStride(fromMatrix),
          dstNdStride(toMatrix), reluEn(relu), unitFlag(flag), isChannelSplit(split) {}
};
using FixpipeParamsM300 = FixpipeParamsV220;
using FixpipeParamsM310 = FixpipeParamsV220;

struct DataCopyCO12DstParams {
    lanewise::CallField<std::uint8_t> sid{0};
    lanewise::CallField<std::uint16_t> nSize{0}, mSize{0};
    std::uint32_t dstStride = 1;
    lanewise::CallField<std::uint16_t> srcStride{1};
    lanewise::CallField<std::uint8_t> unitFlag{0}, clipReluPre{0}, eltWiseOp{0};
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    lanewise::CallField<std::uint8_t> reluPre{0};
    bool channelSplit = false, nz2ndEn = false;

    constexpr DataCopyCO12DstParams() = default;
    constexpr DataCopyCO12DstParams(std::int64_t n, std::int64_t m, std::uint32_t to, std::int64_t from, QuantMode_t quant, std::int64_t relu, bool split,
                                    bool rows)
        : nSize(n), mSize(m), dstStride(to), srcStride(from), quantPre(quant), reluPre(relu), channelSplit(split), nz2ndEn(rows) {}
};

#if !LANEWISE_HAS_ELEMENT_STRIDES

// The older words: bursts of whole columns of 16 elements, lengths and gaps in blocks of 32 bytes.
struct QuantParams {
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    std::uint64_t deqScalar = 0;

    constexpr QuantParams() = default;
    constexpr QuantParams(QuantMode_t quant) : quantPre(quant) {}
    constexpr QuantParams(QuantMode_t quant, std::uint64_t scale) : quantPre(quant), deqScalar(scale) {}
};
struct Nz2NdParams {
    bool nz2ndEn = false;
    std::uint16_t ndNum = 1, srcNdStride = 0, dstNdStride = 0, originalNSize = 0;

    constexpr Nz2NdParams() = default;
    constexpr Nz2NdParams(bool rows, std::uint16_t matrices, std::uint16_t from, std::uint16_t to, std::uint16_t columns)
        : nz2ndEn(rows), ndNum(matrices), srcNdStride(from), dstNdStride(to), originalNSize(columns) {}
};
template <class T>
struct FixpipeParams {
    lanewise::CallField<std::uint16_t> cburstNum{1}, burstLen{1};
    std::uint32_t srcStride = 0, dstStride = 0;
    QuantParams quantParams{};
    bool reluEn = false;
    Nz2NdParams nz2ndParams{};
    lanewise::CallField<std::uint8_t> unitFlag{0};

    constexpr FixpipeParams() = default;
    constexpr FixpipeParams(std::int64_t count, std::int64_t length, std::uint32_t from, std::uint32_t to)
        : cburstNum(count), burstLen(length), srcStride(from), dstStride(to) {}
};

#else

enum class ReluMode : std::uint8_t { NO_RELU, NORMAL_RELU, SCALAR_RELU, VECTOR_RELU };
enum class ClipReluMode : std::uint8_t { NOCLIP_RELU, CLIP_RELU };

struct Nz2NdParams {
    std::uint16_t ndNum = 1, srcNdStride = 0;
    std::uint32_t dstNdStride = 0;

    constexpr Nz2NdParams() {}  // g++ 12 emits no body of a defaulted one for members of templates
    constexpr Nz2NdParams(std::uint16_t matrices, std::uint16_t from, std::uint32_t to) : ndNum(matrices), srcNdStride(from), dstNdStride(to) {}
};
struct Nz2DnParams {
    std::uint16_t dnNum = 1, srcNzMatrixStride = 0;
    std::uint32_t dstDnMatrixStride = 0;
    std::uint16_t srcNzC0Stride = 0;

    constexpr Nz2DnParams() {}
    constexpr Nz2DnParams(std::uint16_t matrices, std::uint16_t from, std::uint32_t to, std::uint16_t rows)
        : dnNum(matrices), srcNzMatrixStride(from), dstDnMatrixStride(to), srcNzC0Stride(rows) {}
};
template <CO2Layout format>
struct TransformParams {
    using PARAMS = std::uint8_t;
};
template <>
struct TransformParams<CO2Layout::ROW_MAJOR> {
    using PARAMS = Nz2NdParams;
};
template <>
struct TransformParams<CO2Layout::COLUMN_MAJOR> {
    using PARAMS = Nz2DnParams;
};

template <CO2Layout format = CO2Layout::ROW_MAJOR>
struct FixpipeParamsArch3510 {
    ReluMode preReluMode = ReluMode::NO_RELU;
    ClipReluMode preClipReluMode = ClipReluMode::NOCLIP_RELU;
    std::uint64_t reluScalar = 0, vectorRelu = 0;
    lanewise::CallField<std::uint16_t> nSize{0}, mSize{0}, srcStride{0};
    std::uint32_t dstStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    std::uint64_t deqScalar = 0;
    bool reluEn = false;
    lanewise::CallField<std::uint8_t> unitFlag{0}, dualDstCtl{0};
    bool subBlockId = false;
    typename TransformParams<format>::PARAMS params{};
    bool isChannelSplit = false;

    constexpr FixpipeParamsArch3510() = default;
    constexpr FixpipeParamsArch3510(std::int64_t n, std::int64_t m, std::int64_t from, std::uint32_t to) : nSize(n), mSize(m), srcStride(from), dstStride(to) {}
};
template <CO2Layout format = CO2Layout::ROW_MAJOR>
struct FixpipeParamsC310 : FixpipeParamsArch3510<format> {
    using FixpipeParamsArch3510<format>::FixpipeParamsArch3510;
};

#endif

}  // namespace AscendC
