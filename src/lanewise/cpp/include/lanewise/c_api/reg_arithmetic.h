// Lane by lane, conversions, comparisons and reductions.
#pragma once

#include "lanewise/c_api/reg_types.h"
#include "lanewise/reg/calls.h"

#define LANEWISE_C_REG_UNARY(name, op)                                                                                      \
    template <class T>                                                                                                      \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dst, src, mask).issue();                                             \
    }
#define LANEWISE_C_REG_BINARY(name, op)                                                           \
    template <class T>                                                                            \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src0, \
                                 const lanewise::c::Vector<T>& src1, const vector_bool& mask) {   \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dst, src0, src1, mask).issue();            \
    }
#define LANEWISE_C_REG_SCALAR(name, op)                                                                                      \
    template <class T>                                                                                                       \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, lanewise::plain_t<T> value, \
                                 const vector_bool& mask) {                                                                  \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dst, src, mask).scalar(value).issue();                                \
    }
#define LANEWISE_C_REG_CONVERT(name, To, From, mode, place, saturating)                                                         \
    LANEWISE_API void asc_##name(lanewise::c::Vector<To>& dst, const lanewise::c::Vector<From>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::reg_cast_, 0, dst, src, lanewise::c::mask_for<From>(mask))                         \
            .issue_with(AscendC::RoundMode::mode, place, saturating);                                                           \
    }

#include "lanewise/generated/c_api_registers.inc"

#undef LANEWISE_C_REG_UNARY
#undef LANEWISE_C_REG_BINARY
#undef LANEWISE_C_REG_SCALAR
#undef LANEWISE_C_REG_CONVERT

// --- bits: floats too ---

#define LANEWISE_C_REG_BITWISE(name, op)                                                                                         \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src0,                                \
                                 const lanewise::c::Vector<T>& src1, const vector_bool& mask) {                                  \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, lanewise::c::bits(dst), lanewise::c::bits(src0), lanewise::c::bits(src1), \
                           mask).issue();                                                                                        \
    }
LANEWISE_C_REG_BITWISE(and, reg_and)
LANEWISE_C_REG_BITWISE(or, reg_or)
LANEWISE_C_REG_BITWISE(xor, reg_xor)
LANEWISE_C_REG_BITWISE(select, reg_select)
#undef LANEWISE_C_REG_BITWISE
template <class T>
LANEWISE_API void asc_not(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_not_, 0, lanewise::c::bits(dst), lanewise::c::bits(src), mask).issue();
}

// Amounts are signed.
#define LANEWISE_C_REG_SHIFT(name, op)                                                                                        \
    template <class T>                                                                                                        \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src0,                             \
                                 const lanewise::c::Vector<std::make_signed_t<T>>& src1, const vector_bool& mask) {           \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dst, src0, src1, mask).issue();                                        \
    }                                                                                                                         \
    template <class T>                                                                                                        \
    LANEWISE_API void asc_##name##_scalar(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, std::int16_t value, \
                                          const vector_bool& mask) {                                                          \
        lanewise::reg_call(lanewise::Opcode::op##s_, 0, dst, src, mask).scalar(value).issue();                                \
    }
LANEWISE_C_REG_SHIFT(shiftleft, reg_shift_left)
LANEWISE_C_REG_SHIFT(shiftright, reg_shift_right)
#undef LANEWISE_C_REG_SHIFT

// --- carries and long products ---

#define LANEWISE_C_REG_CARRY(name, op)                                                                                           \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name(vector_bool& carry, lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src0,            \
                                 const lanewise::c::Vector<T>& src1, const vector_bool& mask) {                                  \
        lanewise::reg_call(lanewise::Opcode::op##_carry_, 0, carry, dst, src0, src1, mask).issue();                              \
    }                                                                                                                            \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name##c(vector_bool& carry, lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src0,         \
                                    const lanewise::c::Vector<T>& src1, const vector_bool& carry_src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::op##_c_, 0, carry, dst, src0, src1, carry_src, mask).issue();                       \
    }
LANEWISE_C_REG_CARRY(add, reg_add)
LANEWISE_C_REG_CARRY(sub, reg_sub)
#undef LANEWISE_C_REG_CARRY

template <class T>
LANEWISE_API void asc_mull(lanewise::c::Vector<T>& dst0, lanewise::c::Vector<T>& dst1, const lanewise::c::Vector<T>& src0,
                           const lanewise::c::Vector<T>& src1, const vector_bool& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_mull_, 0, dst0, dst1, src0, src1, mask).issue();
}

// --- whole numbers in the same type ---

#define LANEWISE_C_REG_WHOLE(name, mode)                                                                                    \
    template <class T>                                                                                                      \
    LANEWISE_API void asc_##name(lanewise::c::Vector<T>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::reg_truncate_, 0, dst, src, mask).issue_with(AscendC::RoundMode::mode);        \
    }
LANEWISE_C_REG_WHOLE(floor, CAST_FLOOR)
LANEWISE_C_REG_WHOLE(ceil, CAST_CEIL)
LANEWISE_C_REG_WHOLE(rint, CAST_RINT)
LANEWISE_C_REG_WHOLE(round, CAST_ROUND)
LANEWISE_C_REG_WHOLE(trunc, CAST_TRUNC)
#undef LANEWISE_C_REG_WHOLE

// --- with a step between float and half: even or odd lanes of the narrow side ---

#define LANEWISE_C_REG_MIXED(suffix, place)                                                                               \
    template <class T>                                                                                                    \
    LANEWISE_API void asc_exp_sub##suffix(vector_float& dst, const lanewise::c::Vector<T>& src0,                          \
                                          const lanewise::c::Vector<T>& src1, const vector_bool& mask) {                  \
        lanewise::reg_call(lanewise::Opcode::reg_exp_sub_, 0, dst, src0, src1, mask).issue_with(place);                   \
    }                                                                                                                     \
    LANEWISE_API void asc_muls##suffix(vector_half& dst, const vector_float& src, float value, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::reg_muls_cast_, 0, dst, src, mask).scalar(value).issue_with(place);          \
    }
LANEWISE_C_REG_MIXED(, 0)
LANEWISE_C_REG_MIXED(_v2, 1)
#undef LANEWISE_C_REG_MIXED

// --- comparisons ---

#define LANEWISE_C_REG_COMPARE(name, mode)                                                                                       \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name(vector_bool& dst, const lanewise::c::Vector<T>& src0, const lanewise::c::Vector<T>& src1,       \
                                 const vector_bool& mask) {                                                                      \
        lanewise::reg_call(lanewise::Opcode::reg_compare_, 0, dst, src0, src1, mask).issue_with(AscendC::CMPMODE::mode);         \
    }                                                                                                                            \
    template <class T>                                                                                                           \
    LANEWISE_API void asc_##name##_scalar(vector_bool& dst, const lanewise::c::Vector<T>& src, lanewise::plain_t<T> value,       \
                                          const vector_bool& mask) {                                                             \
        lanewise::reg_call(lanewise::Opcode::reg_compares_, 0, dst, src, mask).scalar(value).issue_with(AscendC::CMPMODE::mode); \
    }
LANEWISE_C_REG_COMPARE(lt, LT)
LANEWISE_C_REG_COMPARE(gt, GT)
LANEWISE_C_REG_COMPARE(eq, EQ)
LANEWISE_C_REG_COMPARE(le, LE)
LANEWISE_C_REG_COMPARE(ge, GE)
LANEWISE_C_REG_COMPARE(ne, NE)
#undef LANEWISE_C_REG_COMPARE

// --- reductions: a sum of 16-bit integers has 32 bits ---

#define LANEWISE_C_REG_REDUCE(name, op)                                                                                     \
    template <class D, class T>                                                                                             \
    LANEWISE_API void asc_##name(lanewise::c::Vector<D>& dst, const lanewise::c::Vector<T>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dst, src, mask).issue();                                             \
    }
LANEWISE_C_REG_REDUCE(reduce_sum, reg_reduce_sum)
LANEWISE_C_REG_REDUCE(reduce_max, reg_reduce_max)
LANEWISE_C_REG_REDUCE(reduce_min, reg_reduce_min)
LANEWISE_C_REG_REDUCE(reduce_sum_datablock, reg_reduce_data_block_sum)
LANEWISE_C_REG_REDUCE(reduce_max_datablock, reg_reduce_data_block_max)
LANEWISE_C_REG_REDUCE(reduce_min_datablock, reg_reduce_data_block_min)
LANEWISE_C_REG_REDUCE(pair_reduce_sum, reg_pair_reduce_elem)
#undef LANEWISE_C_REG_REDUCE

#define LANEWISE_C_REG_HISTOGRAM(name, part, smaller_too)                                                       \
    LANEWISE_API void asc_##name(vector_uint16_t& dst, const vector_uint8_t& src, const vector_bool& mask) {    \
        lanewise::reg_call(lanewise::Opcode::reg_histograms_, 0, dst, src, mask).issue_with(part, smaller_too); \
    }
LANEWISE_C_REG_HISTOGRAM(frequency_histogram_bin0, 0, 0)
LANEWISE_C_REG_HISTOGRAM(frequency_histogram_bin1, 1, 0)
LANEWISE_C_REG_HISTOGRAM(cumulative_histogram_bin0, 0, 1)
LANEWISE_C_REG_HISTOGRAM(cumulative_histogram_bin1, 1, 1)
#undef LANEWISE_C_REG_HISTOGRAM
