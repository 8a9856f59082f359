// Kernels of operator projects: where they get their tiling from, and what kind of core they run on.
#pragma once

#include <cstring>

#include "lanewise/ascend/qualifiers.h"

namespace lanewise::library {

template <class T>
T tiling_at(const void* place) {
    T copy;
    __builtin_memcpy(static_cast<void*>(&copy), place, sizeof(T));
    return copy;
}

}  // namespace lanewise::library

// The kinds of cores a kernel starts on: every kernel here runs on vector cores.
#define KERNEL_TASK_TYPE_DEFAULT(value)
#define KERNEL_TASK_TYPE(key, value)

// GET_TILING_DATA copies the structure that REGISTER_TILING_DEFAULT named in the same function or around it.
#define REGISTER_TILING_DEFAULT(tiling_struct) using lanewise_default_tiling = tiling_struct
#define REGISTER_TILING_FOR_TILINGKEY(expression, tiling_struct) static_assert(sizeof(tiling_struct) > 0, expression)
#define REGISTER_NONE_TILING static_assert(true)
#define GET_TILING_DATA(tiling_data, tiling_arg) \
    GET_TILING_DATA_WITH_STRUCT(lanewise_default_tiling, tiling_data, tiling_arg)
#define GET_TILING_DATA_WITH_STRUCT(tiling_struct, tiling_data, tiling_arg) \
    tiling_struct tiling_data = ::lanewise::library::tiling_at<tiling_struct>(tiling_arg)
#define GET_TILING_DATA_MEMBER(tiling_struct, member, var, tiling_arg)                        \
    auto lanewise_whole_##var = ::lanewise::library::tiling_at<tiling_struct>(tiling_arg); \
    auto& var = lanewise_whole_##var.member
#define GET_TILING_DATA_PTR_WITH_STRUCT(tiling_struct, dst_ptr, tiling_ptr) \
    tiling_struct* dst_ptr = reinterpret_cast<tiling_struct*>(tiling_ptr)
#define COPY_TILING_WITH_STRUCT(tiling_struct, src_ptr, dst_ptr)                                                    \
    tiling_struct lanewise_copy_##dst_ptr = ::lanewise::library::tiling_at<tiling_struct>(src_ptr);                 \
    tiling_struct* dst_ptr = &lanewise_copy_##dst_ptr
#define COPY_TILING_WITH_ARRAY(arr_type, arr_count, src_ptr, dst_ptr)          \
    arr_type lanewise_copy_##dst_ptr[arr_count];                               \
    __builtin_memcpy(lanewise_copy_##dst_ptr, src_ptr, sizeof lanewise_copy_##dst_ptr); \
    arr_type(*dst_ptr)[arr_count] = &lanewise_copy_##dst_ptr

// The key of the launch: kernels that are launched directly have one, 0, unless the build says otherwise.
#if defined(ASCENDC_CPU_DEBUG) && !defined(TILING_KEY_VAR)
#include "lanewise/ascend/cpu_twin.h"
#define TILING_KEY_VAR lanewise_tiling_key  // in an #if it is 0, as the twin's is
#elif !defined(TILING_KEY_VAR)
#define TILING_KEY_VAR 0
#endif
#define TILING_KEY_IS(key) ((TILING_KEY_VAR) == (key))
#define TILING_KEY_LIST(first, second) (TILING_KEY_IS(first) || TILING_KEY_IS(second))
