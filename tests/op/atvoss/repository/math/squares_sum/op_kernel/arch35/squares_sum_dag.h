#pragma once
#include "atvoss/util/dag.h"
namespace SquaresSumOp {
// A step of its own on registers, in front of the reduction.
template <typename T>
struct Squared {
    using Type = T;
    static constexpr int buffers = 3;
#ifdef __CCE_AICORE__
    template <typename R, typename M>
    __aicore__ static inline void Compute(R& dst, R& src, M& mask) { AscendC::Reg::Mul(dst, src, src, mask); }
#endif
};
template <typename T>
using Graph = Ops::Base::DAGSch<Squared<T>>;
} // namespace SquaresSumOp
