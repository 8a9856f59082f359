// Parts of registers taken out, replaced and joined.
#pragma once

#include "lanewise/aie/arithmetic.h"
#include "lanewise/aie/convert.h"

namespace lanewise::aie {

template <unsigned Bits, class T, unsigned N>
auto part_of(const ::aie::vector<T, N>& v, int i) {
    return v.template extract<Bits / element_bits<T>>(static_cast<unsigned>(i));
}
template <unsigned Bits, class T, unsigned N>
auto widened_with(int i, const ::aie::vector<T, N>& v) {
    return v.template grow<Bits / element_bits<T>>(static_cast<unsigned>(i));
}

}  // namespace lanewise::aie


// Registers of 128, 256, 512 and 1024 bits are v, w, x and y.
#define LANEWISE_PART(letter, Bits)                                                             \
    template <class T, unsigned N>                                                              \
    auto ext_##letter(const aie::vector<T, N>& v, int i) {                                      \
        return lanewise::aie::part_of<Bits>(v, i);                                              \
    }                                                                                           \
    template <class T, unsigned N, unsigned M>                                                  \
    aie::vector<T, N> upd_##letter(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) { \
        return v.insert(static_cast<unsigned>(i), part);                                        \
    }
namespace lanewise_intrinsics {
LANEWISE_PART(v, 128)
LANEWISE_PART(w, 256)
LANEWISE_PART(x, 512)
#undef LANEWISE_PART
// With the number of the part in the name.
#define LANEWISE_PART(letter, i)                                                    \
    template <class V>                                                              \
    auto ext_##letter##i(const V& v) {                                              \
        return ext_##letter(v, i);                                                  \
    }                                                                               \
    template <class V, class P>                                                     \
    auto upd_##letter##i(const V& v, const P& part) {                               \
        return upd_##letter(v, i, part);                                            \
    }
LANEWISE_PART(v, 0)
LANEWISE_PART(v, 1)
LANEWISE_PART(v, 2)
LANEWISE_PART(v, 3)
LANEWISE_PART(w, 0)
LANEWISE_PART(w, 1)
LANEWISE_PART(w, 2)
LANEWISE_PART(w, 3)
LANEWISE_PART(x, 0)
LANEWISE_PART(x, 1)
#undef LANEWISE_PART
#define LANEWISE_SET(name, Bits)                          \
    template <class T, unsigned N>                        \
    auto name(int i, const aie::vector<T, N>& v) {        \
        return lanewise::aie::widened_with<Bits>(i, v);   \
    }
LANEWISE_SET(wset_v, 256)
LANEWISE_SET(xset_v, 512)
LANEWISE_SET(xset_w, 512)
LANEWISE_SET(yset_v, 1024)
LANEWISE_SET(yset_w, 1024)
LANEWISE_SET(yset_x, 1024)
#undef LANEWISE_SET

template <class T, unsigned N, unsigned M>
aie::vector<T, N> insert(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) {
    return v.insert(static_cast<unsigned>(i), part);
}
template <class Tag, unsigned N, unsigned M>
aie::accum<Tag, N> insert(aie::accum<Tag, N> a, int i, const aie::accum<Tag, M>& part) {
    return a.insert(static_cast<unsigned>(i), part);
}

// One element instead of a part.
template <class T, unsigned N, class S>
    requires std::is_convertible_v<S, T>
aie::vector<T, N> insert(aie::vector<T, N> v, int i, S x) {
    v.set(static_cast<T>(x), static_cast<unsigned>(i));
    return v;
}

template <class T, unsigned N>
T ext_elem(const aie::vector<T, N>& v, int i) {
    return v.get(static_cast<unsigned>(i));
}
template <class T, unsigned N>
T ext_elem(const aie::vector<T, N>& v, int i, int sign) {
    if constexpr (std::is_integral_v<T>)
        return sign ? static_cast<T>(static_cast<std::make_signed_t<T>>(v.get(static_cast<unsigned>(i))))
                    : v.get(static_cast<unsigned>(i));
    else
        return v.get(static_cast<unsigned>(i));
}
template <class Tag, unsigned N>
    requires Tag::is_float
auto ext_elem(const aie::accum<Tag, N>& a, int i) {
    return ext_elem(a.template to_vector<typename Tag::lane>(), i);
}
template <class T, unsigned N, class S>
aie::vector<T, N> upd_elem(aie::vector<T, N> v, int i, S x) {
    v.set(static_cast<T>(x), static_cast<unsigned>(i));
    return v;
}
template <class T, unsigned N, class S>
aie::vector<T, N> shft_elem(aie::vector<T, N> v, S x) {
    return v.push(static_cast<T>(x));
}

template <class Tag, unsigned N>
auto ext_lo(const aie::accum<Tag, N>& a) {
    return a.template extract<N / 2>(0);
}
template <class Tag, unsigned N>
auto ext_hi(const aie::accum<Tag, N>& a) {
    return a.template extract<N / 2>(1);
}
template <class Tag, unsigned N>
aie::accum<Tag, N> upd_lo(aie::accum<Tag, N> a, const aie::accum<Tag, N / 2>& part) {
    return a.insert(0, part);
}
template <class Tag, unsigned N>
aie::accum<Tag, N> upd_hi(aie::accum<Tag, N> a, const aie::accum<Tag, N / 2>& part) {
    return a.insert(1, part);
}
}  // namespace lanewise_intrinsics
