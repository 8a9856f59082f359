// The calls of instructions on memory, as their records have them, and operators on tensors.
#pragma once

#include "lanewise/ascend/instructions/values.h"

namespace AscendC {

#define LANEWISE_OPERATOR(symbol, Name)                                                              \
    struct lanewise_##Name {                                                                         \
        template <class D, class T>                                                                  \
        static LANEWISE_API void run(const LocalTensor<D>& dst, const LocalTensor<T>& left,          \
                                     const LocalTensor<T>& right) {                                  \
            Name(dst, left, right, dst.GetSize());                                                   \
        }                                                                                            \
    };                                                                                               \
    template <class T>                                                                               \
    LANEWISE_API TensorExpression<T, lanewise_##Name> operator symbol(const LocalTensor<T>& left,    \
                                                                      const LocalTensor<T>& right) { \
        return {left, right};                                                                        \
    }

template <class T, class Operation>
struct TensorExpression {
    LocalTensor<T> left, right;
    template <class D>
    LANEWISE_API void run(const LocalTensor<D>& dst) const {
        Operation::run(dst, left, right);
    }
};

#include "lanewise/generated/instructions.inc"
#undef LANEWISE_OPERATOR

// dst = a < b: as many comparisons as a has elements, one bit of dst for each.
template <CMPMODE mode>
struct lanewise_compare {
    template <class D, class T>
    static LANEWISE_API void run(const LocalTensor<D>& dst, const LocalTensor<T>& left, const LocalTensor<T>& right) {
        Compare(dst, left, right, mode, left.GetSize());
    }
};
#define LANEWISE_COMPARISON(symbol, mode)                                                                            \
    template <class T>                                                                                               \
    LANEWISE_API TensorExpression<T, lanewise_compare<CMPMODE::mode>> operator symbol(const LocalTensor<T>& left,    \
                                                                                      const LocalTensor<T>& right) { \
        return {left, right};                                                                                        \
    }
LANEWISE_COMPARISON(<, LT)
LANEWISE_COMPARISON(>, GT)
LANEWISE_COMPARISON(==, EQ)
LANEWISE_COMPARISON(<=, LE)
LANEWISE_COMPARISON(>=, GE)
LANEWISE_COMPARISON(!=, NE)
#undef LANEWISE_COMPARISON

}  // namespace AscendC
