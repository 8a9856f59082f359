// What a kernel may ask about its core, and how it starts.
#pragma once

#include "lanewise/ascend/instructions/states.h"
#include "lanewise/ascend/system.h"

// Atomic copies off, Normal mode, MASK all ones; of CTRL what policy asc_init_control says: the names of the conversions say
// whether they saturate.
LANEWISE_API void asc_init() {
    AscendC::DisableDmaAtomic();
    AscendC::SetMaskNorm();
    AscendC::ResetMask();
    constexpr std::uint64_t global_saturation = 1ull << 60;
    lw_current()->state->ctrl &= ~global_saturation;
}

LANEWISE_API std::int64_t asc_get_block_idx() { return lw_current()->index; }
LANEWISE_API std::int64_t asc_get_block_num() { return lw_current()->count; }
LANEWISE_API std::int64_t asc_get_sub_block_id() { return AscendC::GetSubBlockIdx(); }
LANEWISE_API std::int64_t asc_get_sub_block_num() { return AscendC::GetSubBlockNum(); }
LANEWISE_API std::int64_t asc_get_core_id() { return lw_current()->core; }
template <class = void>
LANEWISE_API std::int64_t asc_get_system_cycle() { return lanewise::counter<void>::read(); }
LANEWISE_API std::int64_t asc_get_program_counter() { return AscendC::GetProgramCounter(); }
LANEWISE_API void asc_get_arch_ver(std::uint32_t& core_version) { AscendC::GetArchVersion(core_version); }
LANEWISE_API std::int64_t asc_get_ctrl() { return static_cast<std::int64_t>(lw_current()->state->ctrl); }
LANEWISE_API void asc_set_ctrl(std::uint64_t config) { lanewise::set_state(lanewise::Opcode::set_ctrl_spr_, ~0ull, config); }
// An integer that casts to a pointer.
LANEWISE_API std::uint64_t asc_get_phy_buf_addr(std::uint64_t offset) { return reinterpret_cast<std::uint64_t>(lw_current()->ub) + offset; }

#if LANEWISE_HAS_REGISTERS
constexpr std::int64_t asc_get_vf_len() { return 256; }
// Bytes stored by the squeezed stream.
LANEWISE_API std::int64_t asc_get_squeeze_status() { return static_cast<std::int64_t>(lw_current()->state->ar); }
LANEWISE_API std::int64_t asc_get_ar_spr() { return asc_get_squeeze_status(); }
#else
// Flags between cores need no memory here: the address is only kept.
namespace lanewise::c {
inline std::uint64_t& flag_memory() {
    static thread_local std::uint64_t address = 0;
    return address;
}
}  // namespace lanewise::c
LANEWISE_API void asc_set_ffts_base_addr(std::uint64_t config) { lanewise::c::flag_memory() = config; }
LANEWISE_API std::int64_t asc_get_ffts_base_addr() { return static_cast<std::int64_t>(lanewise::c::flag_memory()); }
#endif
