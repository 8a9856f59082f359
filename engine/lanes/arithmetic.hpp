// Element-wise arithmetic: one lane at a time, never an address.
#pragma once

#include "elementary_functions.hpp"
#include "lanes/env.hpp"
#include "lanes/integers.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

struct add {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E&, V a, V b) {
        if constexpr (is_complex<V>) {
            using T = decltype(a.re);
            return {finish<T, false>(widen(a.re) + widen(b.re)), finish<T, false>(widen(a.im) + widen(b.im))};
        } else if constexpr (is_number<V>) {
            return integer_add<E::saturate>(a, b);
        } else {
            return a + b;
        }
    }
};
using adds = add;

struct sub {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E&, V a, V b) {
        if constexpr (is_complex<V>) {
            using T = decltype(a.re);
            return {finish<T, false>(widen(a.re) - widen(b.re)), finish<T, false>(widen(a.im) - widen(b.im))};
        } else if constexpr (is_number<V>) {
            return integer_sub<E::saturate>(a, b);
        } else {
            return a - b;
        }
    }
};
using subs = sub;

struct mul {
    static constexpr bool exact_in_half = true;
    template <class E, class V>
    static V of(const E&, V a, V b) {
        if constexpr (is_complex<V>) {
            using T = decltype(a.re);
            float ar = widen(a.re), ai = widen(a.im), br = widen(b.re), bi = widen(b.im);
            return {finish<T, false>(part<T>(ar * br) - part<T>(ai * bi)),
                    finish<T, false>(part<T>(ar * bi) + part<T>(ai * br))};
        } else if constexpr (is_number<V>) {
            return integer_mul<E::saturate>(a, b);
        } else {
            return a * b;
        }
    }
};
using muls = mul;

// Smith's method; a zero divisor divides part by part.
template <class T>
Complex<T> divide(Complex<T> a, Complex<T> b) {
    auto r = [](float x) { return part<T>(x); };
    float ar = widen(a.re), ai = widen(a.im), br = widen(b.re), bi = widen(b.im);
    if (br == 0 && bi == 0) return {finish<T, false>(ar / std::fabs(br)), finish<T, false>(ai / std::fabs(bi))};
    bool wide = std::fabs(br) >= std::fabs(bi);
    float big = wide ? br : bi, small = wide ? bi : br;
    float ratio = r(small / big), scale = r(big + r(small * ratio));
    float ar_ratio = r(ar * ratio), ai_ratio = r(ai * ratio);
    float real = r(wide ? ar + ai_ratio : ar_ratio + ai), imag = r(wide ? ai - ar_ratio : ai_ratio - ar);
    return {finish<T, false>(real / scale), finish<T, false>(imag / scale)};
}

struct div {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static V of(const E& e, V a, V b) {
        if constexpr (is_complex<V>) return divide(a, b);
        else if constexpr (is_number<V>) return integer_div(a, b);
        else return e.div_nan(e.flush_result(e.flush(a) / e.flush(b)));
    }
};
using divs = div;

struct reciprocal {
    static constexpr bool own_nan = true;
    template <class E, class V>
    static V of(const E& e, V a) {
        return div::of(e, V{1}, a);
    }
};

// NaN wins; zeros are ordered by sign.
struct max {
    template <class E, class V>
    static V of(const E&, V a, V b) {
        if constexpr (is_number<V>) return a > b ? a : b;
        else return a != a || b != b ? V{quiet_nan} : a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
    }
};
using maxs = max;

struct min {
    template <class E, class V>
    static V of(const E&, V a, V b) {
        if constexpr (is_number<V>) return a < b ? a : b;
        else return a != a || b != b ? V{quiet_nan} : a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
    }
};
using mins = min;

struct relu {
    template <class E, class V>
    static V of(const E&, V a) {
        if constexpr (is_number<V>) return a > 0 ? a : V{0};
        else return a > 0 || a != a ? a : V{0};
    }
};

// The sign bit decides: +0 is kept, -0 is multiplied.
struct prelu {
    template <class E, class V>
    static V of(const E&, V a, V slope) {
        return std::signbit(a) ? a * slope : a;
    }
};
using leaky_relu = prelu;

struct abs {
    static constexpr bool raw = true;
    template <class E, class T>
    static auto of(const E&, T a) {
        if constexpr (is_complex<T>) {
            using P = decltype(a.re);
            float re = widen(a.re), im = widen(a.im);
            return finish<P, false>(std::sqrt(part<P>(part<P>(re * re) + part<P>(im * im))));
        } else if constexpr (std::is_same_v<T, float>) {
            return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) & 0x7FFFFFFFu);
        } else if constexpr (is_number<T>) {
            return static_cast<T>(a < 0 ? integer_sub<false>(T{0}, a) : a);
        } else {
            return T{static_cast<std::uint16_t>(a.bits & 0x7FFF)};
        }
    }
};

struct neg {
    static constexpr bool raw = true;
    template <class E, class T>
    static T of(const E&, T a) {
        if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) ^ 0x80000000u);
        else if constexpr (is_number<T>) return integer_sub<false>(T{0}, a);
        else return T{static_cast<std::uint16_t>(a.bits ^ 0x8000)};
    }
};

// The 0-ulp algorithms give up above 2^126.
template <class E, class V>
V above_limit(const E& e, V x, V y, V value) {
    if constexpr (std::is_same_v<typename E::To, float>)
        return (e.has(EXACT) & (x > V{0x1p126f}) & (x <= V{Layout<float>::maximum})) ? value : y;
    else return y;
}

struct sqrt {
    template <class E, class V>
    static V of(const E& e, V a) {
        V x = e.flush(a);
        return e.flush_result(above_limit(e, x, std::sqrt(x), V{0}));
    }
};

// Functions that are rounded correctly have a guess about their argument, too: straight code for many lanes, good for all but a
// few of them (kernels/guessed.hpp).
struct of_one {
    static constexpr std::uint64_t places = 64;  // the guess is off by less than so many of its last ones
    template <class E, class V>
    static V argument(const E& e, V a) {
        return e.flush(a);
    }
};

struct rsqrt : of_one {
    template <class E>
    static double guess(const E& e, double x) {
        return above_limit(e, x, 1 / std::sqrt(x), static_cast<double>(INFINITY));
    }
    template <class E, class V>
    static double of(const E& e, V a) {
        double x = e.flush(a);
        double y = exact::rsqrt<typename E::To>(x);
        return e.flush_result(above_limit(e, x, y, static_cast<double>(INFINITY)));
    }
};

// a * b + c in a guess: rounded once where the machine does that at once, which takes the guess no further from what it is about.
inline double guessed_sum(double a, double b, double c) {
#if defined(__FP_FAST_FMA) || defined(__ARM_FEATURE_FMA) || defined(__FMA__)
    return std::fma(a, b, c);
#else
    return a * b + c;
#endif
}

struct exp : of_one {
    // e^x = 2^k e^r with r between -ln(2)/2 and ln(2)/2: a polynomial of degree 9 (off by 2^-46) in pairs of terms, which do not
    // wait for each other. k ln(2) is rounded once at most, by less than 2^-47.
    static constexpr std::uint64_t places = 512;
    // Beyond 200 every result is 0 or infinite. Sizes are compared as integers, which leaves NaN what it is in a few instructions.
    template <class E>
    static float argument(const E& e, float a) {
        constexpr auto most = std::bit_cast<std::uint32_t>(200.0f), beyond = std::bit_cast<std::uint32_t>(INFINITY) - most;
        const auto bits = std::bit_cast<std::uint32_t>(e.flush(a)), sign = bits & 0x80000000u;
        return std::bit_cast<float>((bits ^ sign) - most <= beyond ? most | sign : bits);
    }
    template <class E>
    static double guess(const E&, double x) {
        constexpr double shift = 0x1.8p52;  // whose sum with k has k in its lowest bits
        const double sum = guessed_sum(x, 0x1.71547652b82fep+0, shift), r = guessed_sum(shift - sum, 0x1.62e42fefa39efp-1, x);
        const double r2 = r * r, r4 = r2 * r2;
        const double p01 = guessed_sum(0x1.ffffffffffc35p-1, r, 0x1.000000000003ap+0), p23 = guessed_sum(0x1.55555555bbccep-3, r, 0x1.ffffffffe8111p-2);
        const double p45 = guessed_sum(0x1.1111105ad2f73p-7, r, 0x1.55555587c210cp-5), p67 = guessed_sum(0x1.a01bc35485b57p-13, r, 0x1.6c162d471b035p-10);
        const double p89 = guessed_sum(0x1.70dbd3018e3cap-19, r, 0x1.a17c5ca95abb5p-16);
        const double p = guessed_sum(guessed_sum(p89, r4, guessed_sum(p67, r2, p45)), r4, guessed_sum(p23, r2, p01));
        return p * std::bit_cast<double>((std::bit_cast<std::uint64_t>(sum) << 52) + (std::uint64_t{1023} << 52));
    }
    template <class E, class V>
    static double of(const E& e, V a) {
        return e.flush_result(exact::exp<typename E::To>(e.flush(a)));
    }
};

struct ln : of_one {
    template <class E>
    static double guess(const E&, double x) {
        return elementary::log(x);
    }
    template <class E, class V>
    static double of(const E& e, V a) {
        return e.flush_result(exact::ln<typename E::To>(e.flush(a)));
    }
};

struct mull {
    template <class E, class V>
    static void of(const E&, V& low, V& high, V a, V b) {
        using Wide = std::conditional_t<std::is_signed_v<V>, std::int64_t, std::uint64_t>;
        Wide product = static_cast<Wide>(a) * static_cast<Wide>(b);
        low = static_cast<V>(product);
        high = static_cast<V>(product >> 32);
    }
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
