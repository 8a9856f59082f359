// Comparing registers into a mask register, and choosing lanes by one.
#pragma once

#include "registers/elements.hpp"
#include "registers/mask_words.hpp"
#include "walks/relation.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// The lowest 64 / step bits, that many places apart.
template <int step>
inline std::uint64_t spread(std::uint64_t bits) {
    for (int group = 32 / step; step > 1 && group; group /= 2)
        bits = (bits | bits << (step - 1) * group) & (~0ull / ((1ull << step * group) - 1) * ((1ull << group) - 1));
    return bits;
}

// Where a relation holds, as a mask register: the lowest bit of each active lane. Elements of 64 bits in two registers have lanes of
// 32 bits.
inline void put_related(const RegisterWalk& w, const void* a, const void* b, const ActiveLanes& active) {
    const int pitch = w.pitch(1), per_word = 64 / pitch;
    std::uint64_t bits[4] = {};
    Related(w.core, w.type(1), w.params[0])(a, b, static_cast<std::size_t>(w.count(1)), reinterpret_cast<std::uint8_t*>(bits));
    const auto lanes = pitch == 1 ? spread<1> : pitch == 2 ? spread<2> : pitch == 4 ? spread<4> : spread<8>;
    MaskWords out;
    for (int i = 0; i < 4; ++i)
        out.word[i] = lanes(bits[i * per_word >> 6] >> (i * per_word & 63) & ~0ull >> (64 - per_word)) & active.words()[i];
    out.put(w, 0, pitch);
}

inline void reg_compare(RegisterWalk& w) {
    const ActiveLanes active(w, 3, w.pitch(1));
    const Lanes<std::uint8_t> a(w, 1, active), b(w, 2, active);
    put_related(w, a.at, b.at, active);
}

inline void reg_compares(RegisterWalk& w) {
    const ActiveLanes active(w, 2, w.pitch(1));
    const Lanes<std::uint8_t> a(w, 1, active);
    with_width(w.size(1), [&]<class T>(T) {
        const T number = scalar_of_call<T>(w);
        alignas(64) T all[2 * register_bytes / sizeof(T)];
        for (int i = 0; i < w.count(1); ++i) all[i] = number;
        put_related(w, a.at, all, active);
    });
}

inline void reg_select(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const ActiveLanes active(w, 3, w.pitch(0));
        const Lanes<T> a(w, 1, active);
        Lanes<T> b(w, 2, [&](int i) { return !active[i]; });
        if (w.twice(0)) {
            active.each([&](int i) { b[i] = a[i]; });
        } else {  // a bit for each byte
            std::uint64_t taken[4];
            for (int k = 0; k < 4; ++k) taken[k] = active.words()[k] * ((1ull << sizeof(T)) - 1);
            w.core.level->loops->choose[0](b.at, reinterpret_cast<const std::uint8_t*>(taken), a.at, b.at, register_bytes);
        }
        w.put(0, b.at);
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
