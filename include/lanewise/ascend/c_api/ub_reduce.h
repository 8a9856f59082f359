// Reductions of repeats, blocks and pairs. The destination's stride comes first; its unit is that of the instruction.
#pragma once

#define LANEWISE_C_REDUCE_ISSUED(name, op, issued)                                                           \
    template <class T>                                                                                       \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint32_t count) { \
        const lanewise::c::Counting counting(count);                                                         \
        lanewise::c::ub_call(lanewise::Opcode::op##_, dst, src).strides(0, 1, 1).strides(1, 1, 8).issued;    \
    }                                                                                                        \
    template <class T>                                                                                       \
    LANEWISE_API void asc_##name(__ubuf__ T* dst, __ubuf__ lanewise::plain_t<T>* src, std::uint8_t repeat,   \
                                 std::uint16_t dst_repeat_stride, std::uint16_t src_block_stride,            \
                                     std::uint16_t src_repeat_stride) {                                      \
        lanewise::c::ub_call(lanewise::Opcode::op##_, dst, src).strides(0, 1, dst_repeat_stride)             \
            .strides(1, src_block_stride, src_repeat_stride).repeat(repeat).issued;                          \
    }                                                                                                        \
    LANEWISE_C_SYNC(name)
#define LANEWISE_C_REDUCE(name, op) LANEWISE_C_REDUCE_ISSUED(name, op, issue())
#define LANEWISE_C_EXTREME(name, op)                                                                      \
    LANEWISE_C_REDUCE_ISSUED(name##_value_index, op, issue_with(AscendC::ReduceOrder::ORDER_VALUE_INDEX)) \
    LANEWISE_C_REDUCE_ISSUED(name##_index_value, op, issue_with(AscendC::ReduceOrder::ORDER_INDEX_VALUE)) \
    LANEWISE_C_REDUCE_ISSUED(name##_only_value, op, issue_with(AscendC::ReduceOrder::ORDER_ONLY_VALUE))   \
    LANEWISE_C_REDUCE_ISSUED(name##_only_index, op, issue_with(AscendC::ReduceOrder::ORDER_ONLY_INDEX))

LANEWISE_C_REDUCE(repeat_reduce_sum, reduce_repeat_sum)
LANEWISE_C_EXTREME(repeat_reduce_max, reduce_repeat_max)
LANEWISE_C_EXTREME(repeat_reduce_min, reduce_repeat_min)
LANEWISE_C_REDUCE(datablock_reduce_sum, reduce_data_block_sum)
LANEWISE_C_REDUCE(datablock_reduce_max, reduce_data_block_max)
LANEWISE_C_REDUCE(datablock_reduce_min, reduce_data_block_min)
LANEWISE_C_REDUCE(pair_reduce_sum, reduce_pair_elem_sum)
#undef LANEWISE_C_REDUCE
#undef LANEWISE_C_EXTREME
#undef LANEWISE_C_REDUCE_ISSUED

// --- what they leave behind ---

LANEWISE_API std::int64_t asc_get_acc_val() {
    lanewise::set_state(lanewise::Opcode::get_reduce_repeat_sum_spr_);
    return static_cast<std::int64_t>(lw_current()->state->acc_val);
}
template <class T>
LANEWISE_API void asc_get_reduce_max_cnt(T& val, std::uint32_t& index) {
    AscendC::GetReduceRepeatMaxMinSpr(val);
    index = static_cast<std::uint32_t>(lw_current()->state->max_min_cnt >> 32);
}
template <class T>
LANEWISE_API void asc_get_reduce_min_cnt(T& val, std::uint32_t& index) {
    asc_get_reduce_max_cnt(val, index);
}
