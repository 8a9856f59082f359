// Lane k makes lane k: the generated list names the functions, the macros below say how they are called.
#pragma once

#define LANEWISE_C_UNARY(name, op)                                                                                \
    template <class T>                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t count) {      \
        const lanewise::c::Counting counting(count);                                                              \
        lanewise::c::dense_call(lanewise::Opcode::op##_, dst, src).issue();                                       \
    }                                                                                                             \
    template <class T>                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, LANEWISE_C_UNARY_STRIDES) { \
        LANEWISE_C_UNARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::op##_, dst, src)).issue();                \
    }                                                                                                             \
    LANEWISE_C_SYNC(name)

// `mixed` is the instruction for a destination of another type.
#define LANEWISE_C_BINARY_OF(name, types, S, chosen)                                                                            \
    template <types>                                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ S* src0, __ubuf__ lanewise::plain_t<S>* src1, std::uint32_t count) { \
        const lanewise::c::Counting counting(count);                                                                            \
        lanewise::c::dense_call(chosen, dst, src0, src1).issue();                                                               \
    }                                                                                                                           \
    template <types>                                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ S* src0, __ubuf__ lanewise::plain_t<S>* src1,                        \
                                 LANEWISE_C_BINARY_STRIDES) {                                                                   \
        LANEWISE_C_BINARY_STRIDED(lanewise::c::ub_call(chosen, dst, src0, src1)).issue();                                       \
    }
#define LANEWISE_C_COMMA ,
#define LANEWISE_C_BINARY(name, op)                                                    \
    LANEWISE_C_BINARY_OF(name, class T, lanewise::plain_t<T>, lanewise::Opcode::op##_) \
    LANEWISE_C_SYNC(name)
#define LANEWISE_C_BINARY_MIXED(name, op, mixed)                                                        \
    LANEWISE_C_BINARY_OF(name, class T LANEWISE_C_COMMA class S, S,                                     \
                         (std::is_same_v<T, S> ? lanewise::Opcode::op##_ : lanewise::Opcode::mixed##_)) \
    LANEWISE_C_SYNC(name)

// The number has the type of the source; a shift amount may be given in any integer type.
#define LANEWISE_C_SCALAR_FLAGGED(name, op, told)                                                                          \
    template <class T, class S>                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ S* src, lanewise::plain_t<S> value, std::uint32_t count) {      \
        const lanewise::c::Counting counting(count);                                                                       \
        lanewise::Call call = lanewise::c::dense_call(lanewise::Opcode::op##_, dst, src).scalar(value);                    \
        call.record.flags |= told;                                                                                         \
        call.issue();                                                                                                      \
    }                                                                                                                      \
    template <class T, class S>                                                                                            \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ S* src, lanewise::plain_t<S> value, LANEWISE_C_UNARY_STRIDES) { \
        lanewise::Call call = lanewise::c::ub_call(lanewise::Opcode::op##_, dst, src).scalar(value);                       \
        call.record.flags |= told;                                                                                         \
        LANEWISE_C_UNARY_STRIDED(call).issue();                                                                            \
    }                                                                                                                      \
    LANEWISE_C_SYNC(name)
#define LANEWISE_C_SCALAR(name, op) LANEWISE_C_SCALAR_FLAGGED(name, op, 0)

#define LANEWISE_C_CONVERT(name, To, From, mode)                                                                                \
    LANEWISE_API void asc_##name(__ubuf__ To* dst, __ubuf__ From* src, std::uint32_t count) {                                   \
        const lanewise::c::Counting counting(count);                                                                            \
        lanewise::c::dense_call(lanewise::Opcode::cast_, dst, src).issue_with(AscendC::RoundMode::mode);                        \
    }                                                                                                                           \
    LANEWISE_API void asc_##name(__ubuf__ To* dst, __ubuf__ From* src, LANEWISE_C_UNARY_STRIDES) {                              \
        LANEWISE_C_UNARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::cast_, dst, src)).issue_with(AscendC::RoundMode::mode); \
    }                                                                                                                           \
    LANEWISE_C_SYNC(name)

#include "lanewise/generated/c_api_ub.inc"

LANEWISE_C_CONVERT(deq_int322half, half, std::int32_t, CAST_NONE)
LANEWISE_C_SCALAR_FLAGGED(shiftright_round, shift_right, lanewise::ROUND)

// The destination type is part of the name, but a pointer says it too.
#define LANEWISE_C_MUL_CAST(name, To)                                                                                     \
    LANEWISE_API void asc_##name(__ubuf__ To* dst, __ubuf__ half* src0, __ubuf__ half* src1, std::uint32_t count) {       \
        const lanewise::c::Counting counting(count);                                                                      \
        lanewise::c::dense_call(lanewise::Opcode::mul_cast_, dst, src0, src1).issue();                                    \
    }                                                                                                                     \
    LANEWISE_API void asc_##name(__ubuf__ To* dst, __ubuf__ half* src0, __ubuf__ half* src1, LANEWISE_C_BINARY_STRIDES) { \
        LANEWISE_C_BINARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::mul_cast_, dst, src0, src1)).issue();            \
    }                                                                                                                     \
    LANEWISE_C_SYNC(name)
LANEWISE_C_MUL_CAST(mul_cast_half2int8, std::int8_t)
LANEWISE_C_MUL_CAST(mul_cast_half2uint8, std::uint8_t)
#undef LANEWISE_C_MUL_CAST

// Adds the negated number, which goes through float: large integers lose their low bits.
template <class T>
LANEWISE_API void asc_sub_scalar(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, lanewise::plain_t<T> value,
                                 std::uint32_t count) {
    asc_add_scalar(dst, src, static_cast<T>(-static_cast<float>(value)), count);
}
template <class T>
LANEWISE_API void asc_sub_scalar(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, lanewise::plain_t<T> value,
                                 LANEWISE_C_UNARY_STRIDES) {
    asc_add_scalar(dst, src, static_cast<T>(-static_cast<float>(value)), repeat, dst_block_stride, src_block_stride,
                   dst_repeat_stride, src_repeat_stride);
}
LANEWISE_C_SYNC(sub_scalar)

template <class T>
LANEWISE_API void asc_duplicate(__ubuf__ T* dst, lanewise::plain_t<T> src, std::uint32_t count) {
    const lanewise::c::Counting counting(count);
    lanewise::c::ub_call(lanewise::Opcode::duplicate_, dst).strides(0, 1, 8).scalar(src).issue();
}
template <class T>
LANEWISE_API void asc_duplicate(__ubuf__ T* dst, lanewise::plain_t<T> src, std::uint8_t repeat, std::uint16_t dst_block_stride,
                                std::uint16_t dst_repeat_stride) {
    lanewise::c::ub_call(lanewise::Opcode::duplicate_, dst).strides(0, dst_block_stride,
                                                                    dst_repeat_stride).scalar(src).repeat(repeat).issue();
}
LANEWISE_C_SYNC(duplicate)

// --- int16 to 8 bits by DEQSCALE: 16 results in one half of each block ---

#define LANEWISE_C_DEQUANT(name, by_lane, upper)                                                                              \
    template <class T>                                                                                                        \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ std::int16_t* src, std::uint32_t count) {                          \
        const lanewise::c::Counting counting(count);                                                                          \
        lanewise::c::ub_call(lanewise::Opcode::cast_dequant_, dst, src).strides(0, 1, 8).strides(1, 1, 8).issue_with(by_lane, \
                upper);                                                                                                       \
    }                                                                                                                         \
    template <class T>                                                                                                        \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ std::int16_t* src, LANEWISE_C_UNARY_STRIDES) {                     \
        LANEWISE_C_UNARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::cast_dequant_, dst, src)).issue_with(by_lane, upper); \
    }                                                                                                                         \
    LANEWISE_C_SYNC(name)
LANEWISE_C_DEQUANT(deq_int162b8_h, false, true)
LANEWISE_C_DEQUANT(deq_int162b8_l, false, false)
LANEWISE_C_DEQUANT(vdeq_int162b8_h, true, true)
LANEWISE_C_DEQUANT(vdeq_int162b8_l, true, false)
#undef LANEWISE_C_DEQUANT

#undef LANEWISE_C_UNARY
#undef LANEWISE_C_BINARY_OF
#undef LANEWISE_C_COMMA
#undef LANEWISE_C_BINARY
#undef LANEWISE_C_BINARY_MIXED
#undef LANEWISE_C_SCALAR_FLAGGED
#undef LANEWISE_C_SCALAR
#undef LANEWISE_C_CONVERT
