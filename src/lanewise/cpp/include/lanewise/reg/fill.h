// Constants, copies and ramps in registers.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

template <class T = DefaultType, class U, class S>
    requires(lanewise::Fits<T, S> && !lanewise::VectorRegister<U>)
LANEWISE_API void Duplicate(S& dstReg, U scalarValue) {
    lanewise::reg_call(lanewise::Opcode::reg_duplicate_, 0, dstReg, lanewise::every_lane())
        .scalar(lanewise::as_element<lanewise::element_of<S>>(scalarValue))
        .issue();
}
// The library does not merge complex numbers.
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U, class S>
    requires(lanewise::Fits<T, S> && !lanewise::VectorRegister<U>)
LANEWISE_API void Duplicate(S& dstReg, U scalarValue, const MaskReg& mask) {
    using E = lanewise::element_of<S>;
    constexpr bool is_complex = std::is_same_v<E, complex32> || std::is_same_v<E, complex64>;
    lanewise::reg_call(lanewise::Opcode::reg_duplicate_, is_complex ? 0 : lanewise::merge_flag<mode>, dstReg, mask)
        .scalar(lanewise::as_element<E>(scalarValue))
        .issue();
}
template <class T = DefaultType, HighLowPart pos = HighLowPart::LOWEST, MaskMergeMode mode = MaskMergeMode::ZEROING, class S>
    requires lanewise::Fits<T, S>
LANEWISE_API void Duplicate(S& dstReg, const S& srcReg, const MaskReg& mask) {
    static_assert(pos == HighLowPart::LOWEST, "only the lowest lane can be repeated");
    lanewise::reg_call(lanewise::Opcode::reg_duplicate_lane_, lanewise::merge_flag<mode>, dstReg, srcReg, mask).issue();
}

#define LANEWISE_REG_MOVE(Name)                                                                             \
    template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, class U>                  \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg, const MaskReg& mask) {                               \
        static_assert(mode != MaskMergeMode::ZEROING, #Name " merges: lanes that the mask leaves out stay"); \
        lanewise::reg_call(lanewise::Opcode::reg_move_, lanewise::MERGE, dstReg, srcReg, mask).issue();     \
    }                                                                                                       \
    template <class T = DefaultType, class U>                                                               \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg) {                                                    \
        lanewise::reg_call(lanewise::Opcode::reg_move_, 0, dstReg, srcReg, lanewise::every_lane()).issue(); \
    }
LANEWISE_REG_MOVE(Move)
LANEWISE_REG_MOVE(Copy)
#undef LANEWISE_REG_MOVE

template <class T = DefaultType, IndexOrder order = IndexOrder::INCREASE_ORDER, class U, class S>
    requires lanewise::Fits<T, S>
LANEWISE_API void Arange(S& dstReg, U scalarValue) {
    lanewise::reg_call(lanewise::Opcode::reg_arange_, 0, dstReg)
        .scalar(lanewise::as_element<lanewise::element_of<S>>(scalarValue))
        .issue_with(order);
}

}  // namespace AscendC::Reg
