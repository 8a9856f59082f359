// The counter of compaction, AR.
#pragma once

#include "lanewise/ascend/reg/calls.h"

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

using AscendC::ClearSpr, AscendC::GetSpr;

}  // namespace Reg
}  // namespace AscendC
