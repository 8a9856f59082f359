// What happens to numbers on their way: rounded, wrapped, clamped, lost. Counted by place where LANEWISE_AIE_STATUS is
// defined; elsewhere nothing is left of it.
#pragma once

#include <cstdint>

#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/modes.h"
#include "lanewise/shared/index_told.h"

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
    left_rounding,         // a result was rounded by a mode that another kernel used and left
    left_saturation,       // a result was clamped by one
    past_window,           // samples were read behind the end of a window, and are those at its start
    ahead_of_window,       // one vector was, as loops do that read ahead
    over_window,           // samples were written there
    unaligned,             // an access went where hardware's address lines lead
    taken_twice,           // a lock was acquired that the call holds
    given_back_twice,      // a lock was released that the call has released
    still_held,            // a lock was acquired and not released when the call ended
    outside,               // an index left an array of the kernel's own
    unwritten,             // lanes of a vector were read that nobody wrote
    not_finite,            // finite numbers became an infinity or NaN
};

#ifdef LANEWISE_AIE_STATUS
}  // namespace lanewise::aie

#include "lanewise/aie/known_places.h"

namespace lanewise::aie {

struct happened {
    happening what;
    std::uint64_t count;
    std::uint32_t place;                   // of `places`
    std::uint32_t argument = 0, size = 0;  // of the kernel that it was about, and how long it is or what it needs
};
struct happenings {
    static constexpr int most = 512;
    happened one[most];
    int count = 0;
};
[[gnu::visibility("hidden")]] inline thread_local happenings noted;

LANEWISE_AIE_UNTOLD inline void note_at(std::uint32_t place, happening what, std::uint64_t count, unsigned argument = 0, unsigned size = 0) {
    for (int i = 0; i < noted.count; ++i) {
        happened& h = noted.one[i];
        if (h.what != what || h.place != place) continue;
        h.count += count;
        return;
    }
    if (noted.count < happenings::most) noted.one[noted.count++] = {what, count, place, argument, size};
}
LANEWISE_AIE_UNTOLD inline void note(happening what, std::uint64_t count, const call_stack& here, unsigned argument = 0, unsigned size = 0) {
    note_at(number_of(here), what, count, argument, size);
}
LANEWISE_AIE_UNTOLD inline void note(happening what, std::uint64_t count = 1) { note_at(place_at_hand(), what, count); }

// A result was computed by a mode: whoever set it has used it; others find a difference where it counted.
LANEWISE_AIE_UNTOLD inline void note_mode(mode_owner& owner, happening left, bool counted) {
    if (owner.by == core().caller) owner.used = true;
    else if (owner.by && owner.used && counted) note(left);
}
LANEWISE_AIE_UNTOLD inline void note_rounding(bool counted = true) { note_mode(core().rounding_owner, happening::left_rounding, counted); }

// How srs changed its lanes, from the values that it was given.
template <int Bits, bool Signed, class Lane>
LANEWISE_AIE_UNTOLD void note_srs(const Lane* from, std::size_t count, int shift, bool clamps) {
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
    if (shift > 0) note_rounding(rounded != 0);
    note_mode(core().saturation_owner, happening::left_saturation, outside != 0);
}

// Accumulators that nobody has written, by address: what they hold in memory is the kernel's to look at. Where two of them share
// a place in the table, the later one is known.
[[gnu::visibility("hidden")]] inline constinit thread_local const void* fresh[256] = {};
LANEWISE_AIE_UNTOLD inline const void*& fresh_place(const void* accumulator) {
    return fresh[(reinterpret_cast<std::uintptr_t>(accumulator) >> 5) & 255];
}
LANEWISE_AIE_UNTOLD inline void note_fresh(const void* accumulator) { fresh_place(accumulator) = accumulator; }
LANEWISE_AIE_UNTOLD inline bool is_fresh(const void* accumulator) { return fresh_place(accumulator) == accumulator; }
LANEWISE_AIE_UNTOLD inline void note_written(const void* accumulator) {
    if (is_fresh(accumulator)) fresh_place(accumulator) = nullptr;
}

}  // namespace lanewise::aie

// Compilers call it by this name.
extern "C" [[gnu::used, gnu::visibility("hidden")]] inline void __ubsan_handle_out_of_bounds(void* description, void* index) {
    constexpr std::int64_t most = 0xFFFFFF;  // larger ones are told as this
    const lanewise::index_told told = lanewise::read_index(description, index);
    if (told.index < 0) return;
    lanewise::aie::call_stack here;
    lw_note_stack(&here);
    const std::int64_t shown = told.index < most ? told.index : most;
    lanewise::aie::note(lanewise::aie::happening::outside, 1, here, static_cast<unsigned>(shown), static_cast<unsigned>(told.size));
}

namespace lanewise::aie {

// Operations that run: what they make on the way is their own.
[[gnu::visibility("hidden")]] inline constinit thread_local int running = 0;
LANEWISE_AIE_UNTOLD inline void note_begin() { ++running; }
LANEWISE_AIE_UNTOLD inline void note_end() { --running; }

// Lanes of vectors and accumulators that depend on what nobody has written: a bit for each, or for several of more than 64.
// Where two registers share a place in the table, the later one is known.
constexpr std::uint64_t lane_bit(unsigned lane, unsigned lanes) { return std::uint64_t{1} << (lanes > 64 ? lane * 64 / lanes : lane & 63); }
constexpr std::uint64_t all_lanes(unsigned lanes) { return lanes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1; }
struct unwritten_lanes {
    const void* at;
    std::uint64_t lanes;
    bool declared;  // it was declared, and nothing else: else it was computed
};
[[gnu::visibility("hidden")]] inline constinit thread_local unwritten_lanes unwritten[256] = {};
LANEWISE_AIE_UNTOLD inline unwritten_lanes& unwritten_place(const void* at) { return unwritten[(reinterpret_cast<std::uintptr_t>(at) >> 4) & 255]; }
LANEWISE_AIE_UNTOLD inline unwritten_lanes unwritten_of(const void* at) {
    const unwritten_lanes& found = unwritten_place(at);
    return found.at == at ? found : unwritten_lanes{at, 0, false};
}
LANEWISE_AIE_UNTOLD inline void note_unwritten(const void* at, std::uint64_t lanes, bool declared = false) {
    unwritten_lanes& place = unwritten_place(at);
    if (lanes)
        place = {at, lanes, declared};
    else if (place.at == at)
        place.at = nullptr;
}
LANEWISE_AIE_UNTOLD inline void lane_written(const void* at, unsigned lane, unsigned lanes) {
    unwritten_lanes& place = unwritten_place(at);
    if (place.at == at && !(place.lanes &= ~lane_bit(lane, lanes))) place.at = nullptr;
}
LANEWISE_AIE_UNTOLD inline void all_written(const void* at) { note_unwritten(at, 0); }
// The same bits in another register, whose lanes may be wider: nothing is known of a part of these.
LANEWISE_AIE_UNTOLD inline void note_as(const void* to, unsigned to_lanes, const void* from, unsigned from_lanes) {
    const unwritten_lanes found = unwritten_of(from);
    const bool all = found.lanes == all_lanes(from_lanes);
    note_unwritten(to, to_lanes == from_lanes ? found.lanes : all ? all_lanes(to_lanes) : 0, found.declared);
}
// Lanes from `first` on are those of another register; of more than 64 nothing is known.
LANEWISE_AIE_UNTOLD inline void note_part(const void* to, unsigned to_lanes, unsigned first, const void* from, unsigned from_lanes) {
    const unwritten_lanes part = unwritten_of(from), whole = unwritten_of(to);
    if (part.lanes && to_lanes <= 64) note_unwritten(to, whole.lanes | part.lanes << first, whole.declared && part.declared);
}
LANEWISE_AIE_UNTOLD inline void note_extract(const void* to, unsigned to_lanes, unsigned first, const void* from, unsigned from_lanes) {
    const unwritten_lanes whole = unwritten_of(from);
    note_unwritten(to, from_lanes <= 64 && first < 64 ? whole.lanes >> first & all_lanes(to_lanes) : 0, whole.declared);
}
// A vector that the kernel declares. Those that are no local variables are zero; no kernel has a megabyte of these.
LANEWISE_AIE_UNTOLD inline void note_declared(const void* at, unsigned lanes) {
    const auto there = reinterpret_cast<std::uintptr_t>(at), here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const bool is_local = there - here + (std::uintptr_t{1} << 20) < std::uintptr_t{1} << 21;
    note_unwritten(at, running || !is_local ? 0 : all_lanes(lanes), true);
}

#else

inline void note(happening, std::uint64_t = 1) {}
inline void note_rounding() {}
constexpr void note_fresh(const void*) {}
constexpr bool is_fresh(const void*) { return false; }
constexpr void note_written(const void*) {}
constexpr void lane_written(const void*, unsigned, unsigned) {}
constexpr void all_written(const void*) {}
constexpr void note_as(const void*, unsigned, const void*, unsigned) {}
constexpr void note_part(const void*, unsigned, unsigned, const void*, unsigned) {}
constexpr void note_extract(const void*, unsigned, unsigned, const void*, unsigned) {}
constexpr void note_declared(const void*, unsigned) {}
constexpr void note_begin() {}
constexpr void note_end() {}
template <int Bits, bool Signed, class Lane>
constexpr void note_srs(const Lane*, std::size_t, int, bool) {}

#endif

}  // namespace lanewise::aie
