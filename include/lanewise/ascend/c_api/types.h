// Constants, enumerations and unions of the C interface.
#pragma once

#include <cstdint>

#include "lanewise/ascend/order.h"

enum class asc_load_l2_cache_mode : std::uint8_t {
    NORMAL_FIRST_VICTIM = 0,
    NORMAL_LAST_VICTIM = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_KEEP = 4,
    NOTALLOC_CLEAN = 5,
    NOTALLOC_DROP = 6,
};
enum class asc_store_l2_cache_mode : std::uint8_t {
    NORMAL_FIRST_VICTIM = 0,
    NORMAL_LAST_VICTIM = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_CLEAN = 4,
};
enum ascMutexExecuteMode { ASC_LOCK_BLOCK = 0, ASC_LOCK_NON_BLOCK = 1 };
enum mem_dsb_t { DSB_ALL, DSB_DDR, DSB_UB, DSB_SEQ };
using order_t = Order_t;

inline constexpr std::uint32_t ASC_C_API_DATABLOCK_NUM = 8, ASC_C_API_MRGSORT_ELEMENT_LEN = 4, ASC_C_API_ONE_DATABLOCK_SIZE = 32;
inline constexpr std::uint16_t ASC_C_API_REDUCE_DEFAULT_REPEAT_STRIDE = 1;
inline constexpr std::int32_t ASC_VDEQ_SIZE = 16;

struct asc_c_api_default {
    std::uint8_t U8;
    std::uint16_t U16;
};
inline constexpr asc_c_api_default ASC_C_API_DEFAULT_REPEAT{1, 1}, ASC_C_API_DEFAULT_BLOCK_STRIDE{1, 1},
    ASC_C_API_DEFAULT_REPEAT_STRIDE{8, 8}, ASC_C_API_HALF_DEFAULT_REPEAT_STRIDE{4, 4},
    ASC_C_API_ONE_FOURTH_DEFAULT_REPEAT_STRIDE{2, 2};

inline constexpr std::uint64_t ASC_FILL_VALUE_DEFAULT_VALUE = 0, ASC_STORE_ATOMIC_DEFAULT_VALUE = 0,
    ASC_DEFAULT_NDIM_PAD_COUNT_CONFIG_VALUE = 0;

union asc_ndim_pad_count_config {
    std::uint64_t config = ASC_DEFAULT_NDIM_PAD_COUNT_CONFIG_VALUE;
    struct {
        std::uint64_t loop1_lp_count : 8, loop1_rp_count : 8, loop2_lp_count : 8, loop2_rp_count : 8, loop3_lp_count : 8,
            loop3_rp_count : 8, loop4_lp_count : 8, loop4_rp_count : 8;
    };
};
union asc_store_atomic_config {
    std::uint64_t config = ASC_STORE_ATOMIC_DEFAULT_VALUE;
    struct {
        std::uint64_t atomic_type : 3, atomic_op : 2, reserved1 : 59;
    };
};
union asc_fill_value_config {
    std::uint64_t config = ASC_FILL_VALUE_DEFAULT_VALUE;
    struct {
        std::uint64_t repeat : 15, reserved1 : 1, blk_num : 15, reserved2 : 1, dst_gap : 15, reserved3 : 17;
    };
};
inline constexpr asc_fill_value_config ASC_FILL_VALUE_DEFAULT_CFG{};
inline constexpr asc_store_atomic_config ASC_STORE_ATOMIC_DEFAULT_CFG{};
inline constexpr asc_ndim_pad_count_config ASC_DEFAULT_NDIM_PAD_COUNT_CONFIG{};

// Vector kernels run on vector cores.
#define ASC_IS_AIV constexpr(true)
#define ASC_IS_AIC constexpr(false)
#define ASC_IS_NOT_AIV constexpr(false)
#define ASC_IS_NOT_AIC constexpr(true)
