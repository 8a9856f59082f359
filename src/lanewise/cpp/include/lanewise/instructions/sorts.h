// Sorting records of a score and an index, and proposals of older chips.
#pragma once

#include "lanewise/instructions/forms.h"

namespace AscendC {

template <class T>
LANEWISE_API void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<std::uint32_t>& src1,
                         std::int32_t repeatTime) {
    lanewise::plain(lanewise::Opcode::sort32_).tensors(dst, src0, src1).repeat(repeatTime).issue();
}

#define LANEWISE_MERGE(Name, op)                                                                                  \
    template <class T>                                                                                            \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src, const MrgSort4Info& params) { \
        const auto& n = params.elementLengths;                                                                    \
        lanewise::plain(lanewise::Opcode::op##_)                                                                  \
            .tensors(dst, src.src1, src.src2, src.src3, src.src4)                                                 \
            .repeat(params.repeatTimes)                                                                           \
            .issue_with(n[0], n[1], n[2], n[3], params.ifExhaustedSuspension, params.validBit);                   \
    }
LANEWISE_MERGE(MrgSort, mrg_sort)
LANEWISE_MERGE(MrgSort4, mrg_sort4)
#undef LANEWISE_MERGE

// How many records each list gave.
LANEWISE_API void GetMrgSortResult(std::uint16_t& mrgSortList1, std::uint16_t& mrgSortList2,
                                   std::uint16_t& mrgSortList3, std::uint16_t& mrgSortList4) {
    lanewise::plain(lanewise::Opcode::get_mrg_sort_result_).issue();
    const auto& used = lw_current()->state->vms4_sr;
    mrgSortList1 = used[0];
    mrgSortList2 = used[1];
    mrgSortList3 = used[2];
    mrgSortList4 = used[3];
}

template <class T>
LANEWISE_API void RpSort16(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime) {
    lanewise::plain(lanewise::Opcode::rp_sort16_).tensors(dst, src).repeat(repeatTime).issue();
}
template <class T>
LANEWISE_API void ProposalConcat(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime,
                                 std::int32_t modeNumber) {
    lanewise::plain(lanewise::Opcode::proposal_concat_).tensors(dst, src).repeat(repeatTime).issue_with(modeNumber);
}
template <class T>
LANEWISE_API void ProposalExtract(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::int32_t repeatTime,
                                  std::int32_t modeNumber) {
    lanewise::plain(lanewise::Opcode::proposal_extract_).tensors(dst, src).repeat(repeatTime).issue_with(modeNumber);
}

}  // namespace AscendC
