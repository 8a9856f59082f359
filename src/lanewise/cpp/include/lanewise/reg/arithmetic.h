// Instructions on registers where lane k makes lane k: the generated list names them, the forms below say how they are called.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

#define LANEWISE_REG_UNARY(Name, op)                                                                        \
    template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>                  \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg, const MaskReg& mask) {                               \
        lanewise::reg_call(lanewise::Opcode::op##_, lanewise::merge_flag<mode>, dstReg, srcReg, mask).issue(); \
    }
#define LANEWISE_REG_BINARY(Name, op)                                                                       \
    template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>                  \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {            \
        lanewise::reg_call(lanewise::Opcode::op##_, lanewise::merge_flag<mode>, dstReg, srcReg0, srcReg1, mask).issue(); \
    }
#define LANEWISE_REG_UNARY_FUNCTION(Name, op)                                                               \
    template <class T = DefaultType, auto mode = MaskMergeMode::ZEROING, class U>                           \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg, const MaskReg& mask) {                               \
        constexpr auto code = lanewise::Opcode::op##_;                                                      \
        lanewise::reg_call(code, lanewise::function_flags<mode, code>, dstReg, srcReg, mask).issue();       \
    }
#define LANEWISE_REG_BINARY_FUNCTION(Name, op)                                                              \
    template <class T = DefaultType, auto mode = MaskMergeMode::ZEROING, class U>                           \
        requires lanewise::Fits<T, U>                                                                       \
    LANEWISE_API void Name(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {            \
        constexpr auto code = lanewise::Opcode::op##_;                                                      \
        lanewise::reg_call(code, lanewise::function_flags<mode, code>, dstReg, srcReg0, srcReg1, mask).issue(); \
    }
#define LANEWISE_REG_SCALAR_OF(Name, op, Number)                                                            \
    template <class T = DefaultType, class U, MaskMergeMode mode = MaskMergeMode::ZEROING, class S>         \
        requires lanewise::Fits<T, S>                                                                       \
    LANEWISE_API void Name(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask) {                \
        lanewise::reg_call(lanewise::Opcode::op##_, lanewise::merge_flag<mode>, dstReg, srcReg, mask)       \
            .scalar(lanewise::as_element<Number>(scalarValue))                                              \
            .issue();                                                                                       \
    }
#define LANEWISE_REG_SCALAR(Name, op) LANEWISE_REG_SCALAR_OF(Name, op, lanewise::element_of<S>)
#define LANEWISE_REG_AMOUNT(Name, op) LANEWISE_REG_SCALAR_OF(Name, op, std::int16_t)
#include "lanewise/generated/registers.inc"
#undef LANEWISE_REG_UNARY
#undef LANEWISE_REG_BINARY
#undef LANEWISE_REG_UNARY_FUNCTION
#undef LANEWISE_REG_BINARY_FUNCTION
#undef LANEWISE_REG_SCALAR
#undef LANEWISE_REG_AMOUNT
#undef LANEWISE_REG_SCALAR_OF

template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Abs(U& dstReg, const U& srcReg, const MaskReg& mask) {
    constexpr bool wide = sizeof(lanewise::element_of<U>) == 8;
    lanewise::reg_call(wide ? lanewise::Opcode::reg_abs_wide_ : lanewise::Opcode::reg_abs_, lanewise::merge_flag<mode>, dstReg, srcReg, mask).issue();
}
// Of complex numbers.
template <class T = DefaultType, class U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V> && !std::is_same_v<S, V>)
LANEWISE_API void Abs(S& dstReg, const V& srcReg, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_abs_complex_, 0, dstReg, srcReg, mask).issue();
}

#define LANEWISE_REG_SHIFT(Name, op)                                                                                        \
    template <class T = DefaultType, class U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>  \
        requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)                                                              \
    LANEWISE_API void Name(S& dstReg, const S& srcReg0, const V& srcReg1, const MaskReg& mask) {                            \
        lanewise::reg_call(lanewise::Opcode::op##_, lanewise::merge_flag<mode>, dstReg, srcReg0, srcReg1, mask).issue();    \
    }
LANEWISE_REG_SHIFT(ShiftLeft, reg_shift_left)
LANEWISE_REG_SHIFT(ShiftRight, reg_shift_right)
#undef LANEWISE_REG_SHIFT

// --- with carries, one bit in the lane of a mask register ---

#define LANEWISE_REG_CARRY(Name, op)                                                                                        \
    template <class T = DefaultType, class U>                                                                               \
        requires lanewise::Fits<T, U>                                                                                       \
    LANEWISE_API void Name(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {            \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, carry, dstReg, srcReg0, srcReg1, mask).issue();                      \
    }
#define LANEWISE_REG_CARRY_CHAIN(Name, op)                                                                                  \
    template <class T = DefaultType, class U>                                                                               \
        requires lanewise::Fits<T, U>                                                                                       \
    LANEWISE_API void Name(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& carrySrc,          \
                           const MaskReg& mask) {                                                                           \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, carry, dstReg, srcReg0, srcReg1, carrySrc, mask).issue();            \
    }
LANEWISE_REG_CARRY(Add, reg_add_carry)
LANEWISE_REG_CARRY(AddCarryOut, reg_add_carry)
LANEWISE_REG_CARRY(Sub, reg_sub_carry)
LANEWISE_REG_CARRY(SubCarryOut, reg_sub_carry)
LANEWISE_REG_CARRY_CHAIN(AddC, reg_add_c)
LANEWISE_REG_CARRY_CHAIN(AddCarryOuts, reg_add_c)
LANEWISE_REG_CARRY_CHAIN(SubC, reg_sub_c)
LANEWISE_REG_CARRY_CHAIN(SubCarryOuts, reg_sub_c)
#undef LANEWISE_REG_CARRY
#undef LANEWISE_REG_CARRY_CHAIN

template <class T = DefaultType, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Mull(U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_mull_, 0, dstReg0, dstReg1, srcReg0, srcReg1, mask).issue();
}

// --- fused steps that change the width ---

#define LANEWISE_REG_EXP_SUB(Name)                                                                                          \
    template <class T = DefaultType, class U = DefaultType, RegLayout layout = RegLayout::ZERO,                             \
              MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>                                                \
        requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)                                                              \
    LANEWISE_API void Name(S& dstReg, const V& srcReg0, const V& srcReg1, const MaskReg& mask) {                            \
        lanewise::reg_call(lanewise::Opcode::reg_exp_sub_, 0, dstReg, srcReg0, srcReg1, mask).issue_with(layout == RegLayout::ONE); \
    }
LANEWISE_REG_EXP_SUB(ExpSub)
LANEWISE_REG_EXP_SUB(FusedExpSub)
#undef LANEWISE_REG_EXP_SUB

#define LANEWISE_REG_MULS_CAST(Name)                                                                                        \
    template <class T0 = DefaultType, class T1 = DefaultType, class T2, RegLayout layout = RegLayout::ZERO, class T3, class T4> \
        requires(lanewise::Fits<T0, T3> && lanewise::Fits<T1, T4>)                                                          \
    LANEWISE_API void Name(T3& dstReg, const T4& srcReg, T2 scalarValue, const MaskReg& mask) {                             \
        lanewise::reg_call(lanewise::Opcode::reg_muls_cast_, 0, dstReg, srcReg, mask)                                       \
            .scalar(static_cast<float>(scalarValue))                                                                        \
            .issue_with(layout == RegLayout::ONE);                                                                          \
    }
LANEWISE_REG_MULS_CAST(MulsCast)
LANEWISE_REG_MULS_CAST(FusedMulsCast)
#undef LANEWISE_REG_MULS_CAST

}  // namespace AscendC::Reg
