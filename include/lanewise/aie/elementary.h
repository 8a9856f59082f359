// Roots, inverses and angles. The hardware approximates them and nobody says how: here they are correctly rounded as
// far as double precision carries (policy elementary).
#pragma once

#include <bit>
#include <cmath>

#include "lanewise/aie/compare.h"
#include "lanewise/aie/convert.h"
#include "lanewise/generated/elementary.hpp"

namespace lanewise::aie {

// No mathematical library of the host decides a bit (numerics/elementary.py).
namespace elementary = lanewise::elementary::programs;

template <class F>
float by_double(float x, F f) {
    return settled<flushed>(static_cast<float>(f(static_cast<double>(settled<flushed>(x)))));
}
template <class To, class From, unsigned N, class F>
::aie::vector<To, N> each_by_double(const ::aie::vector<From, N>& v, F f) {
    ::aie::vector<To, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(narrowed<To>(by_double(static_cast<float>(v.lane(i)), f)), i);
    return out;
}

inline constexpr double pi = 3.14159265358979323846;
// A phase of 32 bits turns once around; sine and cosine have 15 fractional bits. The unit of the first generation takes
// the upper 20 bits, of floats as well (policy angles).
inline double turns(int32 phase) {
    if (LANEWISE_POLICY_angles_unit) phase &= ~int32{0xFFF};
    return static_cast<double>(phase) / 4294967296.0;
}
inline int16 fifteen_bits(double x) {
    const double scaled = std::nearbyint(x * 32768.0);
    return static_cast<int16>(scaled > 32767.0 ? 32767.0 : scaled);
}
// Radians as a phase. Only the turn's fraction counts, and what is no number has none.
inline int32 phase_of(float x) {
    const double turns = static_cast<double>(x) / (2 * pi), whole = std::floor(turns);
    if (!(std::fabs(turns) < 9007199254740992.0)) return 0;
    return static_cast<int32>(static_cast<uint32>(static_cast<uint64>((turns - whole) * 4294967296.0)));
}
inline float sine(float x) {
    if (LANEWISE_POLICY_angles_unit) return static_cast<float>(fifteen_bits(elementary::sin_turns(turns(phase_of(x))))) / 32768.0f;
    return by_double(x, [](double d) { return elementary::sin(d); });
}
inline float cosine(float x) {
    if (LANEWISE_POLICY_angles_unit) return static_cast<float>(fifteen_bits(elementary::cos_turns(turns(phase_of(x))))) / 32768.0f;
    return by_double(x, [](double d) { return elementary::cos(d); });
}

}  // namespace lanewise::aie

namespace aie {

// Scalars come as templates, which lose against the C library's where a kernel sees both.
#define LANEWISE_ELEMENTARY(name, expression)                                                            \
    template <class S>                                                                                   \
        requires std::is_same_v<S, float>                                                                \
    float name(S x) {                                                                                    \
        return detail::by_double(x, [](double d) { return expression; });                                \
    }                                                                                                    \
    inline bfloat16 name(bfloat16 x) { return detail::narrowed<bfloat16>(name(static_cast<float>(x))); } \
    template <class T, unsigned N>                                                                       \
        requires(detail::is_float<T> && !detail::is_complex<T>)                                          \
    vector<T, N> name(const vector<T, N>& v) {                                                           \
        return detail::each_by_double<T>(v, [](double d) { return expression; });                        \
    }                                                                                                    \
    template <class To, class T, unsigned N>                                                             \
        requires(detail::is_float<To> && detail::is_float<T> && !std::is_same_v<To, T>)                  \
    vector<To, N> name(const vector<T, N>& v) {                                                          \
        return detail::each_by_double<To>(v, [](double d) { return expression; });                       \
    }                                                                                                    \
    template <class To = bfloat16, unsigned N>                                                           \
    vector<To, N> name(const accum<accfloat, N>& a) {                                                    \
        return name<To>(a.template to_vector<float>());                                                  \
    }                                                                                                    \
    template <class T, unsigned N>                                                                       \
    T name(const vector_elem_ref<T, N>& x) {                                                             \
        return name(x.get());                                                                            \
    }                                                                                                    \
    template <class T, unsigned N>                                                                       \
    T name(const vector_elem_const_ref<T, N>& x) {                                                       \
        return name(x.get());                                                                            \
    }
namespace lanes {
LANEWISE_ELEMENTARY(inv, 1.0 / d)
LANEWISE_ELEMENTARY(sqrt, std::sqrt(d))
LANEWISE_ELEMENTARY(invsqrt, detail::elementary::reciprocal_root(d))
LANEWISE_ELEMENTARY(tanh, detail::elementary::tanh(d))
LANEWISE_ELEMENTARY(exp2, detail::elementary::exp2(d))
LANEWISE_ELEMENTARY(sin, static_cast<double>(detail::sine(static_cast<float>(d))))
LANEWISE_ELEMENTARY(cos, static_cast<double>(detail::cosine(static_cast<float>(d))))
#undef LANEWISE_ELEMENTARY

inline int16 sin(int32 phase) {
    return detail::fifteen_bits(detail::elementary::sin_turns(detail::turns(phase)));
}
inline int16 cos(int32 phase) {
    return detail::fifteen_bits(detail::elementary::cos_turns(detail::turns(phase)));
}
template <unsigned N>
vector<int16, N> sin(const vector<int32, N>& v) {
    vector<int16, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(sin(v.lane(i)), i);
    return out;
}
template <unsigned N>
vector<int16, N> cos(const vector<int32, N>& v) {
    vector<int16, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(cos(v.lane(i)), i);
    return out;
}
inline std::pair<int16, int16> sincos(int32 phase) {
    return {sin(phase), cos(phase)};
}
inline std::pair<float, float> sincos(float x) {
    return {sin(x), cos(x)};
}
inline cint16 sincos_complex(int32 phase) {
    return {cos(phase), sin(phase)};
}
inline cfloat sincos_complex(float x) {
    return {cos(x), sin(x)};
}
template <class T, unsigned N>
auto sincos(const vector<T, N>& v) {
    return std::pair(sin(v), cos(v));
}
template <unsigned N>
vector<cint16, N> sincos_complex(const vector<int32, N>& v) {
    vector<cint16, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(sincos_complex(v.lane(i)), i);
    return out;
}
template <unsigned N>
vector<cfloat, N> sincos_complex(const vector<float, N>& v) {
    vector<cfloat, N> out;
    for (unsigned i = 0; i < N; ++i) out.put(sincos_complex(v.lane(i)), i);
    return out;
}

// Other numbers become floats first, as in any C++; angles of other integers are phases.
#define LANEWISE_ELEMENTARY(name, Integer)                             \
    template <class S>                                                 \
        requires(std::is_arithmetic_v<S> && !std::is_same_v<S, float> && !std::is_same_v<S, Integer>) \
    auto name(S x) {                                                   \
        using Taken = std::conditional_t<std::is_integral_v<S>, Integer, float>; \
        return lanes::name(static_cast<Taken>(x));                       \
    }
LANEWISE_ELEMENTARY(inv, float)
LANEWISE_ELEMENTARY(sqrt, float)
LANEWISE_ELEMENTARY(invsqrt, float)
LANEWISE_ELEMENTARY(tanh, float)
LANEWISE_ELEMENTARY(exp2, float)
LANEWISE_ELEMENTARY(sin, int32)
LANEWISE_ELEMENTARY(cos, int32)
LANEWISE_ELEMENTARY(sincos, int32)
LANEWISE_ELEMENTARY(sincos_complex, int32)
#undef LANEWISE_ELEMENTARY

// A quotient is the inverse, rounded, times the numerator.
template <class A, class B>
    requires(detail::OneVector<A, B> && detail::is_float<detail::element_of<A>>)
auto div(const A& a, const B& b) {
    using T = detail::element_of_both<A, B>;
    return detail::each_of_both(a, b, [](float x, float y) {
        return detail::multiply<detail::flushed>(x, static_cast<float>(detail::narrowed<T>(inv(y))));
    });
}

// Of numbers, as the scalar unit has them.
inline int max(int a, int b) {
    return a < b ? b : a;
}
inline int min(int a, int b) {
    return b < a ? b : a;
}
inline float max(float a, float b) {
    return a < b ? b : a;
}
inline float min(float a, float b) {
    return b < a ? b : a;
}
}  // namespace lanes

}  // namespace aie

namespace lanewise_intrinsics {
inline int32 float2fix(float x, int shift = 0) {
    return static_cast<int32>(lanewise::aie::to_fixed<32, true>(x, shift, lanewise::aie::rounding::conv_even));
}
inline float fix2float(int32 x, int shift = 0) {
    return lanewise::aie::to_float(x, shift);
}
}  // namespace lanewise_intrinsics
