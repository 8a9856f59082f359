// What an editor's compiler sees in front of a file with kernels. Nothing rewrites the text there, so kernel<<<...>>>(...)
// is CUDA's launch, which clang reads by itself: it wants the word for kernels, a function that takes what stands between
// the brackets, and functions that may be called from everywhere. Nothing of it is ever run.
#pragma once

#define __device__ __attribute__((device))  // in wrappers that clang has for some headers
#include <cstdlib>
#include <exception>  // functions that clang declares by itself are the host's
#include <new>

#pragma clang force_cuda_host_device begin

extern "C" int cudaConfigureCall(...);
extern "C" int __cudaPushCallConfiguration(...);

#define LANEWISE_KEEP_GLOBAL
#define __global__ __attribute__((global))

#include "lanewise/ascend/launch.h"

#ifndef LANEWISE_OWN_BLOCK_IDX
using lanewise::built_in::block_idx;
#endif
#ifndef LANEWISE_OWN_BLOCK_NUM
using lanewise::built_in::block_num;
#endif
