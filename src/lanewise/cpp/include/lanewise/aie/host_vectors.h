// One vector register of the host, as g++ and clang++ both spell it: what compilers find by themselves differs too much.
// None is wider than a register, because g++ takes those apart badly. Passed by reference only, because how vectors travel
// by value depends on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanewise::aie {

#ifdef __AVX2__
inline constexpr unsigned host_bytes = 32;
#else
inline constexpr unsigned host_bytes = 16;
#endif
template <class T>
inline constexpr unsigned host_count = host_bytes / sizeof(T);

template <class T>
struct host_lanes {
    typedef T type __attribute__((vector_size(host_bytes)));  // g++ forgets it in a template alias
};
template <class T>
using host_vector = typename host_lanes<T>::type;

template <class T>
[[gnu::__always_inline__]] inline void take_lanes(host_vector<T>& to, const T* from) {
    std::memcpy(&to, from, sizeof to);
}
template <class T>
[[gnu::__always_inline__]] inline void give_lanes(T* to, const host_vector<T>& from) {
    std::memcpy(to, &from, sizeof from);
}
// All bits of all lanes.
template <class T>
[[gnu::__always_inline__]] inline T bits_of_lanes(const host_vector<T>& lanes) {
    T bits = 0;
    for (unsigned i = 0; i < host_count<T>; ++i) bits |= lanes[i];
    return bits;
}
// A loop of fixed length, which both compilers make vectors of.
template <unsigned N, class To, class From>
[[gnu::__always_inline__]] inline void convert_lanes(To* to, const From* from) {
    for (unsigned i = 0; i < N; ++i) to[i] = static_cast<To>(from[i]);
}

}  // namespace lanewise::aie
