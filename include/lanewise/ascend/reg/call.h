// How a kernel calls a vector function.
#pragma once

#include <utility>

#include "lanewise/ascend/tell.h"

#define __VEC_SCOPE__ if (const lanewise::InFunction lanewise_function; true)  // the older way: a block inside the kernel

// All its instructions have ended when it returns.
template <auto function, class... Args>
LANEWISE_API void asc_vf_call(Args&&... args) {
    const lanewise::InFunction running;
    function(std::forward<Args>(args)...);
}

#define VF_CALL asc_vf_call
