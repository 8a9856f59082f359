// The options of a Matmul object. Most of them tell hardware how to hurry; results follow from the few that products ask for.
#pragma once

#include <cstdint>

enum class BatchMode : std::uint8_t { NONE, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
enum class BatchOutMode : std::uint8_t { SINGLE_BATCH, MULTI_BATCH, DYNAMIC };
enum class IterateOrder : std::uint8_t { ORDER_M, ORDER_N, UNDEF };
enum class ScheduleType : std::uint8_t { INNER_PRODUCT, OUTER_PRODUCT };
enum class DecompressionMode : std::uint8_t { DECOMP_NONE, DECOMP_1bitx4, DECOMP_2bitx2, DECOMP_4bitx2 };
enum IterateMode : std::uint8_t {
    ITERATE_MODE_NORMAL = 1, ITERATE_MODE_ALL = 2, ITERATE_MODE_BATCH = 4, ITERATE_MODE_N_BATCH = 8, ITERATE_MODE_DEFAULT = 255
};
enum class MatmulConfigMode : std::uint8_t { CONFIG_NORM, CONFIG_MDL, CONFIG_SPECIALMDL, CONFIG_IBSHARE };

// Programs list the first of them in braces, so the order counts.
struct MatmulConfig {
    bool doNorm = false, doBasicBlock = false, doMultiDataLoad = false;
    std::uint32_t basicM = 0, basicN = 0, basicK = 0;
    bool intrinsicsCheck = false, isNBatch = false, enVecND2NZ = false, doSpecialBasicBlock = false;
    std::uint32_t doMTE2Preload = 0, singleCoreM = 0, singleCoreN = 0, singleCoreK = 0, stepM = 0, stepN = 0, baseMN = 0, singleCoreMN = 0;
    bool enUnitFlag = true, isPerTensor = false, hasAntiQuantOffset = false, doIBShareNorm = false, doSpecialMDL = false, enableInit = true;
    BatchMode batchMode = BatchMode::NONE;
    bool enableEnd = true, enableGetTensorC = true, enableSetOrgShape = true, enableSetBias = true, enableSetTail = true, enableQuantVector = true,
         enableSetDefineData = true;
    std::uint8_t iterateMode = ITERATE_MODE_DEFAULT;
    bool enableReuse = true, enableUBReuse = false, enableL1CacheUB = false, intraBlockPartSum = false;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableDoubleCache = false, isBiasBatch = true, enableStaticPadZeros = false, isPartialOutput = false, enableMixDualMaster = false,
         isA2B2Shared = false, isEnableChannelSplit = false, enableKdimReorderLoad = false, isCO1Shared = false;
    std::uint32_t sharedCO1BufferSize = 65536;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
    bool enableL1BankConflictOptimise = false, enableRelu = false;
    DecompressionMode decompMode = DecompressionMode::DECOMP_NONE;
};

constexpr MatmulConfig GetNormalConfig(bool intrinsicsLimit = false, bool batchLoop = false, bool isVecND2NZ = false,
                                       BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, bool isMsgReuse = true, IterateOrder order = IterateOrder::UNDEF,
                                       ScheduleType schedule = ScheduleType::INNER_PRODUCT, bool enUnitFlag = true, bool enableMixDualMaster = false,
                                       BatchOutMode out = BatchOutMode::SINGLE_BATCH) {
    MatmulConfig c;
    c.doNorm = true;
    c.intrinsicsCheck = intrinsicsLimit, c.isNBatch = batchLoop, c.enVecND2NZ = isVecND2NZ, c.batchMode = bmmMode, c.enableReuse = isMsgReuse;
    c.iterateOrder = order, c.scheduleType = schedule, c.enUnitFlag = enUnitFlag, c.enableMixDualMaster = enableMixDualMaster, c.bmmOutMode = out;
    return c;
}
constexpr MatmulConfig GetMDLConfig(bool intrinsicsLimit = false, bool batchLoop = false, std::uint32_t doMTE2Preload = 0, bool isVecND2NZ = false,
                                    bool isPerTensor = false, bool hasAntiQuantOffset = false, bool enUnitFlag = false, bool isMsgReuse = true,
                                    bool enableUBReuse = true, bool enableL1CacheUB = false, bool enableMixDualMaster = false,
                                    bool enableKdimReorderLoad = false, bool enableL1BankConflictOptimise = false) {
    MatmulConfig c;
    c.doMultiDataLoad = true;
    c.intrinsicsCheck = intrinsicsLimit, c.isNBatch = batchLoop, c.doMTE2Preload = doMTE2Preload, c.enVecND2NZ = isVecND2NZ;
    c.isPerTensor = isPerTensor, c.hasAntiQuantOffset = hasAntiQuantOffset, c.enUnitFlag = enUnitFlag, c.enableReuse = isMsgReuse;
    c.enableUBReuse = enableUBReuse, c.enableL1CacheUB = enableL1CacheUB, c.enableMixDualMaster = enableMixDualMaster;
    c.enableKdimReorderLoad = enableKdimReorderLoad, c.enableL1BankConflictOptimise = enableL1BankConflictOptimise;
    return c;
}
constexpr MatmulConfig GetSpecialMDLConfig(bool intrinsicsLimit = false, bool batchLoop = false, std::uint32_t doMTE2Preload = 0, bool isVecND2NZ = false,
                                           bool isPerTensor = false, bool hasAntiQuantOffset = false) {
    MatmulConfig c = GetMDLConfig(intrinsicsLimit, batchLoop, doMTE2Preload, isVecND2NZ, isPerTensor, hasAntiQuantOffset);
    c.doMultiDataLoad = false, c.doSpecialMDL = true;
    return c;
}
constexpr MatmulConfig GetBasicConfig(std::uint32_t basicM, std::uint32_t basicN, std::uint32_t basicK, bool intrinsicsLimit = false, bool batchLoop = false,
                                      BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig c;
    c.doBasicBlock = true;
    c.basicM = basicM, c.basicN = basicN, c.basicK = basicK, c.intrinsicsCheck = intrinsicsLimit, c.isNBatch = batchLoop, c.batchMode = bmmMode;
    return c;
}
constexpr MatmulConfig GetSpecialBasicConfig(std::uint32_t basicM, std::uint32_t basicN, std::uint32_t basicK, std::uint32_t singleCoreM,
                                             std::uint32_t singleCoreN, std::uint32_t singleCoreK, std::uint32_t stepM, std::uint32_t stepN,
                                             bool intrinsicsLimit = false, bool batchLoop = false, BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig c = GetBasicConfig(basicM, basicN, basicK, intrinsicsLimit, batchLoop, bmmMode);
    c.doBasicBlock = false, c.doSpecialBasicBlock = true;
    c.singleCoreM = singleCoreM, c.singleCoreN = singleCoreN, c.singleCoreK = singleCoreK, c.stepM = stepM, c.stepN = stepN;
    return c;
}
constexpr MatmulConfig GetIBShareNormConfig(bool intrinsicsLimit = false, bool batchLoop = false, bool isVecND2NZ = false,
                                            BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, bool isDoubleCache = false, bool enUnitFlag = true) {
    MatmulConfig c = GetNormalConfig(intrinsicsLimit, batchLoop, isVecND2NZ, bmmMode);
    c.doNorm = false, c.doIBShareNorm = true, c.enableDoubleCache = isDoubleCache, c.enUnitFlag = enUnitFlag;
    return c;
}

inline constexpr MatmulConfig CFG_NORM = GetNormalConfig(), CFG_MDL = GetMDLConfig(), MM_CFG_BB = GetBasicConfig(128, 128, 128),
                              CFG_IBSHARE_NORM = GetIBShareNormConfig();

// Parts of a configuration, which GetMMConfig puts together in any order.
struct MatmulShapeParams {
    std::uint32_t singleCoreM = 0, singleCoreN = 0, singleCoreK = 0, basicM = 0, basicN = 0, basicK = 0;
};
struct MatmulQuantParams {
    bool isPerTensor = false, hasAntiQuantOffset = false;
};
struct MatmulBatchParams {
    bool isNBatch = false;
    BatchMode batchMode = BatchMode::NONE;
    bool isBiasBatch = true;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
};
struct MatmulFuncParams {
    bool intrinsicsCheck = false, enVecND2NZ = false, enableDoubleCache = false, enableL1CacheUB = false;
    std::uint32_t doMTE2Preload = 0;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableReuse = true, enableUBReuse = true, isPartialOutput = false, isA2B2Shared = false, isEnableChannelSplit = false, enableKdimReorderLoad = false;
};
struct MatmulBiasParams {
    bool isBiasBatch = true;
};

namespace lanewise::matmul {

constexpr void add_part(MatmulConfig& c, const MatmulShapeParams& p) {
    c.singleCoreM = p.singleCoreM, c.singleCoreN = p.singleCoreN, c.singleCoreK = p.singleCoreK;
    c.basicM = p.basicM, c.basicN = p.basicN, c.basicK = p.basicK;
}
constexpr void add_part(MatmulConfig& c, const MatmulQuantParams& p) { c.isPerTensor = p.isPerTensor, c.hasAntiQuantOffset = p.hasAntiQuantOffset; }
constexpr void add_part(MatmulConfig& c, const MatmulBatchParams& p) {
    c.isNBatch = p.isNBatch, c.batchMode = p.batchMode, c.isBiasBatch = p.isBiasBatch, c.bmmOutMode = p.bmmOutMode;
}
constexpr void add_part(MatmulConfig& c, const MatmulFuncParams& p) {
    c.intrinsicsCheck = p.intrinsicsCheck, c.enVecND2NZ = p.enVecND2NZ, c.enableDoubleCache = p.enableDoubleCache, c.enableL1CacheUB = p.enableL1CacheUB;
    c.doMTE2Preload = p.doMTE2Preload, c.iterateOrder = p.iterateOrder, c.scheduleType = p.scheduleType, c.enableReuse = p.enableReuse;
    c.enableUBReuse = p.enableUBReuse, c.isPartialOutput = p.isPartialOutput, c.isA2B2Shared = p.isA2B2Shared;
    c.isEnableChannelSplit = p.isEnableChannelSplit, c.enableKdimReorderLoad = p.enableKdimReorderLoad;
}
constexpr void add_part(MatmulConfig& c, const MatmulBiasParams& p) { c.isBiasBatch = p.isBiasBatch; }

}  // namespace lanewise::matmul

template <MatmulConfigMode mode, class... Parts>
constexpr MatmulConfig GetMMConfig(Parts&&... parts) {
    MatmulConfig c = mode == MatmulConfigMode::CONFIG_NORM         ? GetNormalConfig()
                     : mode == MatmulConfigMode::CONFIG_MDL        ? GetMDLConfig()
                     : mode == MatmulConfigMode::CONFIG_SPECIALMDL ? GetSpecialMDLConfig()
                                                                   : GetIBShareNormConfig();
    (lanewise::matmul::add_part(c, parts), ...);
    return c;
}
