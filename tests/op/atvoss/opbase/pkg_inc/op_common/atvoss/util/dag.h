#pragma once
#include "vec.h"

namespace Ops { namespace Base {
template <typename Step>
struct DAGSch {
    using Fun = Step;
    using DType = typename Step::Type;
    static constexpr int BufferNum = Step::buffers;
    static constexpr uint32_t MaxDtypeBytes = sizeof(DType);
};
} }
