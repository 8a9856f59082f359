// Conversions by name: __SRC2DST_rX, and with _sat those that stay finite.
#pragma once

#include "lanewise/ascend/simt/math.h"
#include "lanewise/ascend/types.h"

namespace lanewise::simt {

enum Rounding : int { rn = 1, rd = 2, ru = 3, rna = 4, rz = 5, ro = 6, rh = 7 };  // by the numbers of RoundMode

// An integer as the nearest float towards zero, its last bit set where that is not exact: one more rounding to a narrower type is then the only one that counts.
template <class I>
LANEWISE_API float odd_float(I x) {
    using U = std::make_unsigned_t<I>;
    const U size = x < 0 ? static_cast<U>(U(0) - static_cast<U>(x)) : static_cast<U>(x);
    const int drop = std::bit_width(size) - 24;
    if (drop <= 0) return static_cast<float>(x);
    const U kept = static_cast<U>(size >> drop | ((size & ((U(1) << drop) - 1)) != 0));
    const float value = __builtin_ldexpf(static_cast<float>(kept), drop);
    return x < 0 ? -value : value;
}

// Between types of the engine.
template <class To, Rounding mode, bool saturates, class From>
LANEWISE_API To converted(From x) {
    if constexpr (std::is_integral_v<To>) {
        // Through the float that holds it exactly: nan is 0, and what is too large the nearest that there is.
        const float value = static_cast<float>(x);
        if (value != value) return 0;
        const float whole = mode == rn ? __builtin_rintf(value) : mode == rz ? __builtin_truncf(value) : mode == rd ? __builtin_floorf(value) : mode == ru ? __builtin_ceilf(value) : __builtin_roundf(value);
        const double wide = whole;
        constexpr double above = static_cast<double>(std::numeric_limits<To>::max() / 2 + 1) * 2;
        if (wide >= above) return std::numeric_limits<To>::max();
        if (wide < static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
        return static_cast<To>(wide);
    } else if constexpr (std::is_integral_v<From> && !saturates && sizeof(To) == 2) {
        return converted<To, mode, false>(odd_float(x));  // the engine's own conversion of integers stays finite
    } else {
        if constexpr (saturates && !std::is_integral_v<From>)
            if (static_cast<float>(x) != static_cast<float>(x)) return To(0.0f);
        To result;
        lw_convert(static_cast<int>(dtype_of<From>), static_cast<int>(dtype_of<To>), mode, saturates, &x, static_cast<void*>(&result));
        return result;
    }
}
template <class T, Rounding mode>
LANEWISE_API T to_whole(T x) {
    const float value = static_cast<float>(x);
    return T(mode == rn ? __builtin_rintf(value) : mode == rz ? __builtin_truncf(value) : mode == rd ? __builtin_floorf(value) : mode == ru ? __builtin_ceilf(value) : __builtin_roundf(value));
}

}  // namespace lanewise::simt

#define LANEWISE_EACH_ROUNDING(make, ...) make(rn, __VA_ARGS__) make(rz, __VA_ARGS__) make(rd, __VA_ARGS__) make(ru, __VA_ARGS__) make(rna, __VA_ARGS__)
#define LANEWISE_CONVERT(mode, from, From, to, To) \
    LANEWISE_API To __##from##2##to##_##mode(From x) { return lanewise::simt::converted<To, lanewise::simt::mode, false>(x); }
#define LANEWISE_CONVERT_SAT(mode, from, From, to, To)                                                                         \
    LANEWISE_CONVERT(mode, from, From, to, To)                                                                                 \
    LANEWISE_API To __##from##2##to##_##mode##_sat(From x) { return lanewise::simt::converted<To, lanewise::simt::mode, true>(x); }
#define LANEWISE_WHOLE(mode, from, From) \
    LANEWISE_API From __##from##2##from##_##mode(From x) { return lanewise::simt::to_whole<From, lanewise::simt::mode>(x); }
#define LANEWISE_TO_INTEGERS(from, From)                                              \
    LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT, from, From, int, int)                    \
    LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT, from, From, uint, unsigned int)          \
    LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT, from, From, ll, long long)               \
    LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT, from, From, ull, unsigned long long)     \
    LANEWISE_EACH_ROUNDING(LANEWISE_WHOLE, from, From)
LANEWISE_TO_INTEGERS(float, float)
LANEWISE_TO_INTEGERS(half, half)
LANEWISE_TO_INTEGERS(bfloat16, bfloat16_t)
#define LANEWISE_FROM_INTEGERS(make, make_of_long, to, To)                   \
    LANEWISE_EACH_ROUNDING(make, int, int, to, To)                           \
    LANEWISE_EACH_ROUNDING(make, uint, unsigned int, to, To)                 \
    LANEWISE_EACH_ROUNDING(make_of_long, ll, long long, to, To)              \
    LANEWISE_EACH_ROUNDING(make_of_long, ull, unsigned long long, to, To)
LANEWISE_FROM_INTEGERS(LANEWISE_CONVERT, LANEWISE_CONVERT, float, float)
LANEWISE_FROM_INTEGERS(LANEWISE_CONVERT_SAT, LANEWISE_CONVERT, half, half)
LANEWISE_FROM_INTEGERS(LANEWISE_CONVERT, LANEWISE_CONVERT, bfloat16, bfloat16_t)
LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT_SAT, float, float, half, half)
LANEWISE_CONVERT_SAT(ro, float, float, half, half)
LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT_SAT, float, float, bfloat16, bfloat16_t)
LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT, half, half, bfloat16, bfloat16_t)
LANEWISE_EACH_ROUNDING(LANEWISE_CONVERT_SAT, bfloat16, bfloat16_t, half, half)
LANEWISE_API half __float2half(float x) { return __float2half_rn(x); }
LANEWISE_API bfloat16_t __float2bfloat16(float x) { return __float2bfloat16_rn(x); }
LANEWISE_API float __half2float(half x) { return static_cast<float>(x); }
LANEWISE_API float __bfloat162float(bfloat16_t x) { return static_cast<float>(x); }

// Pairs.
#define LANEWISE_PAIRS(mode, pair, Pair, one)                                                                                                    \
    LANEWISE_API Pair __float22##pair##_##mode(float2 x) { return {__float2##one##_##mode(x.x), __float2##one##_##mode(x.y)}; }                  \
    LANEWISE_API Pair __float22##pair##_##mode##_sat(float2 x) { return {__float2##one##_##mode##_sat(x.x), __float2##one##_##mode##_sat(x.y)}; }
LANEWISE_EACH_ROUNDING(LANEWISE_PAIRS, half2, half2, half)
LANEWISE_PAIRS(ro, half2, half2, half)
LANEWISE_EACH_ROUNDING(LANEWISE_PAIRS, bfloat162, bfloat16x2_t, bfloat16)
#undef LANEWISE_PAIRS
#undef LANEWISE_FROM_INTEGERS
#undef LANEWISE_TO_INTEGERS
#undef LANEWISE_WHOLE
#undef LANEWISE_CONVERT_SAT
#undef LANEWISE_CONVERT
#undef LANEWISE_EACH_ROUNDING
LANEWISE_API half2 __floats2half2_rn(float x, float y) { return {__float2half_rn(x), __float2half_rn(y)}; }
LANEWISE_API bfloat16x2_t __floats2bfloat162_rn(float x, float y) { return {__float2bfloat16_rn(x), __float2bfloat16_rn(y)}; }
LANEWISE_API bfloat16x2_t __float2bfloat162_rn(float x) { return __floats2bfloat162_rn(x, x); }
LANEWISE_API bfloat16x2_t __bfloat162bfloat162(bfloat16_t x) { return {x, x}; }
LANEWISE_API float2 __half22float2(half2 x) { return {static_cast<float>(x.x), static_cast<float>(x.y)}; }
LANEWISE_API float2 __bfloat1622float2(bfloat16x2_t x) { return {static_cast<float>(x.x), static_cast<float>(x.y)}; }
LANEWISE_API half __ushort_as_half(unsigned short x) { return half::from_bits(x); }
LANEWISE_API bfloat16_t __ushort_as_bfloat16(unsigned short x) { return bfloat16_t::from_bits(x); }
#define LANEWISE_HALVES(pair, Pair, one, T)                                             \
    LANEWISE_API float __low2float(Pair x) { return static_cast<float>(x.x); }          \
    LANEWISE_API float __high2float(Pair x) { return static_cast<float>(x.y); }         \
    LANEWISE_API T __low2##one(Pair x) { return x.x; }                                  \
    LANEWISE_API T __high2##one(Pair x) { return x.y; }                                 \
    LANEWISE_API Pair __low2##pair(Pair x) { return {x.x, x.x}; }                       \
    LANEWISE_API Pair __high2##pair(Pair x) { return {x.y, x.y}; }                      \
    LANEWISE_API Pair __lows2##pair(Pair x, Pair y) { return {x.x, y.x}; }              \
    LANEWISE_API Pair __highs2##pair(Pair x, Pair y) { return {x.y, y.y}; }             \
    LANEWISE_API Pair __halves2##pair(T x, T y) { return {x, y}; }                      \
    LANEWISE_API Pair __lowhigh2highlow(Pair x) { return {x.y, x.x}; }
LANEWISE_HALVES(half2, half2, half, half)
LANEWISE_HALVES(bfloat162, bfloat16x2_t, bfloat16, bfloat16_t)
#undef LANEWISE_HALVES
