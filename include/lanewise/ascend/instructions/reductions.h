// The registers that reductions leave behind.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace lanewise {

template <class T>
void check_register_type(const char* op) {
    if constexpr (!std::is_same_v<T, half> && !std::is_same_v<T, float>)
        fault("OP-002", {{"op", op}, {"chip", LANEWISE_CHIP}, {"types", dtype_names[static_cast<int>(dtype_of<T>)]},
                         {"known", "half, float"}});
}

template <class T>
LANEWISE_API T from_bits(std::uint64_t bits) {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API T GetReduceRepeatSumSpr() {
    lanewise::check_register_type<T>("GetReduceRepeatSumSpr");
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_sum_spr_).issue();
    return lanewise::from_bits<T>(lw_current()->state->acc_val);
}
template <class T>
LANEWISE_API T GetAccVal() {
    return GetReduceRepeatSumSpr<T>();
}
// The bits of it.
LANEWISE_API std::uint64_t GetAccVal() {
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_sum_spr_).issue();
    return lw_current()->state->acc_val;
}

template <class T>
LANEWISE_API void GetReduceRepeatMaxMinSpr(T& maxMinValue) {
    lanewise::check_register_type<T>("GetReduceRepeatMaxMinSpr");
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_max_min_spr_).issue();
    maxMinValue = lanewise::from_bits<T>(lw_current()->state->max_min_cnt);
}
// The index is an integer in the bits of a T.
template <class T>
LANEWISE_API void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr(maxMinValue);
    if (!LANEWISE_HAS_EXTREME_INDEX)
        lanewise::fault("OP-005", {{"op", "GetReduceRepeatMaxMinSpr"}, {"case", "index"}, {"chip", LANEWISE_CHIP}});
    maxMinIndex = lanewise::from_bits<T>(lw_current()->state->max_min_cnt >> 32);
}
template <class T>
LANEWISE_API void GetReduceMaxMinCount(T& maxMinValue) {
    GetReduceRepeatMaxMinSpr(maxMinValue);
}
template <class T>
LANEWISE_API void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr(maxMinValue, maxMinIndex);
}

}  // namespace AscendC
