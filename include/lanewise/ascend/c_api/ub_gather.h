// Elements and blocks by their byte offsets, elements by a bit pattern, and one element to a block.
#pragma once

template <class T>
LANEWISE_API void asc_gather(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, __ubuf__ std::uint32_t* src_offset,
                             std::uint32_t count) {
    const lanewise::c::Counting counting(count);
    lanewise::c::ub_call(lanewise::Opcode::gather_, dst, src, src_offset)
        .strides(0, 1, 8)
        .strides(2, 1, lanewise::offset_blocks<T>)
        .issue_with(0);
}
template <class T>
LANEWISE_API void asc_gather(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, __ubuf__ std::uint32_t* src_offset,
                             std::uint16_t dst_repeat_stride, std::uint8_t repeat) {
    lanewise::c::ub_call(lanewise::Opcode::gather_, dst, src, src_offset)
        .strides(0, 1, dst_repeat_stride)
        .strides(2, 1, lanewise::offset_blocks<T>)
        .repeat(repeat)
        .issue_with(0);
}
LANEWISE_C_SYNC(gather)

template <class T>
LANEWISE_API void asc_gather_datablock(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, __ubuf__ std::uint32_t* src_offset,
                                       std::uint16_t dst_repeat_stride, std::uint8_t dst_block_stride, std::uint8_t repeat) {
    lanewise::Call(lanewise::Opcode::gatherb_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src), lanewise::c::ub(src_offset))
        .repeat(repeat)
        .issue_with(dst_block_stride, dst_repeat_stride);
}
LANEWISE_C_SYNC(gather_datablock)

template <class T>
LANEWISE_API void asc_brcb(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint16_t dst_block_stride,
                           std::uint16_t dst_repeat_stride, std::uint8_t repeat) {
    lanewise::Call(lanewise::Opcode::brcb_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src))
        .repeat(repeat)
        .issue_with(dst_block_stride, dst_repeat_stride);
}
LANEWISE_C_SYNC(brcb)

// The elements whose bit is set, one after the other. Pattern 0: the bits are those of src1; MASK has no say.
template <class T>
LANEWISE_API void asc_reduce(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1,
                             std::uint16_t repeat, std::uint8_t src0_block_stride, std::uint8_t pattern_mode,
                             std::uint16_t src0_repeat_stride, std::uint8_t src1_repeat_stride) {
    using enum lanewise::Opcode;
    if (pattern_mode)
        lanewise::Call(gather_mask_builtin_, lanewise::Overload::PLAIN, 0)
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0))
            .issue_with(pattern_mode, false, 0, src0_block_stride, repeat, src0_repeat_stride, src1_repeat_stride);
    else
        lanewise::Call(gather_mask_, lanewise::Overload::PLAIN, 0)
            .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1))
            .issue_with(false, 0, src0_block_stride, repeat, src0_repeat_stride, src1_repeat_stride);
}
template <class T>
LANEWISE_API void asc_reduce(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1,
                             std::uint32_t count) {
    lanewise::Call(lanewise::Opcode::gather_mask_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(dst), lanewise::c::ub(src0), lanewise::c::ub(src1))
        .issue_with(true, count, 1, 1, 8, 8);
    lanewise::set_state(lanewise::Opcode::set_vector_mask_, count, 0);
}
LANEWISE_C_SYNC(reduce)

LANEWISE_API std::int64_t asc_get_rsvd_count() { return AscendC::GetGatherMaskRemainCount(); }
