// Comparing registers into a mask register, and choosing lanes by one.
#pragma once

#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// LT, GT, EQ, LE, GE, NE. A NaN is in no relation, so only NE holds for it.
template <class V>
inline bool relates(std::int64_t mode, V a, V b) {
    switch (mode) {
        case 0: return a < b;
        case 1: return a > b;
        case 2: return a == b;
        case 3: return a <= b;
        case 4: return a >= b;
        default: return a != b;
    }
}

inline void reg_compare(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const Lanes<T> a(w, 1), b(w, 2);
        LaneBits bits(w, 1);
        ActiveLanes(w, 3, w.pitch(1)).each([&](int i) { bits.set(i, relates(w.params[0], value_of(a[i]), value_of(b[i]))); });
        bits.put(w, 0);
    });
}

inline void reg_compares(RegisterWalk& w) {
    with_number(w.type(1), [&]<class T>(T) {
        const Lanes<T> a(w, 1);
        const auto number = value_of(scalar_of_call<T>(w));
        LaneBits bits(w, 1);
        ActiveLanes(w, 2, w.pitch(1)).each([&](int i) { bits.set(i, relates(w.params[0], value_of(a[i]), number)); });
        bits.put(w, 0);
    });
}

inline void reg_select(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const Lanes<T> a(w, 1);
        Lanes<T> b(w, 2);
        ActiveLanes(w, 3, w.pitch(0)).each([&](int i) { b[i] = a[i]; });
        w.put(0, b.at);
    });
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
