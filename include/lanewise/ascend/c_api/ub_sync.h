// asc_x_sync on pointers into UB where asc_x itself works on registers: programs for the older chips are built for ascend950, too.
#pragma once

#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/instructions.h"

#define LANEWISE_C_UNARY(name, op)                                                                                    \
    template <class T>                                                                                                \
    LANEWISE_API void asc_##name##_sync(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t count) {   \
        lanewise::counted(lanewise::Opcode::op##_, count).tensors(lanewise::c::ub(dst), lanewise::c::ub(src)).issue(); \
        ::pipe_barrier(PIPE_ALL);                                                                                     \
    }
#define LANEWISE_C_BINARY_MIXED(name, op, mixed)                                                                      \
    template <class T, class S>                                                                                       \
    LANEWISE_API void asc_##name##_sync(__ubuf__ T* dst, __ubuf__ S* src0, __ubuf__ lanewise::plain_t<S>* src1,       \
                                        std::uint32_t count) {                                                        \
        lanewise::counted(std::is_same_v<T, S> ? lanewise::Opcode::op##_ : lanewise::Opcode::mixed##_, count)         \
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1)).issue();                     \
        ::pipe_barrier(PIPE_ALL);                                                                                     \
    }
#define LANEWISE_C_BINARY(name, op) LANEWISE_C_BINARY_MIXED(name, op, op)
#define LANEWISE_C_SCALAR(name, op)                                                                                   \
    template <class T, class S>                                                                                       \
    LANEWISE_API void asc_##name##_sync(__ubuf__ T* dst, __ubuf__ S* src, lanewise::plain_t<S> value,                 \
                                        std::uint32_t count) {                                                        \
        lanewise::counted(lanewise::Opcode::op##_, count).tensors(lanewise::c::ub(dst), lanewise::c::ub(src))         \
            .scalar(value).issue();                                                                                   \
        ::pipe_barrier(PIPE_ALL);                                                                                     \
    }
#define LANEWISE_C_CONVERT(name, To, From, mode)                                                                      \
    LANEWISE_API void asc_##name##_sync(__ubuf__ To* dst, __ubuf__ From* src, std::uint32_t count) {                  \
        lanewise::counted(lanewise::Opcode::cast_, count).tensors(lanewise::c::ub(dst), lanewise::c::ub(src))         \
            .issue_with(AscendC::RoundMode::mode);                                                                    \
        ::pipe_barrier(PIPE_ALL);                                                                                     \
    }

#include "lanewise/generated/c_api_ub.inc"

template <class T>
LANEWISE_API void asc_duplicate_sync(__ubuf__ T* dst, lanewise::plain_t<T> src, std::uint32_t count) {
    lanewise::counted(lanewise::Opcode::duplicate_, count).tensors(lanewise::c::ub(dst)).scalar(src).issue();
    ::pipe_barrier(PIPE_ALL);
}

#undef LANEWISE_C_UNARY
#undef LANEWISE_C_BINARY_MIXED
#undef LANEWISE_C_BINARY
#undef LANEWISE_C_SCALAR
#undef LANEWISE_C_CONVERT
