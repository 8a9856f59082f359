// Enumerations and sizes that programs name.
#pragma once

#include <cstdint>

#include "lanewise/ascend/qualifiers.h"
#ifndef LANEWISE_OPERATOR_HOST  // there half, bfloat16_t and complex64 are names that sources may have for themselves
#include "lanewise/ascend/types.h"
#endif

// Sizes of the memories of a core.
inline constexpr std::uint64_t ASC_UB_SIZE = LANEWISE_UB_USABLE, ASC_L1_SIZE = LANEWISE_L1_USABLE, ASC_L0C_SIZE = LANEWISE_L0C_BYTES,
                               ASC_BT_SIZE = LANEWISE_BT_BYTES, ASC_L0A_SIZE = LANEWISE_L0A_BYTES, ASC_L0B_SIZE = LANEWISE_L0B_BYTES;

namespace AscendC {

enum class TPosition : std::uint8_t {
    GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, LCM = VECCALC, SPM, SHM = SPM, TSCM, C2PIPE2GM, C2PIPE2LOCAL, MAX,
};
using QuePosition = TPosition;

enum class Hardware : std::uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

enum class HardEvent : std::uint8_t {
#include "lanewise/generated/events.inc"
};

enum class MemDsbT : std::uint8_t { ALL, DDR, UB, SEQ };
enum class CacheLine : std::uint64_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class DcciDst : std::uint64_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum class CacheMode : std::uint8_t { CACHE_MODE_DISABLE = 0, CACHE_MODE_NORMAL = 1, CACHE_MODE_LAST = 2, CACHE_MODE_PERSISTENT = 4 };
enum class CacheRwMode : std::uint8_t { READ = 1, WRITE = 2, RW = 3 };
enum class MaskMode : std::uint8_t { NORMAL, COUNTER };
enum class DataFormat : std::uint8_t { ND, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };
enum class PaddingMode : std::uint8_t { Normal, Compact };
enum class DataCopyMVType : std::uint8_t { UB_TO_OUT, OUT_TO_UB };
enum class SaturationMode : std::uint8_t { FLOAT, FLOAT8, INT, CAST };
enum class AtomicDtype : std::uint8_t { ATOMIC_NONE, ATOMIC_F32, ATOMIC_F16, ATOMIC_S16, ATOMIC_S32, ATOMIC_S8, ATOMIC_BF16 };
enum class AtomicOp : std::uint8_t { ATOMIC_SUM };
enum class PipeMode : std::uint8_t { SCALAR_MODE, MTE3_MODE };
enum class EngineType : std::int32_t { AIC = 1, AIV = 2 };
enum class SpecialPurposeReg : std::uint8_t { AR };
enum class KernelMode : std::uint8_t { MIX_MODE, AIC_MODE, AIV_MODE };
enum class TBufState : std::uint8_t { FREE, OCCUPIED, ENQUE, DEQUE };
enum KernelMetaType : std::int32_t {
    KERNEL_TYPE_AIV_ONLY, KERNEL_TYPE_AIC_ONLY, KERNEL_TYPE_MIX_AIV_1_0, KERNEL_TYPE_MIX_AIC_1_0, KERNEL_TYPE_MIX_AIC_1_1,
    KERNEL_TYPE_MIX_AIC_1_2, KERNEL_TYPE_AICORE, KERNEL_TYPE_VECTORCORE, KERNEL_TYPE_MIX_AICORE, KERNEL_TYPE_MIX_VECTOR_CORE,
    KERNEL_TYPE_MAX,
};
enum class RoundMode : std::uint8_t {
    CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD, CAST_HYBRID, CAST_EVEN, CAST_ZERO, UNKNOWN = 0xFF,
};

using TEventID = std::int8_t;
using MutexID = std::uint8_t;
using TTagType = std::int32_t;
using TBufHandle = std::uint8_t*;
inline constexpr TEventID INVALID_TEVENTID = -1;

inline constexpr std::int32_t AIC = 1, AIV = 2, MIX = 0;

inline constexpr std::int32_t ONE_BLK_SIZE = 32, DEFAULT_C0_SIZE = 32, DEFAULT_BLOCK_SIZE = 256;
inline constexpr std::int32_t DEFAULT_BLK_NUM = 8, DEFAULT_BLK_STRIDE = 1, DEFAULT_REPEAT_STRIDE = 8;
inline constexpr std::int32_t MAX_REPEAT_TIMES = 255, ONE_REPEAT_BYTE_SIZE = 256, BLOCK_CUBE = 16;
inline constexpr std::int32_t QBUF_MAX_LEN = 64, QUE_MAX_EVENT = LANEWISE_EVENT_IDS, MAX_MUTEXID = 27;
inline constexpr std::int32_t K_MAX_DIM = 8, K_MAX_SHAPE_DIM = 8, HALF_FACTOR = 2;
inline constexpr std::int32_t ONE_BYTE_BIT_SIZE = 8, ONE_DUMP_BACKUP_SIZE = 1024;
inline constexpr std::int32_t TOTAL_UB_SIZE = LANEWISE_UB_USABLE + LANEWISE_SIZE_MARGIN, TOTAL_L1_SIZE = LANEWISE_L1_BYTES;
inline constexpr std::uint64_t RESERVED_WORKSPACE = LANEWISE_KERNEL_WORKSPACE;
inline constexpr std::uint64_t MASK_PLACEHOLDER = 0;
inline constexpr std::uint64_t MASK_PLACEHOLDER_LIST[2] = {0, 0};

}  // namespace AscendC

inline constexpr std::int32_t g_coreType = LANEWISE_CUBE_SIDE ? AscendC::AIC : AscendC::AIV;
using AscendC::TBufHandle;
using AscendC::TEventID;
