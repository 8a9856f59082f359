// How a kernel calls a vector function.
#pragma once

#include <utility>

#include "lanewise/issue.h"

namespace lanewise {

// Where a vector function starts; instructions of another one before it do not mix with its own.
LANEWISE_API bool starts_function() {
    Call(Opcode::vf_call_, Overload::PLAIN, 0).issue();
    return true;
}

}  // namespace lanewise

#define __VEC_SCOPE__ if (lanewise::starts_function())  // the older way: a block inside the kernel

// All its instructions have ended when it returns.
template <auto function, class... Args>
LANEWISE_API void asc_vf_call(Args&&... args) {
    lanewise::starts_function();
    function(std::forward<Args>(args)...);
}

#define VF_CALL asc_vf_call
