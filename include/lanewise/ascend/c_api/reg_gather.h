// Elements and blocks of UB by their indices.
#pragma once

#include <cstring>

#include "lanewise/ascend/c_api/reg_arithmetic.h"
#include "lanewise/ascend/c_api/reg_load.h"
#include "lanewise/ascend/c_api/reg_mask.h"

// One byte becomes two, the upper one zero. Lanes outside the mask are zero and touch no memory.
template <class T, class P, class I>
LANEWISE_API void asc_gather(lanewise::c::Vector<T>& dst, __ubuf__ P* src, const lanewise::c::Vector<I>& index,
                             const vector_bool& mask) {
    using Lane = std::conditional_t<sizeof(P) == 1, std::uint16_t, lanewise::c::bits_t<P>>;
    auto& lanes = reinterpret_cast<lanewise::c::Vector<Lane>&>(dst);
    if constexpr (sizeof(I) > sizeof(Lane)) {
        // 64 indices for elements of 16 bits: nobody says where they go. As with bytes, each is widened to its index.
        vector_bool even;
        asc_and(even, mask, asc_create_mask_b32(PAT_ALL), mask);
        asc_gather(dst, src, reinterpret_cast<const vector_uint16_t&>(index), even);
    } else {
        lanewise::reg_call(lanewise::Opcode::reg_gather_memory_, 0, lanes, lanewise::c::ub(lanewise::c::bits(src)), index,
                           mask).issue();
    }
}
// Byte offsets. Blocks outside the mask are zero.
template <class T>
LANEWISE_API void asc_gather_datablock(lanewise::c::Vector<T>& dst, __ubuf__ lanewise::c::pointed_t<T>* src,
                                       const vector_uint32_t& index, const vector_bool& mask) {
    using lanewise::c::bits;
    const vector_uint32_t offsets = index;  // dst may be the same register
    __builtin_memset(dst.lanewise_bytes, 0, sizeof dst.lanewise_bytes);
    lanewise::reg_call(lanewise::Opcode::reg_gather_blocks_, 0, bits(dst), lanewise::c::ub(bits(src)), offsets, mask).issue();
}
template <class T>
LANEWISE_API void asc_gather_datablock(lanewise::c::Vector<T>& dst, __ubuf__ lanewise::c::pointed_t<T>* src,
                                       const vector_uint32_t& index) {
    asc_gather_datablock(dst, src, index, lanewise::every_lane);
}

template <class T, class I>
LANEWISE_API void asc_scatter(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src,
                              const lanewise::c::Vector<I>& index, const vector_bool& mask) {
    using lanewise::c::bits;
    lanewise::reg_call(lanewise::Opcode::reg_scatter_, 0, lanewise::c::ub(bits(dst)), bits(src), index, mask).issue();
}
// The older order.
template <class T, class I>
LANEWISE_API void asc_scatter(const lanewise::c::Vector<T>& src, __ubuf__ lanewise::c::pointed_t<T>* dst,
                              const lanewise::c::Vector<I>& index, const vector_bool& mask) {
    asc_scatter(dst, src, index, mask);
}
