// What happens to numbers on their way: rounded, wrapped, clamped, lost. Counted by place where LANEWISE_AIE_STATUS is
// defined; elsewhere nothing is left of it.
#pragma once

#include <cstdint>

#include "lanewise/aie/guard.h"

namespace lanewise::aie {

// In the order of lanewise/aie/status.py.
enum class happening : std::uint32_t {
    rounded,               // bits that were not zero were shifted out
    wrapped,               // a result lost its high bits
    saturated,             // a result was clamped
    accumulator_overflow,  // a sum left its lane
    ups_overflow,          // an upshift lost significant bits
    shift_out_of_range,    // of srs or ups
    uninitialised,         // an accumulator was read that nobody wrote
    beyond,                // a load reached behind the end of an array
    overrun,               // a store did
};

#ifdef LANEWISE_AIE_STATUS

struct happened {
    happening what;
    std::uint64_t count;
    call_stack at;
};
struct happenings {
    static constexpr int most = 512;
    happened one[most];
    int count = 0;
};
[[gnu::visibility("hidden")]] inline thread_local happenings noted;

[[gnu::noinline]] inline void note(happening what, std::uint64_t count = 1) {
    call_stack here;
    lw_note_stack(&here);
    for (int i = 0; i < noted.count; ++i) {
        happened& h = noted.one[i];
        bool same = h.what == what && h.at.depth == here.depth;
        for (int k = 0; same && k < here.depth; ++k) same = h.at.at[k] == here.at[k];
        if (same) {
            h.count += count;
            return;
        }
    }
    if (noted.count < happenings::most) noted.one[noted.count++] = {what, count, here};
}

// How srs changed its lanes, from the values that it was given.
template <int Bits, bool Signed, class Lane>
void note_srs(const Lane* from, std::size_t count, int shift, bool clamps) {
    std::uint64_t rounded = 0, outside = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const __int128 a = from[i];
        const __int128 whole = shift > 0 ? a >> (shift < 127 ? shift : 127) : a << (-shift & 31);
        if (shift > 0 && (whole << (shift < 127 ? shift : 127)) != a) ++rounded;
        const __int128 high = (__int128{1} << (Signed ? Bits - 1 : Bits)) - 1, low = Signed ? -high - 1 : 0;
        if (whole < low || whole > high) ++outside;
    }
    if (rounded) note(happening::rounded, rounded);
    if (outside) note(clamps ? happening::saturated : happening::wrapped, outside);
}

// Accumulators that nobody has written, by address: what they hold in memory is the kernel's to look at. Where two of them share
// a place in the table, the later one is known.
[[gnu::visibility("hidden")]] inline constinit thread_local const void* fresh[256] = {};
inline const void*& fresh_place(const void* accumulator) {
    return fresh[(reinterpret_cast<std::uintptr_t>(accumulator) >> 5) & 255];
}
inline void note_fresh(const void* accumulator) { fresh_place(accumulator) = accumulator; }
inline bool is_fresh(const void* accumulator) { return fresh_place(accumulator) == accumulator; }
inline void note_written(const void* accumulator) {
    if (is_fresh(accumulator)) fresh_place(accumulator) = nullptr;
}

#else

inline void note(happening, std::uint64_t = 1) {}
constexpr void note_fresh(const void*) {}
constexpr bool is_fresh(const void*) { return false; }
constexpr void note_written(const void*) {}
template <int Bits, bool Signed, class Lane>
constexpr void note_srs(const Lane*, std::size_t, int, bool) {}

#endif

}  // namespace lanewise::aie
