// Comparisons into bits of UB or into CMPMASK, and the selection that CMPMASK decides.
#pragma once

#define LANEWISE_C_COMPARE(name, mode)                                                                               \
    template <class T>                                                                                               \
    LANEWISE_API void asc_##name(__ubuf__ std::uint8_t* dst, __ubuf__ T* src0, __ubuf__ lanewise::plain_t<T>* src1,  \
                                 LANEWISE_C_BINARY_STRIDES) {                                                        \
        LANEWISE_C_BINARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::compare_, dst, src0, src1))                 \
            .issue_with(AscendC::CMPMODE::mode);                                                                     \
    }                                                                                                                \
    template <class T>                                                                                               \
    LANEWISE_API void asc_##name(__ubuf__ T* src0, __ubuf__ lanewise::plain_t<T>* src1, LANEWISE_C_BINARY_STRIDES) { \
        lanewise::c::compare_into_register(AscendC::CMPMODE::mode,                                                   \
                                        lanewise::c::ub_call(lanewise::Opcode::compare_register_, src0, src1)        \
                                            .strides(0, src0_block_stride, src0_repeat_stride)                       \
                                            .strides(1, src1_block_stride, src1_repeat_stride));                     \
    }                                                                                                                \
    LANEWISE_C_SYNC(name)                                                                                            \
    template <class T>                                                                                               \
    LANEWISE_API void asc_##name##_scalar(__ubuf__ std::uint8_t* dst, __ubuf__ T* src, lanewise::plain_t<T> value,   \
                                          LANEWISE_C_UNARY_STRIDES) {                                                \
        lanewise::Call call = lanewise::c::ub_call(lanewise::Opcode::compares_, dst, src).scalar(value);             \
        LANEWISE_C_UNARY_STRIDED(call).issue_with(AscendC::CMPMODE::mode);                                           \
    }                                                                                                                \
    LANEWISE_C_SYNC(name##_scalar)

namespace lanewise::c {

// Bits of lanes that the mask leaves out keep their old value here.
LANEWISE_API void compare_into_register(AscendC::CMPMODE mode, Call call) {
    State& state = *lw_current()->state;
    const std::uint64_t old[] = {state.cmpmask[0], state.cmpmask[1]};
    call.issue_with(mode);
    for (int word = 0; word < 2; ++word) state.cmpmask[word] |= old[word] & ~state.mask[word];
}

}  // namespace lanewise::c

LANEWISE_C_COMPARE(lt, LT)
LANEWISE_C_COMPARE(gt, GT)
LANEWISE_C_COMPARE(eq, EQ)
LANEWISE_C_COMPARE(le, LE)
LANEWISE_C_COMPARE(ge, GE)
LANEWISE_C_COMPARE(ne, NE)
#undef LANEWISE_C_COMPARE

LANEWISE_API void asc_get_cmp_mask(__ubuf__ void* dst) {
    lanewise::Call(lanewise::Opcode::get_cmp_mask_, lanewise::Overload::PLAIN, 0).tensors(lanewise::c::ub(dst)).issue();
}
LANEWISE_API void asc_set_cmp_mask(__ubuf__ void* sel_mask) {
    lanewise::Call(lanewise::Opcode::set_cmp_mask_, lanewise::Overload::PLAIN, 0).tensors(lanewise::c::ub(sel_mask)).issue();
}

template <class T>
LANEWISE_API void asc_select(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1,
                             std::uint32_t count) {
    const lanewise::c::Counting counting(count);
    lanewise::c::dense_call(lanewise::Opcode::select_preset_, dst, src0, src1).issue_with(AscendC::SELMODE::VSEL_CMPMASK_SPR);
}
template <class T>
LANEWISE_API void asc_select(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src0, __ubuf__ lanewise::plain_t<T>* src1,
                             LANEWISE_C_BINARY_STRIDES) {
    LANEWISE_C_BINARY_STRIDED(lanewise::c::ub_call(lanewise::Opcode::select_preset_, dst, src0, src1))
        .issue_with(AscendC::SELMODE::VSEL_CMPMASK_SPR);
}
LANEWISE_C_SYNC(select)
