// Stores to aligned addresses of UB: the mirror of the loads. Lanes outside the mask leave memory as it is.
#pragma once

#include "lanewise/ascend/c_api/reg_load.h"

namespace lanewise::c {

template <class T>
constexpr AscendC::Reg::StoreDist store_dist(AscendC::Reg::StoreDist b8, AscendC::Reg::StoreDist b16,
                                             AscendC::Reg::StoreDist b32) {
    return sizeof(T) == 1 ? b8 : sizeof(T) == 2 ? b16 : b32;
}

template <class T, class P>
LANEWISE_API void store(P* dst, const Vector<T>& src, const AscendC::Reg::MaskReg& mask, AscendC::Reg::StoreDist dist) {
    reg_call(Opcode::reg_store_, 0, ub(bits(dst)), bits(src), mask_for<T>(mask)).issue_with(dist, 0);
}

}  // namespace lanewise::c

// The width of a packed lane is that of the source.
#define LANEWISE_C_STORE(name, post, dist)                                                                              \
    template <class T>                                                                                                  \
    LANEWISE_API void asc_storealign##name(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,  \
                                           const vector_bool& mask) {                                                   \
        using enum AscendC::Reg::StoreDist;                                                                             \
        lanewise::c::store(dst, src, mask, dist);                                                                       \
    }                                                                                                                   \
    template <class T>                                                                                                  \
    LANEWISE_API void asc_storealign##name(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,  \
                                           std::int32_t offset, const vector_bool& mask) {                              \
        asc_storealign##name(dst + offset, src, mask);                                                                  \
    }                                                                                                                   \
    template <class T>                                                                                                  \
    LANEWISE_API void asc_storealign##name(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,  \
                                           addr_reg offset, const vector_bool& mask) {                                  \
        asc_storealign##name(lanewise::c::behind(dst, offset), src, mask);                                              \
    }                                                                                                                   \
    template <class T>                                                                                                  \
    LANEWISE_API void asc_storealign##post(__ubuf__ lanewise::c::pointed_t<T>*& dst, const lanewise::c::Vector<T>& src, \
                                           std::int32_t offset, const vector_bool& mask) {                              \
        asc_storealign##name(dst, src, mask);                                                                           \
        dst += offset;                                                                                                  \
    }
LANEWISE_C_STORE(, _postupdate, DIST_NORM)
LANEWISE_C_STORE(_pack, _pack_postupdate, (sizeof(T) == 2 ? DIST_PACK_B16 : sizeof(T) == 4 ? DIST_PACK_B32 : DIST_PACK_B64))
LANEWISE_C_STORE(_pack_quarter, _pack_quarter_postupdate, DIST_PACK4_B32)
LANEWISE_C_STORE(_pack_v2, _pack_postupdate_v2, DIST_PACK4_B32)
#undef LANEWISE_C_STORE

// --- without a mask: the first lane, and lanes of two registers in turn ---

template <class T>
LANEWISE_API void asc_storealign_1st(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src) {
    using enum AscendC::Reg::StoreDist;
    lanewise::c::store(dst, src, lanewise::every_lane,
                    lanewise::c::store_dist<T>(DIST_FIRST_ELEMENT_B8, DIST_FIRST_ELEMENT_B16, DIST_FIRST_ELEMENT_B32));
}
template <class T>
LANEWISE_API void asc_storealign_1st(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,
                                     std::int32_t offset) {
    asc_storealign_1st(dst + offset, src);
}
template <class T>
LANEWISE_API void asc_storealign_1st(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,
                                     addr_reg offset) {
    asc_storealign_1st(lanewise::c::behind(dst, offset), src);
}
template <class T>
LANEWISE_API void asc_storealign_1st_postupdate(__ubuf__ lanewise::c::pointed_t<T>*& dst, const lanewise::c::Vector<T>& src,
                                                std::int32_t offset) {
    asc_storealign_1st(dst, src);
    dst += offset;
}

template <class T>
LANEWISE_API void asc_storealign_intlv(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src0,
                                       const lanewise::c::Vector<T>& src1) {
    using enum AscendC::Reg::StoreDist;
    using lanewise::c::bits;
    lanewise::reg_call(lanewise::Opcode::reg_store_two_, 0, lanewise::c::ub(bits(dst)), bits(src0), bits(src1),
                       lanewise::every_lane)
        .issue_with(lanewise::c::store_dist<T>(DIST_INTLV_B8, DIST_INTLV_B16, DIST_INTLV_B32));
}
template <class T>
LANEWISE_API void asc_storealign_intlv(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src0,
                                       const lanewise::c::Vector<T>& src1, std::int32_t offset) {
    asc_storealign_intlv(dst + offset, src0, src1);
}
template <class T>
LANEWISE_API void asc_storealign_intlv(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src0,
                                       const lanewise::c::Vector<T>& src1, addr_reg offset) {
    asc_storealign_intlv(lanewise::c::behind(dst, offset), src0, src1);
}

// --- eight blocks ---

template <class T>
LANEWISE_API void asc_storealign_postupdate(__ubuf__ lanewise::c::pointed_t<T>*& dst, const lanewise::c::Vector<T>& src,
                                            std::uint16_t block_stride,
                                            std::uint16_t repeat_stride, const vector_bool& mask) {
    using lanewise::c::bits;
    lanewise::reg_call(lanewise::Opcode::reg_store_blocks_, 0, lanewise::c::ub(bits(dst)), bits(src),
                       mask).issue_with(block_stride);
    dst = lanewise::c::bytes_behind(dst, 32 * repeat_stride);
}
template <class T>
LANEWISE_API void asc_storealign(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,
                                 std::uint16_t block_stride, std::uint16_t repeat_stride, const vector_bool& mask) {
    auto* to = lanewise::c::bytes_behind(dst, 32 * repeat_stride);
    asc_storealign_postupdate(to, src, block_stride, 0, mask);
}

// --- masks: offsets in bytes, whatever the pointer says ---

#define LANEWISE_C_STORE_MASK(name, dist)                                                                                \
    template <class T>                                                                                                   \
    LANEWISE_API void asc_storealign##name(__ubuf__ T* dst, const vector_bool& src) {                                    \
        lanewise::reg_call(lanewise::Opcode::reg_store_mask_, 0, lanewise::c::ub(static_cast<void*>(dst)), src)          \
            .issue_with(AscendC::Reg::MaskDist::dist);                                                                   \
    }                                                                                                                    \
    template <class T>                                                                                                   \
    LANEWISE_API void asc_storealign##name(__ubuf__ T* dst, const vector_bool& src, std::int32_t offset) {               \
        asc_storealign##name(lanewise::c::bytes_behind(dst, offset), src);                                               \
    }                                                                                                                    \
    template <class T>                                                                                                   \
    LANEWISE_API void asc_storealign##name(__ubuf__ T* dst, const vector_bool& src, addr_reg offset) {                   \
        asc_storealign##name(lanewise::c::behind(dst, offset), src);                                                     \
    }                                                                                                                    \
    template <class T>                                                                                                   \
    LANEWISE_API void asc_storealign##name##_postupdate(__ubuf__ T*& dst, const vector_bool& src, std::int32_t offset) { \
        asc_storealign##name(dst, src);                                                                                  \
        dst = lanewise::c::bytes_behind(dst, offset);                                                                    \
    }
LANEWISE_C_STORE_MASK(, DIST_NORM)
LANEWISE_C_STORE_MASK(_pack, DIST_PACK)
#undef LANEWISE_C_STORE_MASK
