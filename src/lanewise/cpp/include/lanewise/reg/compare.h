// Comparing registers into a mask register, and choosing lanes by one.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

template <class T = DefaultType, CMPMODE mode = CMPMODE::EQ, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Compare(MaskReg& dst, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_compare_, 0, dst, srcReg0, srcReg1, mask).issue_with(mode);
}

#define LANEWISE_REG_COMPARES(Name)                                                                         \
    template <class T = DefaultType, CMPMODE mode = CMPMODE::EQ, class U, class S>                          \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(MaskReg& dst, const U& srcReg, S scalarValue, const MaskReg& mask) {             \
        lanewise::reg_call(lanewise::Opcode::reg_compares_, 0, dst, srcReg, mask)                           \
            .scalar(lanewise::as_element<lanewise::element_of<U>>(scalarValue))                             \
            .issue_with(mode);                                                                              \
    }
LANEWISE_REG_COMPARES(Compares)
LANEWISE_REG_COMPARES(CompareScalar)
#undef LANEWISE_REG_COMPARES

template <class T = DefaultType, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Select(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_select_, 0, dstReg, srcReg0, srcReg1, mask).issue();
}

}  // namespace AscendC::Reg
