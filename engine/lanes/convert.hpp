// Arrays from one element type to another, a chunk at a time: as float, rounded, stored. Pairs of types for which float is
// not enough go through the general conversion.
#pragma once

#include "lanes/env.hpp"
#include "lanes/saturation.hpp"
#include "numerics/default_nan.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// Casts ask for saturation, quantising ones do not.
inline CastRule cast_rule(const Rules& rules, std::uint64_t ctrl, RoundMode mode) { return cast_rule(rules, ctrl, mode, true); }
inline CastRule quantising_rule(const Rules& rules, std::uint64_t ctrl) { return cast_rule(rules, ctrl, RoundMode::rint, false); }

template <class T>
inline constexpr DType code_of = DType::none_;
#define LANEWISE_CODE(type, code) \
    template <>                   \
    inline constexpr DType code_of<type> = DType::code;
LANEWISE_CODE(std::int8_t, int8_)
LANEWISE_CODE(std::uint8_t, uint8_)
LANEWISE_CODE(std::int16_t, int16_)
LANEWISE_CODE(std::uint16_t, uint16_)
LANEWISE_CODE(std::int32_t, int32_)
LANEWISE_CODE(std::uint32_t, uint32_)
LANEWISE_CODE(std::int64_t, int64_)
LANEWISE_CODE(std::uint64_t, uint64_)
LANEWISE_CODE(half, half_)
LANEWISE_CODE(bfloat16, bfloat16_)
LANEWISE_CODE(float, float_)
LANEWISE_CODE(double, double_)
LANEWISE_CODE(int4, int4_)
LANEWISE_CODE(fp8_e5m2, fp8_e5m2_)
LANEWISE_CODE(fp8_e4m3fn, fp8_e4m3fn_)
LANEWISE_CODE(fp8_e8m0, fp8_e8m0_)
LANEWISE_CODE(hifloat8, hifloat8_)
LANEWISE_CODE(fp4x2_e2m1, fp4x2_e2m1_)
LANEWISE_CODE(fp4x2_e1m2, fp4x2_e1m2_)
#undef LANEWISE_CODE

template <class T>
inline constexpr bool is_packed = std::is_same_v<T, int4> || std::is_same_v<T, fp4x2_e2m1> || std::is_same_v<T, fp4x2_e1m2>;
// Types whose values float holds.
template <class T>
inline constexpr bool fits_float = is_narrow_float<T> || std::is_same_v<T, float> || (is_number<T> && sizeof(T) <= 2);

// --- to float ---

template <class S>
inline void as_float(const S* s, float* d, std::size_t n) {
    if constexpr (is_narrow_float<S>) widen_n(s, d, n);
    else {
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<float>(s[i]);
    }
}

// --- to whole numbers ---

inline float round_away(float x) {
    const float whole = std::trunc(x);
    return whole + std::copysign(std::fabs(x - whole) >= 0.5f ? 1.0f : 0.0f, x);
}

inline void round_n(const float* s, float* d, std::size_t n, RoundMode mode) {
    auto each = [&](auto&& round) {
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) d[i] = round(s[i]);
    };
    switch (mode) {
        case RoundMode::floor: return each([](float v) { return std::floor(v); });
        case RoundMode::ceil: return each([](float v) { return std::ceil(v); });
        case RoundMode::round: return each(round_away);
        case RoundMode::trunc: return each([](float v) { return std::trunc(v); });
        default: return each([](float v) { return std::rint(v); });
    }
}

template <class S>
inline void as_whole(const S* s, float* d, std::size_t n, RoundMode mode) {
    if constexpr (std::is_same_v<S, float>) {
        round_n(s, d, n, mode);
    } else {
        as_float(s, d, n);
        round_n(d, d, n, mode);
    }
}

// A whole float as an integer; NaN becomes 0.
template <class D>
inline D clamped(float x) {
    constexpr D low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    if constexpr (sizeof(D) < 4) {
        constexpr auto bottom = static_cast<float>(low), top = static_cast<float>(high);
        float y = x < bottom ? bottom : x > top ? top : x;
        return static_cast<D>(static_cast<std::int32_t>(y == y ? y : 0.0f));
    } else {
        const bool over = x >= 0x1p31f, inside = x >= -0x1p31f && x < 0x1p31f;
        const auto whole = static_cast<std::int32_t>(inside ? x : 0.0f);
        return over ? high : x < -0x1p31f ? low : whole;
    }
}

// The same without saturation, for values of half: the low bits, but infinities go to the extremes.
template <class D>
inline D wrapped(float x) {
    const bool inside = x >= -65504.0f && x <= 65504.0f;
    const auto whole = static_cast<D>(static_cast<std::int32_t>(inside ? x : 0.0f));
    constexpr D low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    return x > 65504.0f ? high : x < -65504.0f ? low : whole;
}

template <class D, class S>
inline D integer_cast(S x, bool clamps) {
    if (!clamps && sizeof(D) <= sizeof(S)) return static_cast<D>(x);
    constexpr D low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    if constexpr (std::is_signed_v<S> && (!std::is_signed_v<D> || sizeof(D) < sizeof(S)))
        if (x < static_cast<S>(low)) return low;
    if constexpr (sizeof(D) < sizeof(S) || (sizeof(D) == sizeof(S) && std::is_signed_v<D> && !std::is_signed_v<S>))
        if (x > static_cast<S>(high)) return high;
    return static_cast<D>(x);
}

// --- to half and bfloat16, in any mode ---

// A mode as masks: what is added to the bits that go, and whether anything lost makes the last bit odd.
struct Rounding {
    std::uint32_t nearest = 0, even = 0, down = 0, up = 0, odd = 0;

    explicit Rounding(RoundMode mode) {
        switch (mode) {
            case RoundMode::floor: down = ~0u; break;
            case RoundMode::ceil: up = ~0u; break;
            case RoundMode::round: nearest = ~0u; break;
            case RoundMode::trunc: break;
            case RoundMode::odd: odd = ~0u; break;
            default: nearest = even = ~0u;
        }
    }
};

// Rounding to a narrow float, and what overflow and NaN become.
template <class F>
struct Narrowing {
    static constexpr std::uint32_t mantissa = Layout<F>::mantissa, bias = (1u << (Layout<F>::exponent - 1)) - 1;
    static constexpr std::uint32_t infinity = ((1u << Layout<F>::exponent) - 1) << mantissa;
    Rounding by;
    std::uint32_t over, nan;

    Narrowing(RoundMode mode, bool clamps)
        : by(mode), over(clamps ? infinity - 1 : infinity), nan(clamps ? 0 : infinity | 1u << (mantissa - 1)) {}
};

template <class F>
inline F rounded(float x, const Narrowing<F>& how) {
    const Rounding& r = how.by;
    constexpr std::uint32_t mantissa = Narrowing<F>::mantissa, infinity = Narrowing<F>::infinity;
    constexpr std::uint32_t first = 128 - Narrowing<F>::bias;  // float's exponent field of the smallest normal number
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), size = bits & 0x7FFFFFFFu;
    const std::uint32_t negative = static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31);
    const std::uint32_t field = size >> 23, exponent = field ? field : 1;
    const std::uint32_t whole = (size & 0x7FFFFFu) | (field ? 0x800000u : 0);
    const std::uint32_t short_of = exponent < first ? first - exponent : 0;
    const std::uint32_t drop = 23 - mantissa + (short_of > 3 + mantissa ? 3 + mantissa : short_of);
    const std::uint32_t below = (1u << drop) - 1;
    const std::uint32_t is_even = ~(whole >> drop) & 1;
    const std::uint32_t add = (r.nearest & ((1u << (drop - 1)) - (r.even & is_even))) | (((negative & r.down) | (~negative & r.up)) & below);
    std::uint32_t kept = ((whole + add) >> drop) | (r.odd & (whole & below ? 1u : 0u));
    kept += (exponent > first ? exponent - first : 0) << mantissa;
    kept = kept >= infinity ? how.over : kept;
    const std::uint32_t sign = negative & (infinity + (1u << mantissa));
    return F{static_cast<std::uint16_t>(size > 0x7F800000u ? how.nan : sign | kept)};
}

template <class F>
inline void store_float(const float* x, F* d, std::size_t n, RoundMode mode, bool clamps) {
    if (mode == RoundMode::none || mode == RoundMode::rint) return clamps ? narrow_n<true>(x, d, n) : narrow_n<false>(x, d, n);
    const Narrowing<F> how(mode, clamps);
#pragma GCC ivdep
    for (std::size_t i = 0; i < n; ++i) d[i] = rounded<F>(x[i], how);
}

// --- int32 to float, in any mode: float64 holds the source, and always 29 bits go ---

inline float rounded(std::int32_t x, const Rounding& r) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(static_cast<double>(x));
    auto wide = [](std::uint32_t mask) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(mask))); };
    const std::uint64_t negative = wide(x < 0 ? ~0u : 0), below = (1ull << 29) - 1;
    const std::uint64_t is_even = ~(bits >> 29) & 1;
    const std::uint64_t add = (wide(r.nearest) & ((1ull << 28) - (wide(r.even) & is_even))) |
                              (((negative & wide(r.down)) | (~negative & wide(r.up))) & below);
    const std::uint64_t odd = wide(r.odd) & (bits & below ? 1ull << 29 : 0);
    return static_cast<float>(std::bit_cast<double>(((bits + add) & ~below) | odd));
}

// --- the whole conversion ---

inline constexpr std::size_t cast_chunk = 256;

// Pairs that need no buffer between source and target.
template <class D, class S>
inline constexpr bool is_direct = !is_packed<D> && !is_packed<S> &&
                                  ((is_number<D> && is_number<S>) || std::is_same_v<D, float> || (std::is_same_v<S, float> && is_narrow_float<D>));

template <class D, class S>
inline void convert_general(const CastRule& rule, const S* s, D* d, std::size_t n) {
    const bool clamps = is_number<D> || std::is_same_v<D, int4> ? rule.clamps_integer : rule.clamps_float;
    convert(code_of<S>, code_of<D>, rule.mode, clamps, rule.keep_nan, s, d, n);
}

template <class D, class S>
inline void convert_chunk(const CastRule& rule, const S* s, D* d, std::size_t n) {
    if constexpr (is_number<D> && is_number<S>) {
        if (rule.clamps_integer) {
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = integer_cast<D>(s[i], true);
        } else {
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = integer_cast<D>(s[i], false);
        }
    } else if constexpr (fits_float<S> && is_number<D> && (sizeof(D) < 4 || std::is_same_v<D, std::int32_t>)) {
        if (!rule.clamps_integer && !std::is_same_v<S, half>) return convert_general(rule, s, d, n);
        alignas(64) float x[cast_chunk];
        as_whole(s, x, n, rule.mode);
        if (rule.clamps_integer) {
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = clamped<D>(x[i]);
        } else {
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = wrapped<D>(x[i]);
        }
    } else if constexpr (std::is_same_v<S, float> && is_narrow_float<D>) {
        store_float(s, d, n, rule.mode, rule.clamps_float);
    } else if constexpr (std::is_same_v<S, D> && is_narrow_float<D>) {
        alignas(64) float x[cast_chunk];
        as_whole(s, x, n, rule.mode);
        store_float(x, d, n, RoundMode::rint, false);
    } else if constexpr (fits_float<S> && is_narrow_float<D>) {
        alignas(64) float x[cast_chunk];
        as_float(s, x, n);
        store_float(x, d, n, rule.mode, rule.clamps_float || is_number<S>);
    } else if constexpr (std::is_same_v<S, float> && std::is_same_v<D, float>) {
        round_n(s, d, n, rule.mode);
#pragma GCC ivdep
        for (std::size_t i = 0; i < n; ++i) d[i] = quiet(d[i]);
    } else if constexpr (is_narrow_float<S> && std::is_same_v<D, float>) {
        std::size_t whole = 0;
        if constexpr (default_nan && std::is_same_v<S, half>)
            if (n > few_lanes) {
                const DefaultNan scope;
                whole = n / 8 * 8;  // those that the machine converts
                widen_n(s, d, whole);
            }
        widen_n<true>(s + whole, d + whole, n - whole);
    } else if constexpr (fits_float<S> && std::is_same_v<D, float>) {
        as_float(s, d, n);
    } else if constexpr (std::is_same_v<S, std::int32_t> && std::is_same_v<D, float>) {
        if (rule.mode == RoundMode::none || rule.mode == RoundMode::rint) {
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<float>(s[i]);
        } else {
            const Rounding r(rule.mode);
#pragma GCC ivdep
            for (std::size_t i = 0; i < n; ++i) d[i] = rounded(s[i], r);
        }
    } else {
        convert_general(rule, s, d, n);
    }
}

// 4-bit values between bytes of two and bytes of one; the first lies in the low half.
inline void unpack_pairs(const std::uint8_t* pairs, std::uint8_t* values, std::size_t n, bool is_signed) {
    for (std::size_t i = 0; i < n; ++i) {
        const auto value = static_cast<std::uint8_t>(pairs[i / 2] >> (i % 2 * 4) & 15);
        values[i] = is_signed && value & 8 ? static_cast<std::uint8_t>(value | 0xF0) : value;
    }
}

inline void pack_pairs(const std::uint8_t* values, std::uint8_t* pairs, std::size_t n) {
    for (std::size_t i = 0; i < n; i += 2)
        pairs[i / 2] = static_cast<std::uint8_t>((values[i] & 15) | values[i + 1] << 4);
}

template <class D, class S>
inline void convert_n(const CastRule& rule, const S* s, D* d, std::size_t count) {
    if constexpr (is_direct<D, S>) return convert_chunk(rule, s, d, count);
    for (std::size_t at = 0; at < count; at += cast_chunk) {
        const std::size_t n = count - at < cast_chunk ? count - at : cast_chunk;
        if constexpr (is_packed<S>) {
            std::uint8_t values[cast_chunk];
            unpack_pairs(reinterpret_cast<const std::uint8_t*>(s) + at / 2, values, n, std::is_same_v<S, int4>);
            if constexpr (std::is_same_v<S, int4>) convert_chunk(rule, reinterpret_cast<const std::int8_t*>(values), d + at, n);
            else convert_chunk(rule, reinterpret_cast<const S*>(values), d + at, n);
        } else if constexpr (is_packed<D>) {
            std::uint8_t values[cast_chunk];
            convert_chunk(rule, s + at, reinterpret_cast<D*>(values), n);
            pack_pairs(values, reinterpret_cast<std::uint8_t*>(d) + at / 2, n);
        } else {
            convert_chunk(rule, s + at, d + at, n);
        }
    }
}

// --- quantising ---

// int32 times the half in DEQSCALE: four steps, each rounded to float.
inline float scaled(std::int32_t x, float scale) {
    float y = static_cast<float>(x);
    y *= 0x1p-17f;
    y *= scale;
    return y * 0x1p17f;
}

inline float deq_scale(const State& state) { return widen(half{static_cast<std::uint16_t>(state.deqscale)}); }

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
