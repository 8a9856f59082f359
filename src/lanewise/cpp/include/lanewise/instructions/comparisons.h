// Comparisons, with their bits in memory or in CMPMASK, and CMPMASK itself.
#pragma once

#include "lanewise/instructions/elementwise.h"

namespace AscendC {

template <class T, class U, bool isSetMask = true>
LANEWISE_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                          CMPMODE cmpMode, std::int64_t count) {
    lanewise::counted(lanewise::Opcode::compare_, count).tensors(dst, src0, src1).issue_with(cmpMode);
}
template <class T, class U, bool isSetMask = true>
LANEWISE_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                          CMPMODE cmpMode, lanewise::Mask mask, std::int32_t repeatTime,
                          const BinaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::compare_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<isSetMask>);
    lanewise::masked<lanewise::widest<T>>(call.tensors(dst, src0, src1), mask, repeatTime);
    strided(call, repeatParams).issue_with(cmpMode);
}
template <class T, bool isSetMask = true>
LANEWISE_API void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode, lanewise::Mask mask,
                          const BinaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::compare_register_, lanewise::Overload::CONTIGUOUS,
                        lanewise::flags_of<isSetMask>);
    call.tensors(src0, src1).strides(0, repeatParams.src0BlkStride, repeatParams.src0RepStride);
    call.strides(1, repeatParams.src1BlkStride, repeatParams.src1RepStride);
    lanewise::masked<lanewise::widest<T>>(call, mask, 1).issue_with(cmpMode);
}

// The types may be left out; on ascend950 the scalar may stand left or be an element of a tensor.
#define LANEWISE_COMPARES(Name)                                                                                        \
    template <class T0 = BinaryDefaultType, class T1 = BinaryDefaultType, auto... options, class D, class S, class V>  \
        requires(lanewise::Option<options> && ...)                                                                     \
    LANEWISE_API void Name(const LocalTensor<D>& dst, const S& src0, const V& src1, CMPMODE cmpMode,                   \
                           std::int64_t count) {                                                                       \
        lanewise::Call call(lanewise::Opcode::compares_, lanewise::Overload::COUNT, lanewise::flags_of<options...>);   \
        lanewise::flexible<lanewise::scalar_side_of<options...>>(call.tensors(dst), 1, src0, src1);                    \
        call.count(count).issue_with(cmpMode);                                                                         \
    }                                                                                                                  \
    template <class T0 = BinaryDefaultType, class T1 = BinaryDefaultType, auto... options, class D, class S, class V>  \
        requires(lanewise::Option<options> && ...)                                                                     \
    LANEWISE_API void Name(const LocalTensor<D>& dst, const S& src0, const V& src1, CMPMODE cmpMode,                   \
                           lanewise::Mask mask, std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {      \
        constexpr int side = lanewise::scalar_side_of<options...>;                                                     \
        lanewise::Call call(lanewise::Opcode::compares_, lanewise::Overload::CONTIGUOUS,                               \
                            lanewise::flags_of<options...>);                                                           \
        lanewise::flexible<side>(call.tensors(dst), 1, src0, src1);                                                    \
        using Vector = typename lanewise::vector_of<side, S, V>::PrimType;                                             \
        strided(lanewise::masked<lanewise::widest<Vector>>(call, mask, repeatTime), repeatParams).issue_with(cmpMode); \
    }
LANEWISE_COMPARES(Compares)
LANEWISE_COMPARES(CompareScalar)
#undef LANEWISE_COMPARES

template <class T>
LANEWISE_API void GetCmpMask(const LocalTensor<T>& dst) {
    lanewise::plain(lanewise::Opcode::get_cmp_mask_).tensors(dst).issue();
}
template <class T>
LANEWISE_API void SetCmpMask(const LocalTensor<T>& src) {
    lanewise::plain(lanewise::Opcode::set_cmp_mask_).tensors(src).issue();
}

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
