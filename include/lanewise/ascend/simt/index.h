// Which thread this is. The variables are the program's own: a loop over threads writes them, and functions read them.
#pragma once

#include <cstdint>

#include "lanewise/ascend/launch.h"
#include "lanewise/ascend/qualifiers.h"
#include "lanewise/ascend/simt/vectors.h"
#include "lanewise/shared/abi.h"

#define __simt_vf__
#define __simt_callee__
#define __callee__
#define LAUNCH_BOUND(...)
#define __maxnreg__(...)
#define ASC_UB_SIZE 221184

namespace lanewise::simt {

// Nobody says of which type the variables are; programs copy them to these two.
struct Index : lw_index {
    constexpr operator ::dim3() const { return {x, y, z}; }
    constexpr operator ::uint3() const { return {x, y, z}; }
};

// Threads of a block take turns on its thread of the host. Outside of a function of threads a block has none.
[[gnu::visibility("hidden")]] inline constinit thread_local Index threadIdx{{0, 0, 0}}, blockIdx{{0, 0, 0}}, blockDim{{0, 0, 0}}, gridDim{{1, 1, 1}};
inline constexpr std::int32_t warpSize = 32;

// What only this thread of the host reaches: UB of the block, and GM too where blocks run one after the other.
[[gnu::visibility("hidden")]] inline constinit thread_local std::uint64_t own_ub = 0, own_ub_bytes = 0;
[[gnu::visibility("hidden")]] inline constinit thread_local bool owns_gm = false;
LANEWISE_API bool is_own(const volatile void* address) { return owns_gm || reinterpret_cast<std::uint64_t>(address) - own_ub < own_ub_bytes; }

// With what a compiler may rely on: a sum of indices does not wrap around, and threads side by side are elements side by side.
template <std::uint32_t most>
LANEWISE_API Index at_most(Index of) {
    if (of.x > most || of.y > most || of.z > most) __builtin_unreachable();  // the launch was refused
    return of;
}
inline constexpr std::uint32_t most_blocks = 65535, most_threads = 2048;

LANEWISE_API std::uint32_t linear() { return threadIdx.x + (threadIdx.y + threadIdx.z * blockDim.y) * blockDim.x; }
LANEWISE_API std::uint32_t threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

}  // namespace lanewise::simt

using lanewise::simt::blockDim;
using lanewise::simt::blockIdx;
using lanewise::simt::gridDim;
using lanewise::simt::threadIdx;
using lanewise::simt::warpSize;

// What compilers call the same.
LANEWISE_API std::int32_t __cce_simt_get_TID_X() { return static_cast<std::int32_t>(threadIdx.x); }
LANEWISE_API std::int32_t __cce_simt_get_TID_Y() { return static_cast<std::int32_t>(threadIdx.y); }
LANEWISE_API std::int32_t __cce_simt_get_TID_Z() { return static_cast<std::int32_t>(threadIdx.z); }

LANEWISE_API std::int32_t laneid() { return static_cast<std::int32_t>(lanewise::simt::linear() % 32); }
LANEWISE_API std::int32_t lanemask_eq() { return static_cast<std::int32_t>(1u << laneid()); }
LANEWISE_API std::int32_t lanemask_lt() { return static_cast<std::int32_t>((1u << laneid()) - 1); }
LANEWISE_API std::int32_t lanemask_le() { return lanemask_lt() | lanemask_eq(); }
LANEWISE_API std::int32_t lanemask_gt() { return ~lanemask_le(); }
LANEWISE_API std::int32_t lanemask_ge() { return ~lanemask_lt(); }
