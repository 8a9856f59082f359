// Compaction with its counter AR, and the barrier between accesses to UB.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC {

template <SpecialPurposeReg spr>
LANEWISE_API void ClearSpr() {
    static_assert(spr == SpecialPurposeReg::AR, "AR can be cleared");
    lanewise::Call(lanewise::Opcode::reg_clear_ar_, lanewise::Overload::PLAIN, 0).issue();
}
// Bytes that were kept since it was cleared.
template <SpecialPurposeReg spr>
LANEWISE_API std::int64_t GetSpr() {
    static_assert(spr == SpecialPurposeReg::AR, "AR can be read");
    return static_cast<std::int64_t>(lw_current()->state->ar);
}

namespace Reg {

using AscendC::ClearSpr;

template <class T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, lanewise::VectorRegister U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Squeeze(U& dstReg, const U& srcReg, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_squeeze_, 0, dstReg, srcReg, mask).issue_with(store);
}
template <class T = DefaultType, lanewise::VectorRegister U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Unsqueeze(U& dstReg, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_unsqueeze_, 0, dstReg, mask).issue();
}

template <MemType src, MemType dst>
LANEWISE_API void LocalMemBar() {
    lanewise::Call(lanewise::Opcode::reg_barrier_, lanewise::Overload::PLAIN, 0).issue_with(src, dst);
}

// --- earlier names ---

template <class T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, lanewise::VectorRegister U>
LANEWISE_API void GatherMask(U& dstReg, const U& srcReg, const MaskReg& mask) {
    Squeeze<T, store>(dstReg, srcReg, mask);
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void PrefixSum(U& dstReg, const MaskReg& mask) {
    Unsqueeze<T>(dstReg, mask);
}

}  // namespace Reg
}  // namespace AscendC
