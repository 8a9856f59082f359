// Planted faults: each is beside the right code, and one number chooses which of them counts. Included before every file.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

extern "C" {
[[gnu::visibility("default")]] inline int lw_mutant = 0;     // which one counts; 0: none
[[gnu::visibility("default")]] inline int lw_recording = 0;  // whether to note which would have made a difference
[[gnu::visibility("default")]] inline unsigned char lw_different[4096] = {};
[[gnu::visibility("default")]] inline unsigned char lw_impossible[4096] = {};  // wrong ones that do not fit the types
}

namespace lw_mutants {

// The right value or the wrong one. Constants that the compiler works out are always right.
template <int Id, class T, class Wrong>
constexpr T choose(T right, Wrong wrong) {
    if (std::is_constant_evaluated()) return right;
    if (lw_mutant == Id) return wrong();
    if (lw_recording && !lw_different[Id]) {
        const T other = wrong();
        if (!__builtin_memcmp(&right, &other, sizeof(T))) return right;
        lw_different[Id] = 1;
    }
    return right;
}

enum Kind { add, sub, mul, div, mod, lt, le, gt, ge, eq, ne, band, bor, bxor, shl, shr, left, right, swapped };

#define LW_TRY(expression) \
    if constexpr (requires { static_cast<T>(expression); }) return static_cast<T>(expression); \
    else return lw_impossible[Id] = 1, fallback
template <int Id, Kind K, class T, class A, class B>
T wrong_value(A a, B b, T fallback) {
    if constexpr (K == add) { LW_TRY(a + b); }
    else if constexpr (K == sub) { LW_TRY(a - b); }
    else if constexpr (K == mul) { LW_TRY(a * b); }
    else if constexpr (K == div) { if constexpr (std::is_integral_v<B>) { if (!b) return fallback; } LW_TRY(a / b); }
    else if constexpr (K == mod) { if constexpr (std::is_integral_v<B>) { if (!b) return fallback; } LW_TRY(a % b); }
    else if constexpr (K == lt) { LW_TRY(a < b); }
    else if constexpr (K == le) { LW_TRY(a <= b); }
    else if constexpr (K == gt) { LW_TRY(a > b); }
    else if constexpr (K == ge) { LW_TRY(a >= b); }
    else if constexpr (K == eq) { LW_TRY(a == b); }
    else if constexpr (K == ne) { LW_TRY(a != b); }
    else if constexpr (K == band) { LW_TRY(a & b); }
    else if constexpr (K == bor) { LW_TRY(a | b); }
    else if constexpr (K == bxor) { LW_TRY(a ^ b); }
    else if constexpr (K == shl) { LW_TRY(a << (b & 63)); }
    else if constexpr (K == shr) { LW_TRY(a >> (b & 63)); }
    else if constexpr (K == left) { LW_TRY(a); }
    else { LW_TRY(b); }
}
#undef LW_TRY

// A binary operator: `a + b` becomes `a + At<17, sub>{} + b`, which binds as before.
template <int Id, Kind K>
struct At {};
template <int Id, Kind K, class A>
struct Held {
    A a;
};
#define LW_OPERATOR(op) \
    template <class A, int Id, Kind K> \
    constexpr Held<Id, K, A> operator op(A a, At<Id, K>) { return {a}; } \
    template <int Id, Kind K, class A, class B> \
    constexpr auto operator op(Held<Id, K, A> h, B b) { \
        auto value = h.a op b; \
        return choose<Id>(value, [&] { \
            if constexpr (K == swapped) { \
                if constexpr (requires { static_cast<decltype(value)>(b op h.a); }) return static_cast<decltype(value)>(b op h.a); \
                else return lw_impossible[Id] = 1, value; \
            } else return wrong_value<Id, K, decltype(value)>(h.a, b, value); \
        }); \
    }
LW_OPERATOR(+) LW_OPERATOR(-) LW_OPERATOR(*) LW_OPERATOR(/) LW_OPERATOR(%)
LW_OPERATOR(<) LW_OPERATOR(<=) LW_OPERATOR(>) LW_OPERATOR(>=) LW_OPERATOR(==) LW_OPERATOR(!=)
LW_OPERATOR(&) LW_OPERATOR(|) LW_OPERATOR(^) LW_OPERATOR(<<) LW_OPERATOR(>>)
#undef LW_OPERATOR

template <int Id, int By, class T>
constexpr T number(T value) {
    return choose<Id>(value, [&] { return static_cast<T>(value + By); });
}

template <int Id>
constexpr bool negated(bool value) {
    return choose<Id>(value, [&] { return !value; });
}

// Whether a statement is there.
template <int Id>
constexpr bool there() {
    return choose<Id>(true, [] { return false; });
}

template <int Id>
struct Least {
    template <class T>
    static constexpr T of(const T& a, const T& b) {
        return choose<Id>(T(std::min(a, b)), [&] { return T(std::max(a, b)); });
    }
};
template <int Id>
struct Most {
    template <class T>
    static constexpr T of(const T& a, const T& b) {
        return choose<Id>(T(std::max(a, b)), [&] { return T(std::min(a, b)); });
    }
};

}  // namespace lw_mutants
