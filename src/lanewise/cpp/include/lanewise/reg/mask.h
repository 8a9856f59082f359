// Mask registers: made of patterns, counts and bits, and combined.
#pragma once

#include "lanewise/reg/calls.h"

namespace lanewise {

// Mask bits from one lane to the next.
template <class T, AscendC::Reg::RegTrait trait>
inline constexpr int mask_pitch = (bits_of<T> < 8 ? 1 : bits_of<T> / 8) / static_cast<std::uint32_t>(trait.REG_NUM);

template <class... M>
LANEWISE_API void mask_call(Opcode op, const M&... masks) {
    reg_call(op, 0, masks...).issue();
}

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
    lanewise::reg_call(lanewise::Opcode::reg_mask_update_, 0, mask).issue_with(scalarValue, lanewise::mask_pitch<T, regTrait>);
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

template <class T = DefaultType, std::int16_t offset, lanewise::VectorRegister U>
LANEWISE_API void MaskGenWithRegTensor(MaskReg& dst, const U& srcReg) {
    lanewise::reg_call(lanewise::Opcode::reg_mask_from_register_, 0, dst, srcReg).issue_with(offset);
}

// --- bit by bit ---

LANEWISE_API void Not(MaskReg& dst, const MaskReg& src, const MaskReg& mask) { lanewise::mask_call(lanewise::Opcode::reg_mask_not_, dst, src, mask); }
LANEWISE_API void And(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) {
    lanewise::mask_call(lanewise::Opcode::reg_mask_and_, dst, src0, src1, mask);
}
LANEWISE_API void Or(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) {
    lanewise::mask_call(lanewise::Opcode::reg_mask_or_, dst, src0, src1, mask);
}
LANEWISE_API void Xor(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) {
    lanewise::mask_call(lanewise::Opcode::reg_mask_xor_, dst, src0, src1, mask);
}
LANEWISE_API void Move(MaskReg& dst, const MaskReg& src, const MaskReg& mask) { lanewise::mask_call(lanewise::Opcode::reg_mask_move_, dst, src, mask); }
LANEWISE_API void Move(MaskReg& dst, const MaskReg& src) { lanewise::mask_call(lanewise::Opcode::reg_mask_copy_, dst, src); }
LANEWISE_API void Select(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) {
    lanewise::mask_call(lanewise::Opcode::reg_mask_select_, dst, src0, src1, mask);
}

// --- in another order: groups of as many bits as an element has bytes ---

template <class T>
LANEWISE_API void Interleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1) {
    static_assert(sizeof(T) <= 4, "masks of lanes of 8, 16 or 32 bits are interleaved");
    lanewise::reg_call(lanewise::Opcode::reg_mask_interleave_, 0, dst0, dst1, src0, src1).issue_with(sizeof(T));
}
template <class T>
LANEWISE_API void DeInterleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1) {
    static_assert(sizeof(T) <= 4, "masks of lanes of 8, 16 or 32 bits are interleaved");
    lanewise::reg_call(lanewise::Opcode::reg_mask_deinterleave_, 0, dst0, dst1, src0, src1).issue_with(sizeof(T));
}
template <HighLowPart part = HighLowPart::LOWEST>
LANEWISE_API void Pack(MaskReg& dst, const MaskReg& src) {
    lanewise::reg_call(lanewise::Opcode::reg_mask_pack_, 0, dst, src).issue_with(part);
}
template <HighLowPart part = HighLowPart::LOWEST>
LANEWISE_API void UnPack(MaskReg& dst, const MaskReg& src) {
    lanewise::reg_call(lanewise::Opcode::reg_mask_unpack_, 0, dst, src).issue_with(part);
}

// --- earlier names ---

LANEWISE_API void MaskNot(MaskReg& dst, const MaskReg& src, const MaskReg& mask) { Not(dst, src, mask); }
LANEWISE_API void MaskAnd(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) { And(dst, src0, src1, mask); }
LANEWISE_API void MaskOr(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) { Or(dst, src0, src1, mask); }
LANEWISE_API void MaskXor(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) { Xor(dst, src0, src1, mask); }
LANEWISE_API void MaskMov(MaskReg& dst, const MaskReg& src, const MaskReg& mask) { Move(dst, src, mask); }
LANEWISE_API void MaskMov(MaskReg& dst, const MaskReg& src) { Move(dst, src); }
LANEWISE_API void MaskSel(MaskReg& dst, const MaskReg& src0, const MaskReg& src1, const MaskReg& mask) { Select(dst, src0, src1, mask); }
template <class T>
LANEWISE_API void MaskInterleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1) { Interleave<T>(dst0, dst1, src0, src1); }
template <class T>
LANEWISE_API void MaskDeInterleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1) { DeInterleave<T>(dst0, dst1, src0, src1); }
template <HighLowPart part = HighLowPart::LOWEST>
LANEWISE_API void MaskPack(MaskReg& dst, const MaskReg& src) { Pack<part>(dst, src); }
template <HighLowPart part = HighLowPart::LOWEST>
LANEWISE_API void MaskUnPack(MaskReg& dst, const MaskReg& src) { UnPack<part>(dst, src); }

}  // namespace AscendC::Reg
