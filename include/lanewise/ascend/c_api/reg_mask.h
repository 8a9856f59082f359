// Mask registers and address registers.
#pragma once

#include <concepts>

#include "lanewise/ascend/c_api/reg_types.h"
#include "lanewise/ascend/reg/calls.h"

namespace lanewise::c {

template <class... P>
LANEWISE_API AscendC::Reg::MaskReg made_mask(Opcode op, P... params) {
    AscendC::Reg::MaskReg mask;
    reg_call(op, 0, mask).issue_with(params...);
    return mask;
}

LANEWISE_API AscendC::Reg::MaskReg pattern(std::int32_t number, std::uint32_t size) {
    return made_mask(Opcode::reg_mask_create_, number, size);
}

// The first lanes, as many as are left; then fewer are left.
LANEWISE_API AscendC::Reg::MaskReg next_mask(std::uint32_t& left, std::uint32_t size) {
    const std::uint32_t lanes = register_bytes / size;
    const AscendC::Reg::MaskReg mask = made_mask(Opcode::reg_mask_update_, left, size);
    left = left < lanes ? 0 : left - lanes;
    return mask;
}

}  // namespace lanewise::c

LANEWISE_API vector_bool asc_create_mask_b8(std::int32_t pat_mode) { return lanewise::c::pattern(pat_mode, 1); }
LANEWISE_API vector_bool asc_create_mask_b16(std::int32_t pat_mode) { return lanewise::c::pattern(pat_mode, 2); }
LANEWISE_API vector_bool asc_create_mask_b32(std::int32_t pat_mode) { return lanewise::c::pattern(pat_mode, 4); }
LANEWISE_API vector_bool asc_update_mask_b8(std::uint32_t& value) { return lanewise::c::next_mask(value, 1); }
LANEWISE_API vector_bool asc_update_mask_b16(std::uint32_t& value) { return lanewise::c::next_mask(value, 2); }
LANEWISE_API vector_bool asc_update_mask_b32(std::uint32_t& value) { return lanewise::c::next_mask(value, 4); }
LANEWISE_API vector_bool asc_get_mask_spr_b16() { return lanewise::c::made_mask(lanewise::Opcode::reg_mask_from_state_, 2); }
LANEWISE_API vector_bool asc_get_mask_spr_b32() { return lanewise::c::made_mask(lanewise::Opcode::reg_mask_from_state_, 4); }

// --- offsets that grow with the loops around them ---

namespace lanewise::c {

// The counters of those loops, innermost first. The driver writes them into the call.
struct Loops {
    std::int64_t counters[4] = {};
};

struct LoopsOfCaller {};  // what the driver writes into calls in helpers

template <class... Strides>
LANEWISE_API AscendC::Reg::AddrReg address_of(const Loops& loops, std::int64_t size, Strides... strides) {
    AscendC::Reg::AddrReg made;
    int level = 0;
    ((made.lanewise_offset += loops.counters[level++] * static_cast<std::int64_t>(strides) * size), ...);
    return made;
}

}  // namespace lanewise::c

#define LANEWISE_C_ADDRESS(name, size)                                                       \
    template <std::convertible_to<std::uint32_t>... Strides>                                 \
        requires(sizeof...(Strides) >= 1 && sizeof...(Strides) <= 4)                         \
    LANEWISE_API addr_reg asc_##name(lanewise::c::Loops loops, Strides... strides) {         \
        return lanewise::c::address_of(loops, size, static_cast<std::uint32_t>(strides)...); \
    }                                                                                        \
    template <std::convertible_to<std::uint32_t>... Strides>                                 \
        requires(sizeof...(Strides) >= 1 && sizeof...(Strides) <= 4)                         \
    LANEWISE_API addr_reg asc_##name(Strides... strides) {                                   \
        return asc_##name(lanewise::c::Loops{}, strides...);                                 \
    }                                                                                        \
    template <class... Strides>                                                              \
    addr_reg asc_##name(lanewise::c::LoopsOfCaller, Strides...) {                            \
        static_assert(sizeof...(Strides) == 0, "asc_" #name " in a __simd_callee__ function does not see the loops of its caller: " \
                                               "call it in the __simd_vf__ function and pass the addr_reg on");                     \
        return {};                                                                           \
    }
LANEWISE_C_ADDRESS(update_addr_reg_b8, 1)
LANEWISE_C_ADDRESS(update_addr_reg_b16, 2)
LANEWISE_C_ADDRESS(update_addr_reg_b32, 4)
LANEWISE_C_ADDRESS(create_iter_reg_b8, 1)
LANEWISE_C_ADDRESS(create_iter_reg_b16, 2)
LANEWISE_C_ADDRESS(create_iter_reg_b32, 4)
#undef LANEWISE_C_ADDRESS

LANEWISE_API void asc_mem_bar(MEM_TYPE mem_type) {
    using enum AscendC::Reg::MemType;
    constexpr AscendC::Reg::MemType kinds[][2] = {
        {VEC_ALL, VEC_ALL},         {VEC_STORE, VEC_LOAD},       {VEC_LOAD, VEC_STORE},       {VEC_STORE, VEC_STORE},
        {VEC_ALL, SCALAR_ALL},      {VEC_STORE, SCALAR_LOAD},    {VEC_LOAD, SCALAR_STORE},    {VEC_STORE, SCALAR_STORE},
        {SCALAR_ALL, VEC_ALL},      {SCALAR_STORE, VEC_LOAD},    {SCALAR_LOAD, VEC_STORE},    {SCALAR_STORE, VEC_STORE},
        {SCALAR_ALL, SCALAR_ALL},   {SCALAR_STORE, SCALAR_LOAD}, {SCALAR_LOAD, SCALAR_STORE}, {SCALAR_STORE, SCALAR_STORE},
    };
    lanewise::reg_call(lanewise::Opcode::reg_barrier_, 0).issue_with(kinds[mem_type][0], kinds[mem_type][1]);
}
