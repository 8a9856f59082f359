// Copies between global memory and UB and inside UB, and the registers that steer them.
//
// Units and the order of the last two arguments differ between the chips: ascend950 counts bytes from start to start, the
// others count gaps, and blocks where the copy is not of the align kind.
#pragma once

#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/c_api/types.h"
#include "lanewise/ascend/instructions.h"

namespace lanewise::c {

template <class D, class S>
LANEWISE_API void copy_whole_blocks(Opcode op, const D& dst, const S& src, std::uint32_t bursts, std::uint32_t length,
                                    std::uint32_t src_gap, std::uint32_t dst_gap) {
    Call(op, Overload::PLAIN, 0).tensors(dst, src).issue_with(bursts, length, src_gap, dst_gap);
}

// Copies do not look at their elements beyond their size: formats of a byte travel as bytes.
template <class T>
using copied_t = std::conditional_t<sizeof(T) == 1, std::uint8_t, T>;

inline constexpr std::int64_t block_bytes = 32;
LANEWISE_API std::int64_t whole_blocks(std::int64_t bytes) { return (bytes + block_bytes - 1) / block_bytes; }

// Bursts in UB start at multiples of 32 bytes, or follow each other without gaps.
LANEWISE_API bool packed_bursts(const char* op, const char* which, std::uint32_t bursts, std::int64_t length,
                                std::int64_t stride) {
    if (bursts < 2 || stride % block_bytes == 0) return false;
    if (stride != length)
        fault("PARAM-001", {{"op", op}, {"what", which}, {"value", stride}, {"need",
                "a multiple of 32, or the length of a burst"}});
    return true;
}

// The length of a burst has 16 bits, and the hardware takes no more of a size.
LANEWISE_API std::uint16_t burst_length(const char* op, std::uint32_t size) {
    if (size > UINT16_MAX) warn("CAPI-001", {{"op", op}, {"size", size}, {"used", size & UINT16_MAX}});
    return static_cast<std::uint16_t>(size);
}

LANEWISE_API void doubt_gap(const char* op, std::uint32_t bursts, std::uint32_t gap) {
    if (bursts > 1 && gap) warn("CAPI-002", {{"op", op}, {"gap", gap}});
}

// ascend950: what is given from start to start is a gap in the record. A lone burst has no strides.
template <class T>
LANEWISE_API void burst_in(const char* op, T* dst, T* src, std::uint32_t bursts, std::uint32_t length, std::uint32_t left,
                           std::uint32_t right, bool constant, std::uint64_t src_stride, std::uint64_t dst_stride) {
    using E = copied_t<T>;
    const std::int64_t bytes = length, padded = bytes + (left + right) * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t to = static_cast<std::int64_t>(dst_stride), from = static_cast<std::int64_t>(src_stride);
    const bool packed = packed_bursts(op, "dst_stride", bursts, bytes, to), alone = bursts < 2;
    const std::int64_t dst_gap = alone || packed ? 0 : to / block_bytes - whole_blocks(padded);
    Call(Opcode::data_copy_pad_, Overload::PLAIN, flag_if(packed, COMPACT) | (constant ? PAD_VALUE : NEAREST))
        .tensors(ub(reinterpret_cast<E*>(dst)), gm(reinterpret_cast<E*>(src)))
        .issue_with(bursts, bytes, alone ? 0 : from - bytes, dst_gap, left, right, constant ? lw_current()->state->pad_value : 0);
}
template <class T>
LANEWISE_API void burst_out(const char* op, T* dst, T* src, std::uint32_t bursts, std::uint32_t length, std::uint64_t dst_stride,
                            std::uint64_t src_stride) {
    using E = copied_t<T>;
    const std::int64_t bytes = length, to = static_cast<std::int64_t>(dst_stride), from = static_cast<std::int64_t>(src_stride);
    const bool packed = packed_bursts(op, "src_stride", bursts, bytes, from), alone = bursts < 2;
    const std::int64_t src_gap = alone || packed ? 0 : from / block_bytes - whole_blocks(bytes);
    Call(Opcode::data_copy_pad_, Overload::PLAIN, flag_if(packed, COMPACT))
        .tensors(gm(reinterpret_cast<E*>(dst)), ub(reinterpret_cast<E*>(src)))
        .issue_with(bursts, bytes, src_gap, alone ? 0 : to - bytes, 0, 0, 0);
}

}  // namespace lanewise::c

// --- inside UB: whole blocks on every chip ---

LANEWISE_API void asc_copy_ub2ub(__ubuf__ void* dst, __ubuf__ void* src, std::uint16_t n_burst, std::uint16_t len_burst,
                                 std::uint16_t src_gap, std::uint16_t dst_gap) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_ub_, lanewise::c::ub(dst), lanewise::c::ub(src), n_burst,
                                   len_burst, src_gap, dst_gap);
}
LANEWISE_API void asc_copy_ub2ub(__ubuf__ void* dst, __ubuf__ void* src, std::uint32_t size) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_ub_, lanewise::c::ub(dst), lanewise::c::ub(src), 1, size / 32, 0,
                                   0);
}

#if LANEWISE_HAS_REGISTERS

LANEWISE_API void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint16_t n_burst, std::uint16_t len_burst,
                                 std::uint16_t src_stride, std::uint16_t dst_stride) {
    lanewise::c::burst_in("asc_copy_gm2ub", static_cast<std::uint8_t*>(dst), static_cast<std::uint8_t*>(src), n_burst, len_burst,
                          0, 0,
                       false, src_stride, dst_stride);
}
LANEWISE_API void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint16_t n_burst, std::uint16_t len_burst,
                                 std::uint16_t dst_stride, std::uint16_t src_stride) {
    lanewise::c::burst_out("asc_copy_ub2gm", static_cast<std::uint8_t*>(dst), static_cast<std::uint8_t*>(src), n_burst, len_burst,
                        dst_stride, src_stride);
}
LANEWISE_API void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint32_t size) {
    asc_copy_gm2ub(dst, src, 1, lanewise::c::burst_length("asc_copy_gm2ub", size), 0, 0);
}
LANEWISE_API void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint32_t size) {
    asc_copy_ub2gm(dst, src, 1, lanewise::c::burst_length("asc_copy_ub2gm", size), 0, 0);
}

// Cache modes have no effect on values; programs give them as numbers or by name.
template <class T, class Mode>
LANEWISE_API void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint16_t n_burst,
                                       std::uint32_t len_burst,
                                       std::uint8_t left_padding_num, std::uint8_t right_padding_num, bool enable_constant_pad,
                                           Mode,
                                       std::uint64_t src_stride, std::uint32_t dst_stride) {
    lanewise::c::burst_in("asc_copy_gm2ub_align", dst, src, n_burst, len_burst, left_padding_num, right_padding_num,
                          enable_constant_pad,
                       src_stride, dst_stride);
}
template <class T, class Mode>
LANEWISE_API void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint16_t n_burst,
                                       std::uint32_t len_burst, Mode, std::uint64_t dst_stride, std::uint32_t src_stride) {
    lanewise::c::burst_out("asc_copy_ub2gm_align", dst, src, n_burst, len_burst, dst_stride, src_stride);
}
template <class T>
LANEWISE_API void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint32_t size) {
    asc_copy_gm2ub_align(dst, src, 1, size, 0, 0, false, 0, 0, 0);
}
template <class T>
LANEWISE_API void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t size) {
    asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, 0);
}

#else

LANEWISE_API void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint16_t n_burst, std::uint16_t len_burst,
                                 std::uint16_t src_gap, std::uint16_t dst_gap) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_, lanewise::c::ub(dst), lanewise::c::gm(src), n_burst, len_burst,
                                   src_gap, dst_gap);
}
LANEWISE_API void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint16_t n_burst, std::uint16_t len_burst,
                                 std::uint16_t src_gap, std::uint16_t dst_gap) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_, lanewise::c::gm(dst), lanewise::c::ub(src), n_burst, len_burst,
                                   src_gap, dst_gap);
}
// What is left over from whole blocks is not copied.
LANEWISE_API void asc_copy_gm2ub(__ubuf__ void* dst, __gm__ void* src, std::uint32_t size) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_, lanewise::c::ub(dst), lanewise::c::gm(src), 1, size / 32, 0, 0);
}
LANEWISE_API void asc_copy_ub2gm(__gm__ void* dst, __ubuf__ void* src, std::uint32_t size) {
    lanewise::c::copy_whole_blocks(lanewise::Opcode::data_copy_, lanewise::c::gm(dst), lanewise::c::ub(src), 1, size / 32, 0, 0);
}

// Gaps as DataCopyPad takes them: bytes in global memory, blocks in UB.
template <class T>
LANEWISE_API void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint16_t n_burst,
                                       std::uint32_t len_burst,
                                       std::uint8_t left_padding_num, std::uint8_t right_padding_num, std::uint32_t src_gap,
                                       std::uint32_t dst_gap) {
    lanewise::c::doubt_gap("asc_copy_gm2ub_align", n_burst, src_gap);
    lanewise::Call(lanewise::Opcode::data_copy_pad_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::gm(src))
        .issue_with(n_burst, len_burst, src_gap, dst_gap, left_padding_num, right_padding_num, 0);
}
// Nothing is padded on the way out.
template <class T>
LANEWISE_API void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint16_t n_burst,
                                       std::uint32_t len_burst,
                                       std::uint8_t, std::uint8_t, std::uint32_t src_gap, std::uint32_t dst_gap) {
    lanewise::c::doubt_gap("asc_copy_ub2gm_align", n_burst, dst_gap);
    lanewise::Call(lanewise::Opcode::data_copy_pad_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::gm(dst), lanewise::c::ub(src))
        .issue_with(n_burst, len_burst, src_gap, dst_gap, 0, 0, 0);
}
template <class T>
LANEWISE_API void asc_copy_gm2ub_align(__ubuf__ T* dst, __gm__ lanewise::plain_t<T>* src, std::uint32_t size) {
    asc_copy_gm2ub_align(dst, src, 1, size, 0, 0, 0, 0);
}
template <class T>
LANEWISE_API void asc_copy_ub2gm_align(__gm__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t size) {
    asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, 0, 0);
}

#endif

LANEWISE_C_SYNC(copy_ub2ub)
LANEWISE_C_SYNC(copy_gm2ub)
LANEWISE_C_SYNC(copy_ub2gm)
LANEWISE_C_SYNC(copy_gm2ub_align)
LANEWISE_C_SYNC(copy_ub2gm_align)

// --- padding ---

template <class T>
LANEWISE_API void asc_set_copy_pad_val(T pad_value) {
    lanewise::set_state(lanewise::Opcode::set_pad_value_, lanewise::raw_bits(pad_value));
}

#if LANEWISE_HAS_REGISTERS
#include "lanewise/ascend/c_api/loops.h"
#endif
