// What calls of vector instructions are told beside their tensors: enumerations, strides and configurations.
// Constructors as programs brace-initialise them: {..} of a certain length fits one of the structs a call can take.
#pragma once

#include <cstdint>

#include "lanewise/ascend/call_field.h"
#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/tensor.h"

namespace AscendC {

enum class CMPMODE : std::uint8_t { LT, GT, EQ, LE, GE, NE };
enum class SELMODE : std::uint8_t { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class ReduceType : std::uint8_t { SUM, MAX, MIN };
enum class ReduceOrder : std::uint8_t { ORDER_VALUE_INDEX, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };
// Which version of the hardware's packing a call was written for: the results are the same.
enum class GatherMaskMode : std::uint8_t { DEFAULT, VERSION_V1, VERSION_V2 };
inline constexpr GatherMaskMode defaultGatherMaskMode = GatherMaskMode::DEFAULT;

// How precise a function is asked to be: only ascend950 listens. The vendor has one enumeration per function.
enum class Algorithm : std::uint8_t {
    INTRINSIC,
    FAST_INVERSE,
    DIFF_COMPENSATION,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_1ULP_FTZ_FALSE,
    PRECISION_0ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
};
using DivAlgo = Algorithm;
using ExpAlgo = Algorithm;
using LnAlgo = Algorithm;
using ReciprocalAlgo = Algorithm;
using RsqrtAlgo = Algorithm;
using SqrtAlgo = Algorithm;
struct AlgorithmConfig {
    Algorithm algo = Algorithm::INTRINSIC;
};
using DivConfig = AlgorithmConfig;
using ExpConfig = AlgorithmConfig;
using LnConfig = AlgorithmConfig;
using ReciprocalConfig = AlgorithmConfig;
using RsqrtConfig = AlgorithmConfig;
using SqrtConfig = AlgorithmConfig;
inline constexpr AlgorithmConfig DEFAULT_DIV_CONFIG, DEFAULT_EXP_CONFIG, DEFAULT_LN_CONFIG, DEFAULT_RECIPROCAL_CONFIG,
    DEFAULT_RSQRT_CONFIG, DEFAULT_SQRT_CONFIG;

// Which of two tensors is the single element: 0 the left one, 1 the right one.
struct BinaryConfig {
    std::int8_t scalarTensorIndex = 1;
};
inline constexpr BinaryConfig DEFAULT_BINARY_CONFIG;
struct BinaryDefaultType {};  // "as the tensors say"

// --- strides in blocks of 32 bytes ---

// Fields keep what does not fit, and the instruction says so.
struct UnaryRepeatParams {
    lanewise::CallField<std::uint16_t> dstBlkStride{1}, srcBlkStride{1};
    lanewise::CallField<std::uint8_t> dstRepStride{8}, srcRepStride{8};
    bool halfBlock = false;
    std::uint32_t blockNumber = 8;  // these three are reserved: programs may set them, nobody reads them
    bool repeatStrideMode = false, strideSizeMode = false;

    constexpr UnaryRepeatParams() = default;
    constexpr UnaryRepeatParams(std::int64_t dstBlk, std::int64_t srcBlk, std::int64_t dstRep, std::int64_t srcRep, bool upper = false)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep), halfBlock(upper) {}
};

struct BinaryRepeatParams {
    lanewise::CallField<std::uint8_t> dstBlkStride{1}, src0BlkStride{1}, src1BlkStride{1};
    lanewise::CallField<std::uint8_t> dstRepStride{8}, src0RepStride{8}, src1RepStride{8};
    std::uint32_t blockNumber = 8;  // reserved, as above
    bool repeatStrideMode = false, strideSizeMode = false;

    constexpr BinaryRepeatParams() = default;
    constexpr BinaryRepeatParams(std::int64_t dstBlk, std::int64_t src0Blk, std::int64_t src1Blk, std::int64_t dstRep, std::int64_t src0Rep,
                                 std::int64_t src1Rep)
        : dstBlkStride(dstBlk), src0BlkStride(src0Blk), src1BlkStride(src1Blk), dstRepStride(dstRep), src0RepStride(src0Rep),
          src1RepStride(src1Rep) {}
};

struct CopyRepeatParams {
    lanewise::CallField<std::uint16_t> dstStride{0}, srcStride{0}, dstRepeatSize{8}, srcRepeatSize{8};

    constexpr CopyRepeatParams() = default;
    constexpr CopyRepeatParams(std::int64_t dst, std::int64_t src, std::int64_t dstRepeat, std::int64_t srcRepeat)
        : dstStride(dst), srcStride(src), dstRepeatSize(dstRepeat), srcRepeatSize(srcRepeat) {}
};

struct BrcbRepeatParams {
    lanewise::CallField<std::uint16_t> dstBlkStride{1}, dstRepStride{8};

    constexpr BrcbRepeatParams() = default;
    constexpr BrcbRepeatParams(std::int64_t dstBlk, std::int64_t dstRep) : dstBlkStride(dstBlk), dstRepStride(dstRep) {}
};

struct GatherRepeatParams {
    lanewise::CallField<std::uint16_t> dstBlkStride{1}, dstRepStride{8};

    constexpr GatherRepeatParams() = default;
    constexpr GatherRepeatParams(std::int64_t dstBlk, std::int64_t dstRep) : dstBlkStride(dstBlk), dstRepStride(dstRep) {}
};

struct GatherMaskParams {
    lanewise::CallField<std::uint8_t> src0BlockStride{1};
    lanewise::CallField<std::uint16_t> repeatTimes{1}, src0RepeatStride{0};
    lanewise::CallField<std::uint8_t> src1RepeatStride{0};  // between the rows of bits of a pattern tensor

    constexpr GatherMaskParams() = default;
    constexpr GatherMaskParams(std::int64_t src0Block, std::int64_t repeats, std::int64_t src0Repeat, std::int64_t src1Repeat)
        : src0BlockStride(src0Block), repeatTimes(repeats), src0RepeatStride(src0Repeat), src1RepeatStride(src1Repeat) {}
};

// --- layout ---

inline constexpr std::int32_t NCHW_CONV_ADDR_LIST_SIZE = 16;

// The half flags choose 16 of 32 bytes and matter for 8-bit elements only.
struct TransDataTo5HDParams {
    bool dstHighHalf = false, srcHighHalf = false;
    std::uint8_t repeatTimes = 1;
    std::uint16_t dstRepStride = 0, srcRepStride = 0;

    constexpr TransDataTo5HDParams() = default;
    constexpr TransDataTo5HDParams(bool dstHigh, bool srcHigh, std::uint8_t repeats, std::uint16_t dstRep,
                                   std::uint16_t srcRep)
        : dstHighHalf(dstHigh), srcHighHalf(srcHigh), repeatTimes(repeats), dstRepStride(dstRep),
          srcRepStride(srcRep) {}
};

struct TransposeParamsExt {
    std::uint16_t nSize = 0, cSize = 0, hSize = 0, wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;

    constexpr TransposeParamsExt() = default;
    constexpr TransposeParamsExt(std::uint16_t n, std::uint16_t c, std::uint16_t h, std::uint16_t w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}
};

// --- sorting ---

inline constexpr std::int32_t MRG_SORT_ELEMENT_LEN = 4;

// Lengths in records. Valid bits 3, 7 or 15: two, three or four lists take part.
struct MrgSort4Info {
    std::uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {};
    bool ifExhaustedSuspension = false;
    std::uint16_t validBit = 15, repeatTimes = 1;

    constexpr MrgSort4Info() = default;
    constexpr MrgSort4Info(const std::uint16_t lengths[MRG_SORT_ELEMENT_LEN], bool suspension, std::uint16_t valid,
                           std::uint16_t repeats)
        : ifExhaustedSuspension(suspension), validBit(valid), repeatTimes(repeats) {
        for (int i = 0; i < MRG_SORT_ELEMENT_LEN; ++i) elementLengths[i] = lengths[i];
    }
};

template <class T>
struct MrgSortSrcList {
    LocalTensor<T> src1, src2, src3, src4;

    MrgSortSrcList() = default;
    MrgSortSrcList(const LocalTensor<T>& first, const LocalTensor<T>& second, const LocalTensor<T>& third = {},
                   const LocalTensor<T>& fourth = {})
        : src1(first), src2(second), src3(third), src4(fourth) {}
};

// --- quantisation: parameters of the 16 lanes of a block ---

struct VdeqInfo {
    float vdeqScale[16] = {};
    std::int16_t vdeqOffset[16] = {};
    bool vdeqSignMode[16] = {};

    constexpr VdeqInfo() = default;
    constexpr VdeqInfo(const float scale[16], const std::int16_t offset[16], const bool signMode[16]) {
        for (int i = 0; i < 16; ++i) {
            vdeqScale[i] = scale[i];
            vdeqOffset[i] = offset[i];
            vdeqSignMode[i] = signMode[i];
        }
    }
};

// --- data moves ---

struct DataCopyParams {
    lanewise::CallField<std::uint16_t> blockCount{1}, blockLen{0};
    union {
        lanewise::CallField<std::uint16_t> srcGap{0}, srcStride;
    };
    union {
        lanewise::CallField<std::uint16_t> dstGap{0}, dstStride;
    };
    std::uint8_t fixShiftVal = 0;

    constexpr DataCopyParams() {}
    constexpr DataCopyParams(std::int64_t count, std::int64_t length, std::int64_t src, std::int64_t dst)
        : blockCount(count), blockLen(length), srcGap(src), dstGap(dst) {}
};

#if LANEWISE_HAS_WIDE_COPIES
using DataCopyStride = std::int64_t;
#else
using DataCopyStride = std::uint32_t;
#endif

// Lengths in bytes; the stride of the GM side in bytes, of the UB side in blocks.
struct DataCopyExtParams {
    lanewise::CallField<std::uint16_t> blockCount{1};
    std::uint32_t blockLen = 0;
    DataCopyStride srcStride = 0, dstStride = 0;
    std::uint32_t rsv = 0;

    constexpr DataCopyExtParams() = default;
    constexpr DataCopyExtParams(std::int64_t count, std::uint32_t length, DataCopyStride src, DataCopyStride dst,
                                std::uint32_t reserved)
        : blockCount(count), blockLen(length), srcStride(src), dstStride(dst), rsv(reserved) {}
};

struct DataCopyPadParams {
    bool isPad = false;
    lanewise::CallField<std::uint8_t> leftPadding{0}, rightPadding{0};
    std::uint64_t paddingValue = 0;  // bits

    constexpr DataCopyPadParams() = default;
    constexpr DataCopyPadParams(bool pad, std::int64_t left, std::int64_t right, std::uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}
};

template <class T>
struct DataCopyPadExtParams {
    bool isPad = false;
    lanewise::CallField<std::uint8_t> leftPadding{0}, rightPadding{0};
    T paddingValue{};

    DataCopyPadExtParams() = default;
    template <class V>
    DataCopyPadExtParams(bool pad, std::int64_t left, std::int64_t right, V value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(static_cast<T>(value)) {}
};
template <class V>
DataCopyPadExtParams(bool, std::uint8_t, std::uint8_t, V) -> DataCopyPadExtParams<V>;

enum class BlockMode : std::uint8_t {
    BLOCK_MODE_NORMAL, BLOCK_MODE_MATRIX, BLOCK_MODE_VECTOR, BLOCK_MODE_SMALL_CHANNEL, BLOCK_MODE_DEPTHWISE,
};
enum class DeqScale : std::uint8_t { DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };
enum class pad_t : std::uint8_t {
    PAD_NONE, PAD_MODE1, PAD_MODE2, PAD_MODE3, PAD_MODE4, PAD_MODE5, PAD_MODE6, PAD_MODE7, PAD_MODE8,
};

// Only copies from the accumulator of a cube core look at these.
struct DataCopyEnhancedParams {
    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    std::uint64_t deqValue = 0;
    std::uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    std::uint64_t padValue = 0, deqTensorAddr = 0;

    constexpr DataCopyEnhancedParams() = default;
    constexpr DataCopyEnhancedParams(BlockMode block, DeqScale scale, std::uint64_t value, std::uint8_t sid, bool relu,
                                     pad_t pad, std::uint64_t padding)
        : blockMode(block), deqScale(scale), deqValue(value), sidStoreMode(sid), isRelu(relu), padMode(pad),
          padValue(padding) {}
};

struct SliceInfo {
    std::uint32_t startIndex = 0, endIndex = 31, stride = 0, burstLen = 32, shapeValue = 0;

    constexpr SliceInfo() = default;
    constexpr SliceInfo(std::uint32_t start, std::uint32_t end, std::uint32_t gap, std::uint32_t burst,
                        std::uint32_t shape = 0)
        : startIndex(start), endIndex(end), stride(gap), burstLen(burst), shapeValue(shape) {}
};

#if LANEWISE_HAS_WIDE_COPIES
using NdSize = std::uint32_t;
using NdStride = std::uint64_t;
#else
using NdSize = std::uint16_t;
using NdStride = std::uint16_t;
#endif

struct Nd2NzParams {
    std::uint16_t ndNum = 0, nValue = 0;
    NdSize dValue = 0;
    NdStride srcNdMatrixStride = 0, srcDValue = 0;
    std::uint16_t dstNzC0Stride = 0, dstNzNStride = 0;
    NdSize dstNzMatrixStride = 0;

    constexpr Nd2NzParams() = default;
    constexpr Nd2NzParams(std::uint16_t nd, std::uint16_t n, NdSize d, NdStride srcMatrix, NdStride srcD,
                          std::uint16_t c0, std::uint16_t dstN, NdSize dstMatrix)
        : ndNum(nd), nValue(n), dValue(d), srcNdMatrixStride(srcMatrix), srcDValue(srcD), dstNzC0Stride(c0),
          dstNzNStride(dstN), dstNzMatrixStride(dstMatrix) {}
};

struct Nz2NdParamsFull {
    std::uint16_t ndNum = 1, nValue = 0, dValue = 0, srcNdMatrixStride = 1, srcNStride = 0;
    std::uint16_t dstDStride = 0, dstNdMatrixStride = 1;

    constexpr Nz2NdParamsFull() = default;
    constexpr Nz2NdParamsFull(std::uint16_t nd, std::uint16_t n, std::uint16_t d, std::uint16_t srcMatrix,
                              std::uint16_t srcN, std::uint16_t dstD, std::uint16_t dstMatrix)
        : ndNum(nd), nValue(n), dValue(d), srcNdMatrixStride(srcMatrix), srcNStride(srcN), dstDStride(dstD),
          dstNdMatrixStride(dstMatrix) {}
};

struct LoopModeParams {
    std::uint32_t loop1Size = 0, loop2Size = 0;
    std::uint64_t loop1SrcStride = 0, loop1DstStride = 0, loop2SrcStride = 0, loop2DstStride = 0;
};

// Sizes of 0xffff: as in the loop info.
struct NdDmaConfig {
    static constexpr std::uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;
    std::uint16_t loopLpSize = unsetPad, loopRpSize = unsetPad;
    bool ascOptimize = false;
};
inline constexpr NdDmaConfig kDefaultNdDmaConfig;

// One value per dimension, innermost first.
template <std::uint8_t dim>
struct NdDmaLoopInfo {
    std::uint64_t loopSrcStride[dim] = {};
    std::uint32_t loopDstStride[dim] = {};
    std::uint32_t loopSize[dim] = {};
    std::uint8_t loopLpSize[dim] = {};
    std::uint8_t loopRpSize[dim] = {};
};
template <class T, std::uint8_t dim>
struct NdDmaParams {
    NdDmaLoopInfo<dim> loopInfo;
    T constantValue{};
};
template <class T, std::uint8_t dim>
NdDmaParams(NdDmaLoopInfo<dim>, T) -> NdDmaParams<T, dim>;

using MultiCopyConfig = NdDmaConfig;
inline constexpr MultiCopyConfig kDefaultMultiCopyConfig;
template <std::uint8_t dim> using MultiCopyLoopInfo = NdDmaLoopInfo<dim>;
template <class T, std::uint8_t dim> using MultiCopyParams = NdDmaParams<T, dim>;

}  // namespace AscendC
