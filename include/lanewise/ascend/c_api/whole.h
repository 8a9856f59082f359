// Sorting and layout: instructions on pointers into UB that all chips have.
#pragma once

#include "lanewise/ascend/c_api/address_lists.h"
#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/c_api/types.h"
#include "lanewise/ascend/instructions.h"

// Records of 32 elements and their indices.
template <class T>
LANEWISE_API void asc_bitsort(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ std::uint32_t* src1,
                              std::int32_t repeat) {
    lanewise::Call(lanewise::Opcode::sort32_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1))
        .repeat(repeat)
        .issue();
}
LANEWISE_C_SYNC(bitsort)

template <class T>
LANEWISE_API void asc_mrgsort4(__ubuf__ T* dst, __ubuf__ T* src[ASC_C_API_MRGSORT_ELEMENT_LEN], std::uint8_t repeat,
                               std::uint16_t element_length_0, std::uint16_t element_length_1, std::uint16_t element_length_2,
                               std::uint16_t element_length_3, bool if_exhausted_suspension, std::uint8_t valid_bit) {
    lanewise::Call(lanewise::Opcode::mrg_sort_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src[0]), lanewise::c::ub(src[1]), lanewise::c::ub(src[2]),
                 lanewise::c::ub(src[3]))
        .repeat(repeat)
        .issue_with(element_length_0, element_length_1, element_length_2, element_length_3, if_exhausted_suspension, valid_bit);
}
LANEWISE_C_SYNC(mrgsort4)

template <class T>
LANEWISE_API void asc_transpose(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src) {
    lanewise::Call(lanewise::Opcode::transpose_, lanewise::Overload::PLAIN, 0).tensors(lanewise::c::ub(dst),
            lanewise::c::ub(src)).issue();
}
LANEWISE_C_SYNC(transpose)

// --- lists of blocks ---

template <class T>
LANEWISE_API void asc_set_va_reg(ub_addr8_t addr, __ubuf__ T** src_array) {
    for (int i = 0; i < 8; ++i) lanewise::c::address_lists().places[addr][i] = reinterpret_cast<std::uint64_t>(src_array[i]);
}

// Strides in blocks. The halves choose 16 of 32 bytes.
LANEWISE_API void asc_transto5hd_b8(ub_addr8_t dst, ub_addr8_t src, std::uint8_t repeat, std::uint16_t dst_stride,
                                    std::uint16_t src_stride, bool dst_high_half, bool src_high_half) {
    lanewise::c::to_five_dimensions<std::uint8_t>(dst, src, {dst_high_half, src_high_half, repeat, dst_stride, src_stride});
}
LANEWISE_API void asc_transto5hd_b16(ub_addr8_t dst, ub_addr8_t src, std::uint8_t repeat, std::uint16_t dst_stride,
                                     std::uint16_t src_stride) {
    lanewise::c::to_five_dimensions<std::uint16_t>(dst, src, {false, false, repeat, dst_stride, src_stride});
}
LANEWISE_API void asc_transto5hd_b32(ub_addr8_t dst, ub_addr8_t src, std::uint8_t repeat, std::uint16_t dst_stride,
                                     std::uint16_t src_stride) {
    lanewise::c::to_five_dimensions<std::uint32_t>(dst, src, {false, false, repeat, dst_stride, src_stride});
}
LANEWISE_C_SYNC(transto5hd_b8)
LANEWISE_C_SYNC(transto5hd_b16)
LANEWISE_C_SYNC(transto5hd_b32)
