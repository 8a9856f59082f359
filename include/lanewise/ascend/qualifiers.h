// The vendor compiler's own words, as a host compiler takes them.
#pragma once

#include <cstdint>

#include "lanewise/shared/abi.h"
#include "lanewise/shared/chip.h"

#ifndef LANEWISE_KEEP_GLOBAL  // for who looks for kernels in preprocessed text
#define __global__
#endif
#define __aicore__
#define __vector__
#define __cube__
#define __host__
#define __host_aicore__
#define __simd_vf__
#define __simd_callee__
#define __gm__
#define __ubuf__
#define __local_mem__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __ssbuf__
#define __kfc_workspace__
#define __tiling_data_ptr__
#define __mix__(...)
#define __schedmode__(...)
#define __no_simd_vf_fusion__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __forceinline__ inline
#define __WORKGROUP_PIPE__
#define __check_sync_alloc__

#define GM_ADDR std::uint8_t*
#define UB_ADDR std::uint8_t*
#define SSBUF_ADDR std::uint32_t*

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

// The kind of core that this is compiled for: sources with code for cube cores are compiled for those, too.
#ifndef LANEWISE_CUBE_SIDE
#define LANEWISE_CUBE_SIDE 0
#endif
#define ASCEND_IS_AIV constexpr(!LANEWISE_CUBE_SIDE)
#define ASCEND_IS_AIC constexpr(LANEWISE_CUBE_SIDE)
#define ASCEND_IS_NOT_AIV constexpr(LANEWISE_CUBE_SIDE)
#define ASCEND_IS_NOT_AIC constexpr(!LANEWISE_CUBE_SIDE)
#if LANEWISE_HAS_SEPARATE_CORES
#define ASCEND_IS_AICORE constexpr(false)
#else
#define ASCEND_IS_AICORE constexpr(true)
#endif

// Our functions are part of the caller's line. A debugger's breakpoint there needs a real call, though.
#ifdef __OPTIMIZE__
#define LANEWISE_API inline __attribute__((__always_inline__))
#else
#define LANEWISE_API inline
#endif

enum pipe_t : std::int32_t {
#include "lanewise/generated/pipes.inc"
};
enum event_t : std::int32_t {
    EVENT_ID0 = 0,
    EVENT_ID1 = 1,
    EVENT_ID2 = 2,
    EVENT_ID3 = 3,
    EVENT_ID4 = 4,
    EVENT_ID5 = 5,
    EVENT_ID6 = 6,
    EVENT_ID7 = 7,
};

#include "lanewise/ascend/tell.h"  // what the driver writes into vector functions
