// Instructions where lane k makes lane k: the generated list names them, the forms below say how they are called.
//
// Template arguments follow the tensors (`Add<float>`, `Add<float, false>`, `MulAddDst<float, half, false>`): one type
// or two, then isSetMask and a configuration where there is one.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

template <auto... options, class D, class... S>
LANEWISE_API void count_call(Opcode op, std::int64_t count, const AscendC::LocalTensor<D>& dst, const S&... src) {
    counted(op, count, flags_of<options...>).tensors(dst, src...).issue();
}

template <auto... options, class Params, class D, class... S>
LANEWISE_API void masked_call(Opcode op, const Mask& mask, std::int32_t repeat, const Params& params,
                              const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>&... src) {
    Call call(op, Overload::CONTIGUOUS, flags_of<options...>);
    strided(masked<widest<D, S...>>(call.tensors(dst, src...), mask, repeat), params).issue();
}

// `by_tensor` is the instruction that takes a whole tensor instead of a scalar; without one a tensor gives one element.
template <Opcode by_tensor, auto... options, class D, class S, class V>
LANEWISE_API void scalar_count_call(Opcode op, std::int64_t count, const AscendC::LocalTensor<D>& dst, const S& src0,
                                    const V& src1) {
    if constexpr (by_tensor != Opcode::none_ && Local<S> && Local<V>) {
        count_call<options...>(by_tensor, count, dst, src0, src1);
    } else {
        Call call = counted(op, count, flags_of<options...>);
        flexible<scalar_side_of<options...>>(call.tensors(dst), 1, src0, src1);
        call.issue();
    }
}

template <auto... options, class D, class S, class V>
LANEWISE_API void scalar_masked_call(Opcode op, const Mask& mask, std::int32_t repeat,
                                     const AscendC::UnaryRepeatParams& params,
                                     bool round, const AscendC::LocalTensor<D>& dst, const S& src0, const V& src1) {
    constexpr int side = scalar_side_of<options...>;
    Call call(op, Overload::CONTIGUOUS, flags_of<options...> | flag_if(round, ROUND));
    flexible<side>(call.tensors(dst), 1, src0, src1);
    strided(masked<widest<D, typename vector_of<side, S, V>::PrimType>>(call, mask, repeat), params).issue();
}

}  // namespace lanewise

namespace AscendC {

#define LANEWISE_OPTIONS requires(lanewise::Option<options> && ...) LANEWISE_API
#define LANEWISE_ONE_TYPE template <class T, auto... options> LANEWISE_OPTIONS
// The plain form takes exactly the vendor's types, because programs hand it on by its address.
#define LANEWISE_PLAIN template <class T, bool isSetMask = true> LANEWISE_API
#define LANEWISE_TWO_TYPES template <class T, class U, auto... options> LANEWISE_OPTIONS

#define LANEWISE_UNARY_OF(types, Name, op, S)                                                                 \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src, lanewise::Count count) {            \
        lanewise::count_call<options...>(lanewise::Opcode::op##_, count.elements, dst, src);                  \
    }                                                                                                         \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src, lanewise::Mask mask,                \
                    std::int32_t repeatTime, const UnaryRepeatParams& repeatParams) {                         \
        lanewise::masked_call<options...>(lanewise::Opcode::op##_, mask, repeatTime, repeatParams, dst, src); \
    }
#define LANEWISE_UNARY(Name, op)                                                                                  \
    LANEWISE_PLAIN void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::int32_t& count) {   \
        lanewise::count_call<isSetMask>(lanewise::Opcode::op##_, count, dst, src);                                \
    }                                                                                                             \
    LANEWISE_UNARY_OF(LANEWISE_ONE_TYPE, Name, op, T) \
    LANEWISE_UNARY_OF(LANEWISE_TWO_TYPES, Name, op, U)

#define LANEWISE_BINARY_OF(types, Name, op, S)                                                                       \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src0, const LocalTensor<S>& src1,               \
                    lanewise::Count count) {                                                                         \
        lanewise::count_call<options...>(lanewise::Opcode::op##_, count.elements, dst, src0, src1);                  \
    }                                                                                                                \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src0, const LocalTensor<S>& src1,               \
                    lanewise::Mask mask, std::int32_t repeatTime, const BinaryRepeatParams& repeatParams) {          \
        lanewise::masked_call<options...>(lanewise::Opcode::op##_, mask, repeatTime, repeatParams, dst, src0, src1); \
    }
#define LANEWISE_BINARY(Name, op)                                                                                \
    LANEWISE_PLAIN void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,  \
                             const std::int32_t& count) {                                                        \
        lanewise::count_call<isSetMask>(lanewise::Opcode::op##_, count, dst, src0, src1);                        \
    }                                                                                                            \
    LANEWISE_BINARY_OF(LANEWISE_ONE_TYPE, Name, op, T) \
    LANEWISE_BINARY_OF(LANEWISE_TWO_TYPES, Name, op, U)

// Two results.
#define LANEWISE_PAIR(Name, op)                                                                                \
    template <class T>                                                                                         \
    LANEWISE_API void Name(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src0, \
                           const LocalTensor<T>& src1, std::int64_t count) {                                   \
        lanewise::count_call(lanewise::Opcode::op##_, count, dst0, dst1, src0, src1);                          \
    }

// Tensors and numbers have types of their own: a number takes that of the vector. Only ShiftRight rounds.
#define LANEWISE_VECTOR_SCALAR_OF(types, Name, op, by_tensor)                                                          \
    template <types, auto... options, class D, class S, class V>                                                       \
    LANEWISE_OPTIONS void Name(const LocalTensor<D>& dst, const S& src0, const V& src1, lanewise::Count count) {       \
        lanewise::scalar_count_call<lanewise::Opcode::by_tensor##_, options...>(lanewise::Opcode::op##_,               \
                                                                                count.elements, dst, src0, src1);      \
    }                                                                                                                  \
    template <types, auto... options, class D, class S, class V>                                                       \
    LANEWISE_OPTIONS void Name(const LocalTensor<D>& dst, const S& src0, const V& src1, lanewise::Mask mask,           \
                               std::int32_t repeatTime, const UnaryRepeatParams& repeatParams, bool roundEn = false) { \
        lanewise::scalar_masked_call<options...>(lanewise::Opcode::op##_, mask, repeatTime, repeatParams, roundEn,     \
                                                 dst, src0, src1);                                                     \
    }
#define LANEWISE_COMMA ,
#define LANEWISE_VECTOR_SCALAR(Name, op, by_tensor)                                                                    \
    LANEWISE_PLAIN void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar,                    \
                             const std::int32_t& count) {                                                              \
        lanewise::scalar_count_call<lanewise::Opcode::by_tensor##_, isSetMask>(lanewise::Opcode::op##_, count, dst,    \
                                                                               src, scalar);                           \
    }                                                                                                                  \
    LANEWISE_VECTOR_SCALAR_OF(class T = BinaryDefaultType, Name, op, by_tensor) \
    LANEWISE_VECTOR_SCALAR_OF(class T LANEWISE_COMMA class U, Name, op, by_tensor)

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

// The one instruction that may be called with isSetMask as its only template argument.
template <bool isSetMask>
LANEWISE_API void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<std::int32_t>& src0,
                             const LocalTensor<std::int32_t>& src1,
                             lanewise::Mask mask, std::int32_t repeatTime, const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, std::int32_t, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}

#undef LANEWISE_OPTIONS
#undef LANEWISE_ONE_TYPE
#undef LANEWISE_PLAIN
#undef LANEWISE_TWO_TYPES
#undef LANEWISE_UNARY_OF
#undef LANEWISE_UNARY
#undef LANEWISE_BINARY_OF
#undef LANEWISE_BINARY
#undef LANEWISE_PAIR
#undef LANEWISE_VECTOR_SCALAR_OF
#undef LANEWISE_COMMA
#undef LANEWISE_VECTOR_SCALAR
#undef LANEWISE_OPERATOR

}  // namespace AscendC
