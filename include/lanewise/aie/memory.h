// Vectors to and from memory. Plain loads and stores need an aligned address (placing.h).
#pragma once

#include "lanewise/aie/arithmetic.h"

namespace aie {

inline constexpr unsigned vector_decl_align = LANEWISE_VECTOR_ALIGNMENT;
// Of one access to N elements.
template <class T, unsigned N>
struct vector_ldst_align {
    static constexpr unsigned value = detail::needed_alignment(N * detail::element_bits<T> / 8);
};
template <class T, unsigned N>
inline constexpr unsigned vector_ldst_align_v = vector_ldst_align<T, N>::value;
// Banks and ports that an access is meant for: they change when it happens, not what it does.
enum class aie_dm_resource { none, a, b, c, d, stack };

template <unsigned N, aie_dm_resource = aie_dm_resource::none, class T>
LANEWISE_AIE_INLINED inline vector<std::remove_cv_t<T>, N> load_v(const T* p) {
    return vector<std::remove_cv_t<T>, N>().load(p);
}
template <class T>
LANEWISE_AIE_INLINED inline auto load_v(const T* p) {
    return load_v<traits::native_lanes<std::remove_cv_t<T>>>(p);
}
template <unsigned N, aie_dm_resource = aie_dm_resource::none, class T>
LANEWISE_AIE_INLINED inline vector<std::remove_cv_t<T>, N> load_unaligned_v(const T* p, unsigned = 1) {
    return vector<std::remove_cv_t<T>, N>().load_unaligned(p);
}
template <class T, unsigned N>
LANEWISE_AIE_INLINED inline void store_v(T* p, const vector<T, N>& v) {
    v.store(p);
}
template <aie_dm_resource, class T, unsigned N>
LANEWISE_AIE_INLINED inline void store_v(T* p, const vector<T, N>& v) {
    v.store(p);
}
template <class T, unsigned N>
LANEWISE_AIE_INLINED inline void store_unaligned_v(T* p, const vector<T, N>& v, unsigned = 1) {
    v.store_unaligned(p);
}

// At the last aligned address before p.
template <unsigned N, class T>
T* floor_pointer(T* p) {
    constexpr std::uintptr_t align = detail::needed_alignment(N * detail::element_bits<std::remove_cv_t<T>> / 8);
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(p) & ~(align - 1));
}
template <unsigned N, class T>
auto load_floor_v(const T* p) {
    return load_v<N>(floor_pointer<N>(p));
}
template <class T, unsigned N>
void store_floor_v(T* p, const vector<T, N>& v) {
    v.store(floor_pointer<N>(p));
}
template <unsigned N, class T>
auto load_floor_bytes_v(const T* p, unsigned bytes = vector_decl_align) {
    return load_v<N>(reinterpret_cast<const T*>(reinterpret_cast<std::uintptr_t>(p) & ~std::uintptr_t(bytes - 1)));
}
template <class T, unsigned N>
void store_floor_bytes_v(T* p, const vector<T, N>& v, unsigned bytes = vector_decl_align) {
    v.store(reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(p) & ~std::uintptr_t(bytes - 1)));
}

}  // namespace aie

using aie::aie_dm_resource;

// A pointer or index in a ring of `size` that starts at `base`, n elements on.
template <class T>
T* cyclic_add(T* p, int n, T* base, int size) {
    const std::ptrdiff_t at = (p - base + n) % size;
    return base + (at < 0 ? at + size : at);
}
template <class I>
    requires std::is_integral_v<I>
I cyclic_add(I at, int n, int base, int size) {
    const I behind = (at - base + n) % size;
    return base + (behind < 0 ? behind + size : behind);
}

// The same pointer, so many bytes on.
template <class T>
T* byte_incr(T* p, int bytes) {
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(std::intptr_t{bytes}));
}
