// What CTRL asks of results that do not fit their type: the one reader of its saturation bits.
#pragma once

#include "isa.hpp"
#include "numerics/convert.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

inline constexpr int float_saturation_bit = 48, keep_nan_bit = 50, int_saturation_bit = 53, cast_saturation_bit = 59, global_saturation_bit = 60;

inline bool halves_saturate(std::uint64_t ctrl) { return !(ctrl >> float_saturation_bit & 1); }
inline bool integers_saturate(const Rules& rules, std::uint64_t ctrl) {
    return rules.integer_overflow == integer_overflow_ctrl53 && (ctrl >> int_saturation_bit & 1);
}

// Whether results of an instruction saturate, by their type.
inline bool saturates(const InstructionInfo& ins, const Rules& rules, std::uint64_t ctrl, int to) {
    if (to == static_cast<int>(DType::half_)) return ins.saturates && halves_saturate(ctrl);
    return integers_saturate(rules, ctrl) && !(ins.wraps_wide && dtype_bits[to] == 64);
}

// What the control bits ask of a conversion.
struct CastRule {
    RoundMode mode;
    bool clamps_float, clamps_integer, keep_nan;
};

// The instruction's own wish counts only where the chip is not in global mode.
inline CastRule cast_rule(const Rules& rules, std::uint64_t ctrl, RoundMode mode, bool asked) {
    const bool has_global = rules.cast_saturation == cast_saturation_ctrl60, keep_nan = has_global && (ctrl >> keep_nan_bit & 1);
    if (has_global && !(ctrl >> global_saturation_bit & 1)) return {mode, asked, asked, keep_nan};
    return {mode, halves_saturate(ctrl), !(ctrl >> cast_saturation_bit & 1), keep_nan};
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
