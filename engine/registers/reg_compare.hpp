// Comparing registers into a mask register, and choosing lanes by one.
#pragma once

#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// of(i) for n lanes as words of one bit for each of 256 bytes: a lane that relates is 1 in its lowest byte.
template <class Lane, class Of>
inline void put_hits(const RegisterWalk& w, int n, const ActiveLanes& active, Of of) {
    alignas(64) Lane hits[register_bytes / sizeof(Lane)];
    for (int i = 0; i < n; ++i) hits[i] = of(i);
    std::uint64_t words[4] = {};
    for (int at = 0; at < register_bytes; at += 8) {
        std::uint64_t bytes;
        std::memcpy(&bytes, reinterpret_cast<const std::uint8_t*>(hits) + at, 8);
        words[at >> 6] |= bytes * 0x0102040810204080u >> 56 << (at & 63);  // eight bytes of 0 or 1 as eight bits
    }
    for (int i = 0; i < 4; ++i) words[i] &= active.words()[i];
    std::memcpy(w.window(0).write(0, sizeof words), words, sizeof words);
    w.set_width(0, sizeof(Lane));
}

// Elements of 64 bits in two registers have lanes of 32 bits.
template <int size, class Of>
inline void put_related(const RegisterWalk& w, int n, const ActiveLanes& active, Of of) {
    if constexpr (size == 1) put_hits<std::uint8_t>(w, n, active, of);
    else if constexpr (size == 2) put_hits<std::uint16_t>(w, n, active, of);
    else if (size == 4 || w.twice(1)) put_hits<std::uint32_t>(w, n, active, of);
    else put_hits<std::uint64_t>(w, n, active, of);
}

// LT, GT, EQ, LE, GE, NE. A NaN is in no relation, so only NE holds for it.
template <class T, class A, class B>
inline void relate(const RegisterWalk& w, int n, const ActiveLanes& active, A a, B b) {
    switch (w.params[0]) {
        case 0: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) < b(i); });
        case 1: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) > b(i); });
        case 2: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) == b(i); });
        case 3: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) <= b(i); });
        case 4: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) >= b(i); });
        default: return put_related<sizeof(T)>(w, n, active, [&](int i) { return a(i) != b(i); });
    }
}

inline void reg_compare(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const ActiveLanes active(w, 3, w.pitch(1));
        const Lanes<T> a(w, 1, active), b(w, 2, active);
        relate<T>(w, a.count, active, [&](int i) { return value_of(a[i]); }, [&](int i) { return value_of(b[i]); });
    });
}

inline void reg_compares(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const ActiveLanes active(w, 2, w.pitch(1));
        const Lanes<T> a(w, 1, active);
        const auto number = value_of(scalar_of_call<T>(w));
        relate<T>(w, a.count, active, [&](int i) { return value_of(a[i]); }, [&](int) { return number; });
    });
}

inline void reg_select(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const ActiveLanes active(w, 3, w.pitch(0));
        const Lanes<T> a(w, 1, active);
        Lanes<T> b(w, 2, [&](int i) { return !active[i]; });
        active.each([&](int i) { b[i] = a[i]; });
        w.put(0, b.at);
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
