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
    __builtin_memcpy(&to, from, sizeof to);
}
template <class T>
[[gnu::__always_inline__]] inline void give_lanes(T* to, const host_vector<T>& from) {
    __builtin_memcpy(to, &from, sizeof from);
}
// Every second lane of two vectors, the first ones or those beside them.
template <class T, bool Odd>
[[gnu::__always_inline__]] inline void every_second(host_vector<T>& to, const host_vector<T>& a,
                                                    const host_vector<T>& b) {
    static_assert(sizeof(T) == 4);
#ifdef __AVX2__
#define LANEWISE_SECOND Odd + 0, Odd + 2, Odd + 4, Odd + 6, Odd + 8, Odd + 10, Odd + 12, Odd + 14
#else
#define LANEWISE_SECOND Odd + 0, Odd + 2, Odd + 4, Odd + 6
#endif
#ifdef __clang__
    to = __builtin_shufflevector(a, b, LANEWISE_SECOND);
#else
    to = __builtin_shuffle(a, b, host_vector<T>{LANEWISE_SECOND});
#endif
#undef LANEWISE_SECOND
}
// A register of 16-bit lanes as two of 32 bits. clang multiplies what was converted as 16-bit lanes; g++ converts lane by lane,
// but lays vectors side by side well.
[[gnu::__always_inline__]] inline void widen_lanes(host_vector<std::int32_t>& low, host_vector<std::int32_t>& high,
                                                   const std::int16_t* from) {
#ifdef __clang__
    typedef std::int16_t half __attribute__((vector_size(host_bytes / 2)));
    half first, second;
    __builtin_memcpy(&first, from, sizeof first);
    __builtin_memcpy(&second, from + host_count<std::int32_t>, sizeof second);
    low = __builtin_convertvector(first, host_vector<std::int32_t>);
    high = __builtin_convertvector(second, host_vector<std::int32_t>);
#else
#ifdef __AVX2__
#define LANEWISE_TWICE(a) a, a, a + 1, a + 1, a + 2, a + 2, a + 3, a + 3, a + 4, a + 4, a + 5, a + 5, a + 6, a + 6, a + 7, a + 7
#else
#define LANEWISE_TWICE(a) a, a, a + 1, a + 1, a + 2, a + 2, a + 3, a + 3
#endif
    using V = host_vector<std::int16_t>;
    constexpr short half = host_count<std::int32_t>;
    V all;
    take_lanes<std::int16_t>(all, from);
    const V first = __builtin_shuffle(all, V{LANEWISE_TWICE(0)}), second = __builtin_shuffle(all, V{LANEWISE_TWICE(half)});
    low = (host_vector<std::int32_t>)first >> 16;
    high = (host_vector<std::int32_t>)second >> 16;
#undef LANEWISE_TWICE
#endif
}
// Whether any bit of any lane is set.
template <class T>
[[gnu::__always_inline__]] inline bool any_bit(const host_vector<T>& lanes) {
    std::uint64_t words[host_bytes / 8], bits = 0;
    __builtin_memcpy(words, &lanes, sizeof words);
    for (const std::uint64_t word : words) bits |= word;
    return bits != 0;
}
// A loop of fixed length, which both compilers make vectors of.
template <unsigned N, class To, class From>
[[gnu::__always_inline__]] inline void convert_lanes(To* to, const From* from) {
    for (unsigned i = 0; i < N; ++i) to[i] = static_cast<To>(from[i]);
}

}  // namespace lanewise::aie
