// Registers that steer the vector instructions on UB.
#pragma once

LANEWISE_API void asc_set_mask_count() { AscendC::SetMaskCount(); }
LANEWISE_API void asc_set_mask_norm() { AscendC::SetMaskNorm(); }
// The high word comes first. In Counter mode the low one is the count.
LANEWISE_API void asc_set_vector_mask(std::uint64_t mask1, std::uint64_t mask0) {
    lanewise::set_state(lanewise::Opcode::set_vector_mask_, mask0, mask1);
}

LANEWISE_API void asc_set_deq_scale(half scale) { AscendC::SetDeqScale(scale); }
LANEWISE_API void asc_set_deq_scale(float scale, std::int16_t offset, bool sign_mode) { AscendC::SetDeqScale(scale, offset,
        sign_mode); }
LANEWISE_API void asc_set_deq_scale(__ubuf__ std::uint64_t* tmp, float scale_arr[ASC_VDEQ_SIZE],
                                    std::int16_t offset_arr[ASC_VDEQ_SIZE], bool sign_mode_arr[ASC_VDEQ_SIZE]) {
    std::int64_t words[ASC_VDEQ_SIZE];
    for (int i = 0; i < ASC_VDEQ_SIZE; ++i) words[i] = lanewise::deq_word(scale_arr[i], offset_arr[i], sign_mode_arr[i]);
    lanewise::Call(lanewise::Opcode::set_deq_scale_vector_, lanewise::Overload::PLAIN, 0)
        .tensors(lanewise::c::ub(tmp))
        .issue_list(words, ASC_VDEQ_SIZE);
}

// How many records each list gave to the last merge.
LANEWISE_API void asc_get_vms4_sr(std::uint16_t sorted_num[4]) {
    AscendC::GetMrgSortResult(sorted_num[0], sorted_num[1], sorted_num[2], sorted_num[3]);
}
