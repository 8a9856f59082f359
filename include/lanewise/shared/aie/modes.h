// Rounding and saturation modes: their names, their codes, and the core they are set on.
#pragma once

#include <cstdint>

#ifdef __AIE_ARCH__
#include LANEWISE_CHIP_FILE  // what the chip's own file says, as macros
#endif

namespace lanewise::aie {

#ifdef __AIE_ARCH__
// Shifts that srs and ups take; the chips' files have them with their sources.
inline constexpr int most_srs_left = LANEWISE_SRS_LEFT, most_srs = LANEWISE_SRS_RIGHT, most_ups = LANEWISE_UPS_LEFT;
inline constexpr bool flushed = LANEWISE_POLICY_float_denormals_flushed;
#endif

enum class rounding : std::uint8_t {
    floor,
    ceil,
    symmetric_floor,  // toward zero
    symmetric_ceil,   // away from zero
    positive_inf,     // these six go to the nearest; a tie goes up,
    negative_inf,     // down,
    symmetric_inf,    // away from zero,
    symmetric_zero,   // toward zero,
    conv_even,        // to the even neighbour,
    conv_odd,         // to the odd one
};
inline constexpr int roundings = 10;

enum class saturation : std::uint8_t {
    none,       // the high bits are dropped
    saturate,   // clamp to the type
    symmetric,  // clamp, and the lowest signed value is never given
};
inline constexpr int saturations = 3;

// Chips with eight modes and with all ten number them differently: keep names, give numbers out only at the border.
inline constexpr int no_code = -1;
inline constexpr int rounding_codes[2][roundings] = {
    {0, 1, no_code, no_code, 2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 9, 8, 11, 10, 12, 13},
};
inline constexpr int saturation_codes[saturations] = {0, 1, 3};

// `known` is how many modes the chip has.
constexpr int code(int known, rounding mode) { return rounding_codes[known == roundings][static_cast<int>(mode)]; }
constexpr int code(saturation mode) { return saturation_codes[static_cast<int>(mode)]; }

// Whether a number is a mode, and which.
constexpr bool decode(int known, int number, rounding& mode) {
    for (int i = 0; i < roundings; ++i) {
        if (number != no_code && code(known, static_cast<rounding>(i)) == number) {
            mode = static_cast<rounding>(i);
            return true;
        }
    }
    return false;
}

// Code 2 is no mode of its own and acts as none.
constexpr saturation decode_saturation(int number) {
    return number == 1 ? saturation::saturate : number == 3 ? saturation::symmetric : saturation::none;
}

// Sticky bits that say that something happened; only the program clears them.
enum status : std::uint32_t {
    accumulator_overflow = 1,  // a sum left the guard bits and wrapped
    srs_saturated = 2,         // a result was clamped
    ups_overflow = 4,          // an upshift lost significant bits
};

struct modes {
    lanewise::aie::rounding rounding = rounding::floor;
    lanewise::aie::saturation saturation = saturation::none;
};

// What a core keeps from one kernel call to the next; nobody restores it.
// Whose call set a mode to other than its default, and whether that call used it. One that only sets modes sets them for others.
struct mode_owner {
    const void* by = nullptr;
    bool used = false;
};
struct core_state {
    lanewise::aie::modes modes;
    std::uint32_t status = 0;
    const void* caller = nullptr;  // the function that runs, where it is watched
    mode_owner rounding_owner, saturation_owner;
    std::uint32_t id = 0;  // of the core (policy core_id); 0: nobody has placed it
};

// A shared object is one core. A thread that stands for another core points `active` at that one's state.
// Hidden, or the loader would make one core of all loaded files.
[[gnu::visibility("hidden")]] inline core_state own_core;
[[gnu::visibility("hidden")]] inline constinit thread_local core_state* active = &own_core;

inline core_state& core() { return *active; }

// A mode was set by the function that runs.
inline void own_rounding() {
    core_state& c = core();
    c.rounding_owner = {c.modes.rounding == rounding::floor ? nullptr : c.caller, false};
}
inline void own_saturation() {
    core_state& c = core();
    c.saturation_owner = {c.modes.saturation == saturation::none ? nullptr : c.caller, false};
}

}  // namespace lanewise::aie
