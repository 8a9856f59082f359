// Loads from aligned addresses of UB. An offset counts elements (bytes for masks); post-update loads first, then moves the
// pointer on.
#pragma once

#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/c_api/reg_types.h"
#include "lanewise/ascend/reg/calls.h"

namespace lanewise::c {

// The distribution for the width of T, from those for 8, 16 and 32 bits.
template <class T>
constexpr AscendC::Reg::LoadDist load_dist(AscendC::Reg::LoadDist b8, AscendC::Reg::LoadDist b16, AscendC::Reg::LoadDist b32) {
    return sizeof(T) == 1 ? b8 : sizeof(T) == 2 ? b16 : b32;
}

template <class T>
LANEWISE_API T* behind(T* place, const AscendC::Reg::AddrReg& offset) {
    return reinterpret_cast<T*>(reinterpret_cast<std::uint64_t>(place) + static_cast<std::uint64_t>(offset.lanewise_offset));
}
template <class T>
LANEWISE_API T* bytes_behind(T* place, std::int64_t bytes) { return behind(place, {bytes}); }

template <class T, class P>
LANEWISE_API void load(Vector<T>& dst, P* src, AscendC::Reg::LoadDist dist) {
    reg_call(Opcode::reg_load_, 0, bits(dst), ub(bits(src))).issue_with(dist);
}
template <class T, class P>
LANEWISE_API void load(Vector<T>& dst0, Vector<T>& dst1, P* src, AscendC::Reg::LoadDist dist) {
    reg_call(Opcode::reg_load_two_, 0, bits(dst0), bits(dst1), ub(bits(src))).issue_with(dist);
}
LANEWISE_API void load(AscendC::Reg::MaskReg& dst, void* src, AscendC::Reg::MaskDist dist) {
    reg_call(Opcode::reg_load_mask_, 0, dst, ub(src)).issue_with(dist);
}

}  // namespace lanewise::c

// One register, or two: `To` and `to` are the parameters and arguments for them.
#define LANEWISE_C_LOAD_OF(name, post, To, to, dist)                                                           \
    template <class T>                                                                                         \
    LANEWISE_API void asc_loadalign##name(To, __ubuf__ lanewise::c::pointed_t<T>* src) {                       \
        using enum AscendC::Reg::LoadDist;                                                                     \
        lanewise::c::load(to, src, dist);                                                                      \
    }                                                                                                          \
    template <class T>                                                                                         \
    LANEWISE_API void asc_loadalign##name(To, __ubuf__ lanewise::c::pointed_t<T>* src, std::int32_t offset) {  \
        asc_loadalign##name(to, src + offset);                                                                 \
    }                                                                                                          \
    template <class T>                                                                                         \
    LANEWISE_API void asc_loadalign##name(To, __ubuf__ lanewise::c::pointed_t<T>* src, addr_reg offset) {      \
        asc_loadalign##name(to, lanewise::c::behind(src, offset));                                             \
    }                                                                                                          \
    template <class T>                                                                                         \
    LANEWISE_API void asc_loadalign##post(To, __ubuf__ lanewise::c::pointed_t<T>*& src, std::int32_t offset) { \
        asc_loadalign##name(to, src);                                                                          \
        src += offset;                                                                                         \
    }
#define LANEWISE_C_COMMA ,
#define LANEWISE_C_LOAD(name, post, dist) LANEWISE_C_LOAD_OF(name, post, lanewise::c::Vector<T>& dst, dst, dist)
#define LANEWISE_C_LOAD_WIDTHS(name, post, b8, b16, b32) \
    LANEWISE_C_LOAD(name, post, lanewise::c::load_dist<T>(b8 LANEWISE_C_COMMA b16 LANEWISE_C_COMMA b32))

LANEWISE_C_LOAD(, _postupdate, DIST_NORM)
LANEWISE_C_LOAD_WIDTHS(_brc_elem, _brc_elem_postupdate, DIST_BRC_B8, DIST_BRC_B16, DIST_BRC_B32)
LANEWISE_C_LOAD(_brc_datablock, _brc_datablock_postupdate, DIST_BLK)
LANEWISE_C_LOAD_WIDTHS(_brc_elem2datablock, _brc_elem2datablock_postupdate, DIST_E2B_B16, DIST_E2B_B16, DIST_E2B_B32)
LANEWISE_C_LOAD_WIDTHS(_upsample, _upsample_postupdate, DIST_US_B8, DIST_US_B16, DIST_US_B16)
LANEWISE_C_LOAD_WIDTHS(_downsample, _downsample_postupdate, DIST_DS_B8, DIST_DS_B16, DIST_DS_B16)
LANEWISE_C_LOAD_WIDTHS(_unpack, _unpack_postupdate, DIST_UNPACK_B8, DIST_UNPACK_B16, DIST_UNPACK_B32)
LANEWISE_C_LOAD(_unpack4, _unpack4_postupdate, DIST_UNPACK4_B8)
LANEWISE_C_LOAD_OF(_deintlv, _deintlv_postupdate, lanewise::c::Vector<T>& dst0 LANEWISE_C_COMMA lanewise::c::Vector<T>& dst1,
                   dst0 LANEWISE_C_COMMA dst1,
                   lanewise::c::load_dist<T>(DIST_DINTLV_B8 LANEWISE_C_COMMA DIST_DINTLV_B16 LANEWISE_C_COMMA DIST_DINTLV_B32))
// Older names.
LANEWISE_C_LOAD_WIDTHS(_brc, _brc_postupdate, DIST_BRC_B8, DIST_BRC_B16, DIST_BRC_B32)
LANEWISE_C_LOAD(_brc_v2, _brc_postupdate_v2, DIST_BLK)
LANEWISE_C_LOAD_WIDTHS(_brc_v3, _brc_postupdate_v3, DIST_E2B_B16, DIST_E2B_B16, DIST_E2B_B32)
LANEWISE_C_LOAD(_unpack_v2, _unpack_postupdate_v2, DIST_UNPACK4_B8)
#undef LANEWISE_C_LOAD_OF
#undef LANEWISE_C_LOAD
#undef LANEWISE_C_LOAD_WIDTHS
#undef LANEWISE_C_COMMA

// --- eight blocks of 32 bytes, a stride of blocks apart ---

template <class T>
LANEWISE_API void asc_loadalign_postupdate(lanewise::c::Vector<T>& dst, __ubuf__ lanewise::c::pointed_t<T>*& src,
                                           std::uint16_t block_stride, std::uint16_t repeat_stride, const vector_bool& mask) {
    using Part = std::conditional_t<sizeof(T) == 8, std::uint32_t, lanewise::c::bits_t<T>>;  // a block has no 64-bit lanes
    auto& parts = reinterpret_cast<lanewise::c::Vector<Part>&>(dst);
    lanewise::reg_call(lanewise::Opcode::reg_load_blocks_, 0, parts, lanewise::c::ub(reinterpret_cast<Part*>(src)), mask)
        .issue_with(block_stride);
    src = lanewise::c::bytes_behind(src, 32 * repeat_stride);
}
template <class T>
LANEWISE_API void asc_loadalign(lanewise::c::Vector<T>& dst, __ubuf__ lanewise::c::pointed_t<T>* src, std::uint16_t block_stride,
                                std::uint16_t repeat_stride, const vector_bool& mask) {
    auto* from = lanewise::c::bytes_behind(src, 32 * repeat_stride);
    asc_loadalign_postupdate(dst, from, block_stride, 0, mask);
}

// --- masks: offsets in bytes ---

#define LANEWISE_C_LOAD_MASK(name, dist)                                                                                      \
    LANEWISE_API void asc_loadalign##name(vector_bool& dst, __ubuf__ std::uint32_t* src) {                                    \
        lanewise::c::load(dst, src, AscendC::Reg::MaskDist::dist);                                                            \
    }                                                                                                                         \
    LANEWISE_API void asc_loadalign##name(vector_bool& dst, __ubuf__ std::uint32_t* src, std::int32_t offset) {               \
        asc_loadalign##name(dst, lanewise::c::bytes_behind(src, offset));                                                     \
    }                                                                                                                         \
    LANEWISE_API void asc_loadalign##name(vector_bool& dst, __ubuf__ std::uint32_t* src, addr_reg offset) {                   \
        asc_loadalign##name(dst, lanewise::c::behind(src, offset));                                                           \
    }                                                                                                                         \
    LANEWISE_API void asc_loadalign##name##_postupdate(vector_bool& dst, __ubuf__ std::uint32_t*& src, std::int32_t offset) { \
        asc_loadalign##name(dst, src);                                                                                        \
        src = lanewise::c::bytes_behind(src, offset);                                                                         \
    }
LANEWISE_C_LOAD_MASK(, DIST_NORM)
LANEWISE_C_LOAD_MASK(_upsample, DIST_US)
LANEWISE_C_LOAD_MASK(_downsample, DIST_DS)
#undef LANEWISE_C_LOAD_MASK
