// Constants, copies, and lanes in another order.
#pragma once

#include "lanewise/c_api/reg_types.h"
#include "lanewise/reg/calls.h"

template <class T>
LANEWISE_API void asc_duplicate_scalar(lanewise::c::Vector<T>& dst, lanewise::plain_t<T> value, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_duplicate_, 0, dst, mask).scalar(value).issue();
}
template <class T>
LANEWISE_API void asc_duplicate_scalar(lanewise::c::Vector<T>& dst, lanewise::plain_t<T> value) {
    asc_duplicate_scalar(dst, value, lanewise::every_lane());
}
// Lane 0 in every lane.
template <class T>
LANEWISE_API void asc_duplicate(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_duplicate_lane_, 0, lanewise::c::bits(dst), lanewise::c::bits(src), mask).issue();
}

// The one function that keeps the lanes outside the mask.
template <class T>
LANEWISE_API void asc_copy(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_move_, lanewise::MERGE, lanewise::c::bits(dst), lanewise::c::bits(src),
                       mask).issue();
}

template <class T>
LANEWISE_API void asc_arange(lanewise::c::Vector<T>& dst, lanewise::plain_t<T> value) {
    lanewise::reg_call(lanewise::Opcode::reg_arange_, 0, dst).scalar(value).issue_with(AscendC::Reg::IndexOrder::INCREASE_ORDER);
}
template <class T>
LANEWISE_API void asc_arange_descend(lanewise::c::Vector<T>& dst, lanewise::plain_t<T> value) {
    lanewise::reg_call(lanewise::Opcode::reg_arange_, 0, dst).scalar(value).issue_with(AscendC::Reg::IndexOrder::DECREASE_ORDER);
}

#define LANEWISE_C_REG_PAIR(name, op)                                                                                            \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst0, lanewise::c::Vector<T>& dst1, const lanewise::c::Vector<T>& src0, \
                                 const lanewise::c::Vector<T>& src1) {                                                           \
        using lanewise::c::bits;                                                                                                 \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, bits(dst0), bits(dst1), bits(src0), bits(src1)).issue();                  \
    }
LANEWISE_C_REG_PAIR(intlv, reg_interleave)
LANEWISE_C_REG_PAIR(deintlv, reg_de_interleave)
#undef LANEWISE_C_REG_PAIR

// Low halves of lanes in one half of dst. Signs do not matter.
#define LANEWISE_C_REG_PACK(name, part)                                                                    \
    template <class D, class S>                                                                            \
    LANEWISE_API void asc_##name(lanewise::c::Vector<D>& dst, const lanewise::c::Vector<S>& src) {         \
        static_assert(2 * sizeof(D) == sizeof(S), "a lane becomes one of half its width");                 \
        lanewise::reg_call(lanewise::Opcode::reg_pack_, 0, lanewise::c::bits(dst), lanewise::c::bits(src)) \
            .issue_with(AscendC::Reg::HighLowPart::part);                                                  \
    }
LANEWISE_C_REG_PACK(pack, LOWEST)
LANEWISE_C_REG_PACK(pack_to_low, LOWEST)
LANEWISE_C_REG_PACK(pack_v2, HIGHEST)
LANEWISE_C_REG_PACK(pack_to_high, HIGHEST)
#undef LANEWISE_C_REG_PACK
#define LANEWISE_C_REG_UNPACK(name, part)                                                                            \
    template <class D, class S>                                                                                      \
    LANEWISE_API void asc_##name(lanewise::c::Vector<D>& dst, const lanewise::c::Vector<S>& src) {                   \
        lanewise::reg_call(lanewise::Opcode::reg_un_pack_, 0, dst, src).issue_with(AscendC::Reg::HighLowPart::part); \
    }
LANEWISE_C_REG_UNPACK(unpack_lower, LOWEST)
LANEWISE_C_REG_UNPACK(unpack_upper, HIGHEST)
#undef LANEWISE_C_REG_UNPACK

// The lanes of the mask, without gaps; the other kind also tells their bytes to the store that follows.
#define LANEWISE_C_REG_SQUEEZE(name, counts)                                                                                \
    template <class T>                                                                                                      \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::reg_squeeze_, 0, lanewise::c::bits(dst), lanewise::c::bits(src),               \
                           mask).issue_with(counts);                                                                        \
    }
LANEWISE_C_REG_SQUEEZE(squeeze, 0)
LANEWISE_C_REG_SQUEEZE(squeeze_with_status, 1)
LANEWISE_C_REG_SQUEEZE(squeeze_v2, 1)
#undef LANEWISE_C_REG_SQUEEZE
template <class T>
LANEWISE_API void asc_unsqueeze(lanewise::c::Vector<T>& dst, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_unsqueeze_, 0, dst, mask).issue();
}
LANEWISE_API void asc_clear_ar_spr() { lanewise::reg_call(lanewise::Opcode::reg_clear_ar_, 0).issue(); }
