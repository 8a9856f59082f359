// What host code says to the tiling classes of Matmul. These names are apart from those that kernels use.
#pragma once

#include <cstdint>

#include "lanewise/ascend/tiling/structs.h"

namespace matmul_tiling {

enum class TPosition : std::int32_t { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, LCM = VECCALC, SPM, SHM = SPM, TSCM, MAX };
enum class CubeFormat : std::int32_t { ND, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };
// As the numbers of an operator's types.
enum class DataType : std::int32_t {
    DT_FLOAT = 0, DT_FLOAT16 = 1, DT_INT8 = 2, DT_INT32 = 3, DT_UINT8 = 4, DT_INT16 = 6, DT_UINT16 = 7, DT_UINT32 = 8, DT_INT64 = 9, DT_UINT64 = 10,
    DT_BF16 = 27, DT_BFLOAT16 = 27, DT_INT4 = 29, DT_HIFLOAT8 = 34, DT_FLOAT8_E5M2 = 35, DT_FLOAT8_E4M3FN = 36, DT_FLOAT8_E8M0 = 37,
    DT_FLOAT4_E2M1 = 40, DT_FLOAT4_E1M2 = 41, DT_MAX
};
enum class MatrixTraverse : std::int32_t { NOSET, FIRSTM, FIRSTN };
enum class MatrixMadType : std::int32_t { NORMAL, HF32, MXMODE };
enum class DequantType : std::int32_t { SCALAR, TENSOR };
enum class ScheduleType : std::int32_t { INNER_PRODUCT, OUTER_PRODUCT, N_BUFFER_33 };

struct MatmulConfigParams {
    std::int32_t mmConfigType = 1;
    bool enableL1CacheUB = false;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    MatrixTraverse traverse = MatrixTraverse::NOSET;
    bool enVecND2NZ = false;

    MatmulConfigParams(std::int32_t type = 1, bool caches = false, ScheduleType schedule = ScheduleType::INNER_PRODUCT,
                       MatrixTraverse order = MatrixTraverse::NOSET, bool vectors = false)
        : mmConfigType(type), enableL1CacheUB(caches), scheduleType(schedule), traverse(order), enVecND2NZ(vectors) {}
};

struct SysTilingTempBufSize {
    std::int32_t ubSize = 0, l1Size = 0, l0cSize = 0;
};

constexpr int lanewise_bits(DataType type) {
    switch (type) {
        case DataType::DT_FLOAT:
        case DataType::DT_INT32:
        case DataType::DT_UINT32: return 32;
        case DataType::DT_INT64:
        case DataType::DT_UINT64: return 64;
        case DataType::DT_INT8:
        case DataType::DT_UINT8:
        case DataType::DT_HIFLOAT8:
        case DataType::DT_FLOAT8_E5M2:
        case DataType::DT_FLOAT8_E4M3FN:
        case DataType::DT_FLOAT8_E8M0: return 8;
        case DataType::DT_INT4:
        case DataType::DT_FLOAT4_E2M1:
        case DataType::DT_FLOAT4_E1M2: return 4;
        default: return 16;
    }
}

}  // namespace matmul_tiling
