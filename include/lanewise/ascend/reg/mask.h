// Mask registers that functions give back: made of patterns, counts and bits.
#pragma once

#include "lanewise/ascend/reg/calls.h"

namespace lanewise {

// Mask bits from one lane to the next.
template <class T, AscendC::Reg::RegTrait trait>
inline constexpr int mask_pitch = (bits_of<T> < 8 ? 1 : bits_of<T> / 8) / static_cast<std::uint32_t>(trait.REG_NUM);

}  // namespace lanewise

namespace AscendC::Reg {

template <class T, MaskPattern mode = MaskPattern::ALL, RegTrait regTrait = RegTraitNumOne>
LANEWISE_API MaskReg CreateMask() {
    MaskReg mask;
    lanewise::reg_call(lanewise::Opcode::reg_mask_create_, 0, mask).issue_with(mode, lanewise::mask_pitch<T, regTrait>);
    return mask;
}

// As many lanes as elements are left; the lanes of a register are taken off the number.
template <class T, RegTrait regTrait = RegTraitNumOne>
LANEWISE_API MaskReg UpdateMask(std::uint32_t& scalarValue) {
    constexpr std::uint32_t lanes = lanewise::register_bytes / lanewise::mask_pitch<T, regTrait>;
    MaskReg mask;
    lw_lowest(lanewise::shape(lanewise::Opcode::reg_mask_update_, lanewise::Overload::PLAIN, 0), &mask, scalarValue, lanewise::mask_pitch<T, regTrait>);
    scalarValue = scalarValue < lanes ? 0 : scalarValue - lanes;
    return mask;
}

// The mask that SetVectorMask left.
template <class T>
LANEWISE_API MaskReg MoveMask() {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "MoveMask is for lanes of 16 or 32 bits");
    MaskReg mask;
    lanewise::reg_call(lanewise::Opcode::reg_mask_from_state_, 0, mask).issue_with(sizeof(T));
    return mask;
}

}  // namespace AscendC::Reg
