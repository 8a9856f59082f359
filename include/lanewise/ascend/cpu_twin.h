// What the vendor's CPU twin offers its programs: memory that host and kernel share, and a launch that waits.
#pragma once

#include <cstddef>

#include "lanewise/shared/acl.h"
#include "lanewise/shared/abi.h"
#include "lanewise/ascend/constants.h"
#include "lanewise/ascend/launch.h"
#include "lanewise/ascend/types.h"

namespace AscendC {

inline void* GmAlloc(std::size_t size) { return lw_shared_memory(size); }
inline void GmFree(void* pointer) { aclrtFree(pointer); }
inline void SetKernelMode(KernelMode) {}  // vector kernels need no other

}  // namespace AscendC
using AscendC::KernelMode;

inline std::uint64_t lanewise_tiling_key = 0;

#define ICPU_SET_TILING_KEY(key) (lanewise_tiling_key = (key))
#define ICPU_RUN_KF(kernel, blocks, ...)                                                      \
    do {                                                                                      \
        ::lanewise::launch(#kernel, ::lanewise::LaunchConfig(blocks),                         \
                           [=](auto... arguments) { kernel(arguments...); }, __VA_ARGS__);     \
        aclrtSynchronizeDevice();                                                             \
    } while (false)
