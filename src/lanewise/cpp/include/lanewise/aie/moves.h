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

using aie::concat;
using aie::pack;
using aie::unpack;

template <class T, unsigned N>
auto ext_v(const aie::vector<T, N>& v, int i) {
    return lanewise::aie::part_of<128>(v, i);
}
template <class T, unsigned N>
auto ext_w(const aie::vector<T, N>& v, int i) {
    return lanewise::aie::part_of<256>(v, i);
}
template <class T, unsigned N>
auto ext_x(const aie::vector<T, N>& v, int i) {
    return lanewise::aie::part_of<512>(v, i);
}
template <class T, unsigned N, unsigned M>
aie::vector<T, N> upd_v(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) {
    return v.insert(static_cast<unsigned>(i), part);
}
template <class T, unsigned N, unsigned M>
aie::vector<T, N> upd_w(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) {
    return v.insert(static_cast<unsigned>(i), part);
}
template <class T, unsigned N, unsigned M>
aie::vector<T, N> upd_x(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) {
    return v.insert(static_cast<unsigned>(i), part);
}
template <class T, unsigned N, unsigned M>
aie::vector<T, N> insert(aie::vector<T, N> v, int i, const aie::vector<T, M>& part) {
    return v.insert(static_cast<unsigned>(i), part);
}
template <class Tag, unsigned N, unsigned M>
aie::accum<Tag, N> insert(aie::accum<Tag, N> a, int i, const aie::accum<Tag, M>& part) {
    return a.insert(static_cast<unsigned>(i), part);
}

template <class T, unsigned N>
auto wset_v(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<256>(i, v);
}
template <class T, unsigned N>
auto xset_v(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<512>(i, v);
}
template <class T, unsigned N>
auto xset_w(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<512>(i, v);
}
template <class T, unsigned N>
auto yset_v(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<1024>(i, v);
}
template <class T, unsigned N>
auto yset_w(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<1024>(i, v);
}
template <class T, unsigned N>
auto yset_x(int i, const aie::vector<T, N>& v) {
    return lanewise::aie::widened_with<1024>(i, v);
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
