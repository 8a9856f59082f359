// The names of registers. They are those of AscendC::Reg: a program may use both interfaces on one register.
#pragma once

#include "lanewise/ascend/reg/types.h"

using vector_uint8_t = AscendC::Reg::RegTensor<std::uint8_t>;
using vector_int8_t = AscendC::Reg::RegTensor<std::int8_t>;
using vector_uint16_t = AscendC::Reg::RegTensor<std::uint16_t>;
using vector_int16_t = AscendC::Reg::RegTensor<std::int16_t>;
using vector_uint32_t = AscendC::Reg::RegTensor<std::uint32_t>;
using vector_int32_t = AscendC::Reg::RegTensor<std::int32_t>;
using vector_uint64_t = AscendC::Reg::RegTensor<std::uint64_t>;
using vector_int64_t = AscendC::Reg::RegTensor<std::int64_t>;
using vector_half = AscendC::Reg::RegTensor<half>;
using vector_float = AscendC::Reg::RegTensor<float>;
using vector_bfloat16_t = AscendC::Reg::RegTensor<bfloat16_t>;
using vector_hifloat8_t = AscendC::Reg::RegTensor<hifloat8_t>;
using vector_fp8_e4m3fn_t = AscendC::Reg::RegTensor<fp8_e4m3fn_t>;
using vector_fp8_e5m2_t = AscendC::Reg::RegTensor<fp8_e5m2_t>;
using vector_fp8_e8m0_t = AscendC::Reg::RegTensor<fp8_e8m0_t>;
using vector_int4x2_t = AscendC::Reg::RegTensor<int4x2_t>;
using vector_fp4x2_e2m1_t = AscendC::Reg::RegTensor<fp4x2_e2m1_t>;
using vector_fp4x2_e1m2_t = AscendC::Reg::RegTensor<fp4x2_e1m2_t>;

using vector_bool = AscendC::Reg::MaskReg;
using addr_reg = AscendC::Reg::AddrReg;
using iter_reg = addr_reg;
using vector_load_unalign = AscendC::Reg::UnalignReg;
using vector_store_unalign = AscendC::Reg::UnalignReg;

// The compiler's own names.
using vector_u8 = vector_uint8_t;
using vector_s8 = vector_int8_t;
using vector_u16 = vector_uint16_t;
using vector_s16 = vector_int16_t;
using vector_u32 = vector_uint32_t;
using vector_s32 = vector_int32_t;
using vector_u64 = vector_uint64_t;
using vector_s64 = vector_int64_t;
using vector_f16 = vector_half;
using vector_f32 = vector_float;
using vector_bf16 = vector_bfloat16_t;
using vector_hif8 = vector_hifloat8_t;
using vector_f8e4m3 = vector_fp8_e4m3fn_t;
using vector_f8e5m2 = vector_fp8_e5m2_t;
using vector_f8e8m0 = vector_fp8_e8m0_t;
using vector_s4x2 = vector_int4x2_t;
using vector_f4e2m1x2 = vector_fp4x2_e2m1_t;
using vector_f4e1m2x2 = vector_fp4x2_e1m2_t;
using vector_align = vector_load_unalign;
using vector_address = addr_reg;

enum asc_mask_pattern {
    PAT_ALL, PAT_VL1, PAT_VL2, PAT_VL3, PAT_VL4, PAT_VL8, PAT_VL16, PAT_VL32, PAT_VL64, PAT_VL128, PAT_M3, PAT_M4, PAT_H, PAT_Q,
    PAT_ALLF = 15,
};
enum MEM_TYPE {
    VV_ALL, VST_VLD, VLD_VST, VST_VST, VS_ALL, VST_LD, VLD_ST, VST_ST, SV_ALL, ST_VLD, LD_VST, ST_VST, SS_ALL, ST_LD, LD_ST,
        ST_ST,
};

namespace lanewise::c {

template <class T>
using Vector = AscendC::Reg::RegTensor<T>;

// What a pointer to the elements of a register points to.
template <class T>
using pointed_t = std::conditional_t<std::is_same_v<T, int4x2_t>, int4b_t, T>;

// This interface makes no masks for lanes of 64 bits: there one for narrower lanes is no mistake.
template <class T>
LANEWISE_API AscendC::Reg::MaskReg mask_for(const AscendC::Reg::MaskReg& mask) {
    AscendC::Reg::MaskReg made = mask;
    if constexpr (sizeof(T) == 8) made.lanewise_width = 0;
    return made;
}

// Instructions that only move elements take them as bits.
template <class T>
using bits_t = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
template <class T>
LANEWISE_API Vector<bits_t<T>>& bits(Vector<T>& r) { return reinterpret_cast<Vector<bits_t<T>>&>(r); }
template <class T>
LANEWISE_API const Vector<bits_t<T>>& bits(const Vector<T>& r) { return reinterpret_cast<const Vector<bits_t<T>>&>(r); }
template <class T>
LANEWISE_API bits_t<T>* bits(T* p) { return reinterpret_cast<bits_t<T>*>(p); }

}  // namespace lanewise::c
