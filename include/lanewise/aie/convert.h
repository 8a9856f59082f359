// Between element types: widths, fixed and floating point, and the bits as they are.
#pragma once

#include "lanewise/aie/arithmetic.h"

namespace lanewise::aie {

template <class T>
constexpr auto half_width() {
    if constexpr (std::is_same_v<T, int32>)
        return int16{};
    else if constexpr (std::is_same_v<T, uint32>)
        return uint16{};
    else if constexpr (std::is_same_v<T, int16>)
        return int8{};
    else if constexpr (std::is_same_v<T, uint16>)
        return uint8{};
    else if constexpr (std::is_same_v<T, int8>)
        return int4{};
    else if constexpr (std::is_same_v<T, uint8>)
        return uint4{};
    else if constexpr (std::is_same_v<T, cint32>)
        return cint16{};
}
template <class T>
constexpr auto double_width() {
    if constexpr (std::is_same_v<T, int16>)
        return int32{};
    else if constexpr (std::is_same_v<T, uint16>)
        return uint32{};
    else if constexpr (std::is_same_v<T, int8>)
        return int16{};
    else if constexpr (std::is_same_v<T, uint8>)
        return uint16{};
    else if constexpr (std::is_same_v<T, int4>)
        return int8{};
    else if constexpr (std::is_same_v<T, uint4>)
        return uint8{};
    else if constexpr (std::is_same_v<T, cint16>)
        return cint32{};
}
// Where there are no unsigned 16-bit lanes bytes become int16.
template <class T>
using unpacked =
    std::conditional_t<!LANEWISE_HAS_SMALL_LANES && std::is_same_v<T, uint8>, int16, decltype(double_width<T>())>;

// One number into fewer bits: the low ones are kept, or the saturation mode decides (policy pack_overflow).
template <class T>
T fitted(int64 x, bool sign) {
    constexpr int bits = element_bits<T>;
    const int64 high = (int64{1} << (sign ? bits - 1 : bits)) - 1;
    const saturation s = LANEWISE_POLICY_pack_overflow_low_bits ? saturation::none : core().modes.saturation;
    const int64 low = !sign ? 0 : s == saturation::symmetric ? -high : -high - 1;
    if (s != saturation::none) x = x < low ? low : x > high ? high : x;
    return static_cast<T>(x);
}

// Rounding of float to fixed: from bfloat16 to 16 bits always down (its low half is taken), to bytes and nibbles ties
// go toward zero, else by the core's mode.
template <class To, class From>
rounding fixed_rounding() {
    if constexpr (LANEWISE_POLICY_float_to_fixed_nearest_even)
        return rounding::conv_even;
    else if constexpr (element_bits<To> <= 8)
        return rounding::symmetric_zero;
    else if constexpr (element_bits<To> == 16 && std::is_same_v<From, bfloat16>)
        return rounding::floor;
    else
        return core().modes.rounding;
}

}  // namespace lanewise::aie

namespace aie {

template <class T, unsigned N>
auto vector<T, N>::pack_sign(bool sign) const {
    using H = decltype(detail::half_width<T>());
    vector<H, N> out;
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (detail::is_complex<T>)
            out.put({detail::fitted<int16>(get(i).real, true), detail::fitted<int16>(get(i).imag, true)}, i);
        else
            out.put(detail::fitted<H>(get(i), sign), i);
    }
    return out;
}
template <class T, unsigned N>
auto vector<T, N>::unpack_sign(bool sign) const {
    using D = detail::unpacked<T>;
    vector<D, N> out;
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (detail::is_complex<T>) {
            out.put({get(i).real, get(i).imag}, i);
        } else {
            const int64 low = int64{get(i)} & ((int64{1} << type_bits()) - 1);
            const int64 extended = sign && low >> (type_bits() - 1) ? low - (int64{1} << type_bits()) : low;
            out.put(static_cast<D>(extended), i);
        }
    }
    return out;
}
namespace lanes {
template <class T, unsigned N>
auto pack(const vector<T, N>& v) {
    return v.pack();
}
template <class T, unsigned N>
auto unpack(const vector<T, N>& v) {
    return v.unpack();
}

// The same bits: lanes of another type, or a register of the other kind.
template <class To, class From, unsigned N>
    requires(!detail::is_tag<To>)
auto vector_cast(const vector<From, N>& v) {
    return v.template cast_to<To>();
}
template <class Tag, class From, unsigned N>
    requires(detail::is_tag<Tag> && Tag::is_register)
auto vector_cast(const vector<From, N>& v) {
    accum<Tag, sizeof(v) / sizeof(typename Tag::lane)> out = {};
    __builtin_memcpy(static_cast<void*>(out.components()), &v, sizeof v);
    return out;
}
template <class To, class Tag, unsigned N>
    requires(!detail::is_tag<To> && Tag::is_register)
auto vector_cast(const accum<Tag, N>& a) {
    return vector<To, N * sizeof(typename Tag::lane) * 8 / detail::element_bits<To>>(a);
}
template <class To, class Tag, unsigned N>
    requires detail::is_tag<To>
auto vector_cast(const accum<Tag, N>& a) {
    return a.template cast_to<To>();
}
template <class Tag, class Old, unsigned N>
auto accum_cast(const accum<Old, N>& a) {
    return a.template cast_to<Tag>();
}

// value * 2^shift as an integer.
template <class To, class From, unsigned N>
vector<To, N> to_fixed(const vector<From, N>& v, int shift = 0) {
    vector<To, N> out;
    const detail::rounding mode = detail::fixed_rounding<To, From>();
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (detail::is_complex<From>) {
            using P = detail::component<To>;
            out.put({static_cast<P>(detail::to_fixed<sizeof(P) * 8, true>(v.lane(i).real, shift, mode)),
                     static_cast<P>(detail::to_fixed<sizeof(P) * 8, true>(v.lane(i).imag, shift, mode))},
                    i);
        } else if constexpr (LANEWISE_POLICY_float_to_fixed_by_width && detail::element_bits<To> == 16) {
            // There is one conversion, to 32 bits; of that the low half is kept.
            out.put(static_cast<To>(detail::to_fixed<32, true>(v.lane(i), shift, mode)), i);
        } else {
            out.put(static_cast<To>(
                        detail::to_fixed<detail::element_bits<To>, !detail::is_unsigned<To>>(v.lane(i), shift, mode)),
                    i);
        }
    }
    return out;
}
template <class From, unsigned N>
auto to_fixed(const vector<From, N>& v, int shift = 0) {
    return to_fixed<detail::complex_if<detail::is_complex<From>, int32>>(v, shift);
}
// Of a float accumulator.
template <class To = int32, class Tag, unsigned N>
    requires Tag::is_float
auto to_fixed(const accum<Tag, N>& a, int shift = 0) {
    return to_fixed<To>(a.template to_vector<typename Tag::lane>(), shift);
}
// With the number of lanes written out, too.
template <class To, unsigned N, class V>
    requires((is_vector_v<V> || is_accum_v<V>) && V::size() == N)
vector<To, N> to_fixed(const V& v, int shift = 0) {
    return to_fixed<To>(v, shift);
}
// An integer divided by 2^shift.
template <class To = float, class From, unsigned N>
vector<detail::complex_if<detail::is_complex<From>, To>, N> to_float(const vector<From, N>& v, int shift = 0) {
    using R = detail::complex_if<detail::is_complex<From>, To>;
    vector<R, N> out;
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (detail::is_complex<From>)
            out.put({detail::narrowed<To>(detail::to_float(v.lane(i).real, shift)),
                     detail::narrowed<To>(detail::to_float(v.lane(i).imag, shift))},
                    i);
        else if constexpr (detail::is_float<From>)
            out.put(detail::narrowed<To>(static_cast<float>(v.lane(i))), i);
        else
            out.put(detail::narrowed<To>(detail::to_float(v.lane(i), shift)), i);
    }
    return out;
}
template <class To>
    requires std::is_integral_v<To>
To to_fixed(float x, int shift = 0) {
    return static_cast<To>(
        detail::to_fixed<sizeof(To) * 8, std::is_signed_v<To>>(x, shift, detail::fixed_rounding<To, float>()));
}
inline int32 to_fixed(float x, int shift = 0) {
    return to_fixed<int32>(x, shift);
}
template <class To = float>
To to_float(int32 x, int shift = 0) {
    return detail::narrowed<To>(detail::to_float(x, shift));
}
}  // namespace lanes

}  // namespace aie
