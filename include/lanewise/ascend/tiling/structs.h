// The tiling structures of the library, each in three spellings with one layout: optiling::X (a class with set_,
// get_ and an image), AscendC::tiling::X (plain) and X (the plain one). Kernels take the few fields they need; the others are
// advice for chips.
#pragma once

#include "lanewise/ascend/tiling/macros.h"

#define LANEWISE_FIELDS_LayerNormTiling(field) \
    field(std::uint32_t, bLength) field(std::uint32_t, sLength) field(std::uint32_t, hLength) \
    field(std::uint32_t, originalHLength) field(std::uint32_t, inputXSize) field(std::uint32_t, meanVarSize) \
    field(std::uint32_t, numberOfTmpBuf) field(std::uint32_t, meanTmpTensorPos) \
    field(std::uint32_t, meanTmpTensorSize) field(std::uint32_t, varianceTmpTensorPos) \
    field(std::uint32_t, varianceTmpTensorSize) field(std::uint32_t, tmpBufSize) field(std::uint32_t, oneTmpSize) \
    field(std::uint32_t, firstTmpStartPos) field(std::uint32_t, secondTmpStartPos) \
    field(std::uint32_t, thirdTmpStartPos) field(std::uint32_t, loopRound) field(std::uint32_t, inputRoundSize) \
    field(std::uint32_t, inputTailSize) field(std::uint32_t, inputTailPos) field(std::uint32_t, meanVarRoundSize) \
    field(std::uint32_t, meanVarTailSize) field(std::uint32_t, meanVarTailPos) field(std::uint32_t, bshCurLength) \
    field(std::uint32_t, bsCurLength) field(float, lastDimValueBack)

#define LANEWISE_FIELDS_LayerNormSeparateTiling(field) \
    field(std::uint32_t, aLength) field(std::uint32_t, rLength) field(std::uint32_t, halfAddRepeatTimes) \
    field(std::uint32_t, rHeadLength) field(float, k2Rec) field(float, k2RRec) field(std::uint32_t, inputXSize) \
    field(std::uint32_t, meanVarSize) field(std::uint32_t, numberOfTmpBuf) \
    field(std::uint32_t, varianceTmpTensorPos) field(std::uint32_t, varianceTmpTensorSize) \
    field(std::uint32_t, tmpBufSize) field(std::uint32_t, oneTmpSize) field(std::uint32_t, firstTmpStartPos) \
    field(std::uint32_t, secondTmpStartPos) field(std::uint32_t, thirdTmpStartPos) field(std::uint32_t, loopRound) \
    field(std::uint32_t, inputRoundSize) field(std::uint32_t, inputTailSize) field(std::uint32_t, inputTailPos) \
    field(std::uint32_t, meanVarRoundSize) field(std::uint32_t, meanVarTailSize) \
    field(std::uint32_t, meanVarTailPos) field(std::uint32_t, arCurLength) field(std::uint32_t, aCurLength) \
    field(float, rValueBack)

#define LANEWISE_FIELDS_SoftMaxTiling(field) \
    field(std::uint32_t, srcM) field(std::uint32_t, srcK) field(std::uint32_t, srcSize) \
    field(std::uint32_t, outMaxM) field(std::uint32_t, outMaxK) field(std::uint32_t, outMaxSize) \
    field(std::uint32_t, splitM) field(std::uint32_t, splitK) field(std::uint32_t, splitSize) \
    field(std::uint32_t, reduceM) field(std::uint32_t, reduceK) field(std::uint32_t, reduceSize) \
    field(std::uint32_t, rangeM) field(std::uint32_t, tailM) field(std::uint32_t, tailSplitSize) \
    field(std::uint32_t, tailReduceSize)

#define LANEWISE_FIELDS_LogSoftMaxTiling LANEWISE_FIELDS_SoftMaxTiling

#define LANEWISE_FIELDS_DeepNormTiling LANEWISE_FIELDS_LayerNormTiling

#define LANEWISE_FIELDS_LayerNormGradTiling(field)                                                                 \
    field(std::uint32_t, stackBufferSize) field(std::uint32_t, bLength) field(std::uint32_t, sLength)              \
    field(std::uint32_t, hLength) field(std::uint32_t, originalHLength) field(std::uint32_t, oneCalSize)           \
    field(std::uint32_t, nohCalSize) field(std::uint32_t, loopNum) field(std::uint32_t, tailSize)                  \
    field(std::uint32_t, nohTailSize) field(std::uint32_t, tmpTensorBSHPos) field(std::uint32_t, tmpTensorBSHSize) \
    field(std::uint32_t, pdVarTensorPos) field(std::uint32_t, pdVarTensorSize) field(std::uint32_t,                \
                                                                                     pdMeanTensorPos)              \
    field(std::uint32_t, pdMeanTensorSize) field(std::uint32_t, x1TensorPos) field(std::uint32_t, x1TensorSize)    \
    field(std::uint32_t, x2TensorPos) field(std::uint32_t, x2TensorSize) field(std::uint32_t, x3TensorPos)         \
    field(std::uint32_t, x3TensorSize) field(std::uint32_t, tmpTensorPos) field(std::uint32_t, tmpTensorSize)      \
    field(std::uint32_t, tmpTensor1Pos) field(std::uint32_t, tmpTensor1Size) field(std::uint32_t, tmpTensor2Pos)   \
    field(std::uint32_t, tmpTensor2Size) field(std::uint32_t, lastDimValueBack)                                    \
    field(std::uint32_t, lastDimValueBackMulTwo)

#define LANEWISE_FIELDS_LayerNormGradBetaTiling(field) \
    field(std::uint32_t, stackBufferSize) field(std::uint32_t, bLength) field(std::uint32_t, sLength) \
    field(std::uint32_t, hLength) field(std::uint32_t, originalHLength) field(std::uint32_t, bshLength) \
    field(std::uint32_t, bsLength) field(std::uint32_t, oneCalSize) field(std::uint32_t, numberOfTmpBuf) \
    field(std::uint32_t, loopRound) field(std::uint32_t, inputTailSize) field(std::uint32_t, inputTailPos) \
    field(std::uint32_t, bsTailSize) field(std::uint32_t, bshCurLength) field(std::uint32_t, bsCurLength) \
    field(std::uint32_t, gammaTempTensorPos) field(std::uint32_t, betaTempTensorPos) \
    field(std::uint32_t, inputDyTmpTensorPos) field(std::uint32_t, resForGammaTmpTensorPos) \
    field(std::uint32_t, reserved)

#define LANEWISE_FIELDS_RmsNormTiling(field) \
    field(std::uint32_t, bLength) field(std::uint32_t, sLength) field(std::uint32_t, hLength) \
    field(std::uint32_t, originalHLength) field(float, reciprocalOfHLength) field(std::uint32_t, mainBshLength) \
    field(std::uint32_t, mainBsLength) field(std::uint32_t, mainBsLengthAlign) field(std::uint32_t, loopRound) \
    field(std::uint32_t, inputTailPos) field(std::uint32_t, tailBshLength) field(std::uint32_t, tailBsLength)

#define LANEWISE_FIELDS_PadTiling(field) \
    field(std::uint32_t, srcHeight) field(std::uint32_t, srcWidth) field(std::uint32_t, srcOriWidth) \
    field(std::uint32_t, widthWithoutLastBlock) field(std::uint32_t, blocksPerRow) \
    field(std::uint32_t, heightTiling) field(std::uint32_t, heightFractal) field(std::uint32_t, heightFractalTail) \
    field(std::uint32_t, mainLoopOffset) field(std::uint32_t, tailBlockOffset) \
    field(std::uint32_t, tmpBuffer1BlockNum) field(std::uint32_t, tmpBuffer1RowNum) \
    field(std::uint32_t, tmpBuffer2Offset) field(std::uint32_t, widthTiling) field(std::uint32_t, widthFractal) \
    field(std::uint32_t, widthFractalTail) field(std::uint32_t, widthFractalTailAlingned) \
    field(std::uint32_t, brcbTiling) field(std::uint32_t, brcbFractal) field(std::uint32_t, brcbFractalTail) \
    field(std::uint32_t, maxRepeatTimes) field(std::uint32_t, brcbTilingRepeatTimes) \
    field(std::uint32_t, brcbTilingRepeatTimesTail) field(std::uint32_t, brcbFractalTailRepeatTimes) \
    field(std::uint32_t, brcbFractalTailRepeatTimesTail) field(std::uint32_t, reserved)

#define LANEWISE_FIELDS_ConfusionTransposeTiling(field) \
    field(std::uint32_t, param0) field(std::uint32_t, param1) field(std::uint32_t, param2) \
    field(std::uint32_t, param3) field(std::uint32_t, param4) field(std::uint32_t, param5) \
    field(std::uint32_t, param6) field(std::uint32_t, param7) field(std::uint32_t, param8) \
    field(std::uint32_t, param9) field(std::uint32_t, param10) field(std::uint32_t, param11) \
    field(std::uint32_t, param12) field(std::uint32_t, param13) field(std::uint32_t, param14) \
    field(std::uint32_t, param15) field(std::uint32_t, param16) field(std::uint32_t, param17)

#define LANEWISE_FIELDS_UnPadTiling(field)                                                                  \
    field(std::uint32_t, srcHeight) field(std::uint32_t, srcWidth) field(std::uint32_t, tmpBuffer1BlockNum) \
    field(std::uint32_t, tmpBuffer1RowNum) field(std::uint32_t, tmpBuffer2Offset) field(std::uint32_t,      \
                                                                                        widthTiling)        \
    field(std::uint32_t, widthFractal) field(std::uint32_t, widthFractalTail)

#define LANEWISE_FIELDS_TopkTiling(field)                                                                    \
    field(std::int32_t, tmpLocalSize) field(std::int32_t, allDataSize) field(std::int32_t, innerDataSize)    \
    field(std::uint32_t, sortRepeat) field(std::int32_t, mrgSortRepeat) field(std::int32_t, kAlignFourBytes) \
    field(std::int32_t, kAlignTwoBytes) field(std::int32_t, maskOffset) field(std::int32_t,                  \
                                                                              maskVreducev2FourBytes)        \
    field(std::int32_t, maskVreducev2TwoBytes) field(std::int32_t, mrgSortSrc1offset)                        \
    field(std::int32_t, mrgSortSrc2offset) field(std::int32_t, mrgSortSrc3offset)                            \
    field(std::int32_t, mrgSortTwoQueueSrc1Offset) field(std::int32_t, mrgFourQueueTailPara1)                \
    field(std::int32_t, mrgFourQueueTailPara2) field(std::int32_t, srcIndexOffset)                           \
    field(std::uint32_t, copyUbToUbBlockCount) field(std::int32_t, topkMrgSrc1MaskSizeOffset)                \
    field(std::int32_t, topkNSmallSrcIndexOffset) field(std::uint32_t, vreduceValMask0)                      \
    field(std::uint32_t, vreduceValMask1) field(std::uint32_t, vreduceIdxMask0)                              \
    field(std::uint32_t, vreduceIdxMask1) field(std::uint16_t, vreducehalfValMask0)                          \
    field(std::uint16_t, vreducehalfValMask1) field(std::uint16_t, vreducehalfValMask2)                      \
    field(std::uint16_t, vreducehalfValMask3) field(std::uint16_t, vreducehalfValMask4)                      \
    field(std::uint16_t, vreducehalfValMask5) field(std::uint16_t, vreducehalfValMask6)                      \
    field(std::uint16_t, vreducehalfValMask7)

#define LANEWISE_FIELDS_BatchNormTiling(field) \
    field(std::uint32_t, originalBLength) field(std::uint32_t, meanVarSize) field(std::uint32_t, meanTmpTensorPos) \
    field(std::uint32_t, varianceTmpTensorPos) field(std::uint32_t, tmpBufSize) field(std::uint32_t, oneTmpSize) \
    field(std::uint32_t, firstTmpStartPos) field(std::uint32_t, secondTmpStartPos) \
    field(std::uint32_t, thirdTmpStartPos) field(std::uint32_t, loopRound) field(std::uint32_t, inputTailSize) \
    field(std::uint32_t, inputTailPos) field(std::uint32_t, meanVarTailSize) field(std::uint32_t, meanVarTailPos) \
    field(std::uint32_t, bshCurLength) field(std::uint32_t, shCurLength) field(float, firstDimValueBack) \
    field(std::uint32_t, castHalfRepStride) field(std::uint32_t, shCurLengthBlockNum) \
    field(std::uint32_t, castHalfOutRepStride)

#define LANEWISE_FIELDS_GroupNormTiling(field) \
    field(std::uint32_t, n) field(std::uint32_t, c) field(std::uint32_t, hw) field(std::uint32_t, g) \
    field(std::uint32_t, d) field(std::uint32_t, hwAlignSize) field(std::uint32_t, dhwAlignSize) \
    field(std::uint32_t, inputXSize) field(std::uint32_t, meanVarSize) field(std::uint32_t, numberOfTmpBuf) \
    field(std::uint32_t, meanTmpTensorPos) field(std::uint32_t, meanTmpTensorSize) \
    field(std::uint32_t, varianceTmpTensorPos) field(std::uint32_t, varianceTmpTensorSize) \
    field(std::uint32_t, tmpBufSize) field(std::uint32_t, oneTmpSize) field(std::uint32_t, firstTmpStartPos) \
    field(std::uint32_t, secondTmpStartPos) field(std::uint32_t, thirdTmpStartPos) field(std::uint32_t, loopRound) \
    field(std::uint32_t, inputRoundSize) field(std::uint32_t, inputTailSize) field(std::uint32_t, inputTailPos) \
    field(std::uint32_t, meanVarRoundSize) field(std::uint32_t, meanVarTailSize) \
    field(std::uint32_t, meanVarTailPos) field(std::uint32_t, bshCurLength) field(std::uint32_t, bsCurLength) \
    field(float, factor) field(bool, smallShape)

#define LANEWISE_FIELDS_TCubeTiling(field) \
    field(std::int32_t, usedCoreNum) field(std::int32_t, M) field(std::int32_t, N) field(std::int32_t, Ka) \
    field(std::int32_t, Kb) field(std::int32_t, singleCoreM) field(std::int32_t, singleCoreN) \
    field(std::int32_t, singleCoreK) field(std::int32_t, baseM) field(std::int32_t, baseN) field(std::int32_t, baseK) \
    field(std::int32_t, depthA1) field(std::int32_t, depthB1) field(std::int32_t, stepM) field(std::int32_t, stepN) \
    field(std::int32_t, isBias) field(std::int32_t, transLength) field(std::int32_t, iterateOrder) \
    field(std::int32_t, shareMode) field(std::int32_t, shareL1Size) field(std::int32_t, shareL0CSize) \
    field(std::int32_t, shareUbSize) field(std::int32_t, batchM) field(std::int32_t, batchN) \
    field(std::int32_t, singleBatchM) field(std::int32_t, singleBatchN) field(std::int32_t, stepKa) \
    field(std::int32_t, stepKb) field(std::int32_t, depthAL1CacheUB) field(std::int32_t, depthBL1CacheUB) \
    field(std::int32_t, dbL0A) field(std::int32_t, dbL0B) field(std::int32_t, dbL0C) field(std::int32_t, ALayoutInfoB) \
    field(std::int32_t, ALayoutInfoS) field(std::int32_t, ALayoutInfoN) field(std::int32_t, ALayoutInfoG) \
    field(std::int32_t, ALayoutInfoD) field(std::int32_t, BLayoutInfoB) field(std::int32_t, BLayoutInfoS) \
    field(std::int32_t, BLayoutInfoN) field(std::int32_t, BLayoutInfoG) field(std::int32_t, BLayoutInfoD) \
    field(std::int32_t, CLayoutInfoB) field(std::int32_t, CLayoutInfoS1) field(std::int32_t, CLayoutInfoN) \
    field(std::int32_t, CLayoutInfoG) field(std::int32_t, CLayoutInfoS2) field(std::int32_t, BatchNum) \
    field(std::int32_t, mxTypePara)

#define LANEWISE_PLAIN_FIELD(type, name) type name = 0;
#define LANEWISE_TILING(Name, bytes)                                      \
    namespace AscendC::tiling {                                           \
    struct Name {                                                         \
        LANEWISE_FIELDS_##Name(LANEWISE_PLAIN_FIELD)                      \
    };                                                                    \
    }                                                                     \
    namespace optiling {                                                  \
    BEGIN_TILING_DATA_DEF(Name)                                           \
    LANEWISE_FIELDS_##Name(TILING_DATA_FIELD_DEF)                         \
    END_TILING_DATA_DEF;                                                  \
    }                                                                     \
    static_assert(sizeof(AscendC::tiling::Name) == bytes);

LANEWISE_TILING(LayerNormTiling, 104)
LANEWISE_TILING(LayerNormSeparateTiling, 104)
LANEWISE_TILING(LogSoftMaxTiling, 64)
LANEWISE_TILING(SoftMaxTiling, 64)
LANEWISE_TILING(DeepNormTiling, 104)
LANEWISE_TILING(LayerNormGradTiling, 120)
LANEWISE_TILING(LayerNormGradBetaTiling, 80)
LANEWISE_TILING(RmsNormTiling, 48)
LANEWISE_TILING(PadTiling, 104)
LANEWISE_TILING(ConfusionTransposeTiling, 72)
LANEWISE_TILING(UnPadTiling, 32)
LANEWISE_TILING(TopkTiling, 112)
LANEWISE_TILING(BatchNormTiling, 80)
LANEWISE_TILING(GroupNormTiling, 120)
LANEWISE_TILING(TCubeTiling, 200)

#undef LANEWISE_TILING
#undef LANEWISE_PLAIN_FIELD

// Programs name them without their namespace, too, unless they have one of that name themselves (cpp/collisions.py).
#ifndef LANEWISE_OWN_LayerNormTiling
using AscendC::tiling::LayerNormTiling;
#endif
#ifndef LANEWISE_OWN_LayerNormSeparateTiling
using AscendC::tiling::LayerNormSeparateTiling;
#endif
#ifndef LANEWISE_OWN_LogSoftMaxTiling
using AscendC::tiling::LogSoftMaxTiling;
#endif
#ifndef LANEWISE_OWN_SoftMaxTiling
using AscendC::tiling::SoftMaxTiling;
#endif
#ifndef LANEWISE_OWN_DeepNormTiling
using AscendC::tiling::DeepNormTiling;
#endif
#ifndef LANEWISE_OWN_LayerNormGradTiling
using AscendC::tiling::LayerNormGradTiling;
#endif
#ifndef LANEWISE_OWN_LayerNormGradBetaTiling
using AscendC::tiling::LayerNormGradBetaTiling;
#endif
#ifndef LANEWISE_OWN_RmsNormTiling
using AscendC::tiling::RmsNormTiling;
#endif
#ifndef LANEWISE_OWN_PadTiling
using AscendC::tiling::PadTiling;
#endif
#ifndef LANEWISE_OWN_ConfusionTransposeTiling
using AscendC::tiling::ConfusionTransposeTiling;
#endif
#ifndef LANEWISE_OWN_UnPadTiling
using AscendC::tiling::UnPadTiling;
#endif
#ifndef LANEWISE_OWN_TopkTiling
using AscendC::tiling::TopkTiling;
#endif
#ifndef LANEWISE_OWN_BatchNormTiling
using AscendC::tiling::BatchNormTiling;
#endif
#ifndef LANEWISE_OWN_GroupNormTiling
using AscendC::tiling::GroupNormTiling;
#endif
#ifndef LANEWISE_OWN_TCubeTiling
using AscendC::tiling::TCubeTiling;
#endif
