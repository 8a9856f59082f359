// The modes of the core this file runs on, by their names and by the family's numbers.
#pragma once

#include <stdexcept>
#include <string>

#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/modes.h"
#include "lanewise/aie/told.h"

namespace lanewise::aie {

// Where the call that this thread makes went wrong.
[[gnu::visibility("hidden")]] inline constinit thread_local call_stack broken{};

// A rule of the hardware that the kernel broke: reported by the call that Python made.
struct fault : std::runtime_error {
    explicit fault(const std::string& problem) : std::runtime_error(problem) { lw_note_stack(&broken); }
};
// The input has ended: what a kernel that never returns ends with.
struct starved : fault {
    using fault::fault;
};

}  // namespace lanewise::aie

enum : int {
    rnd_floor = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::floor),
    rnd_ceil = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::ceil),
    rnd_pos_inf = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::positive_inf),
    rnd_neg_inf = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::negative_inf),
    rnd_sym_inf = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::symmetric_inf),
    rnd_sym_zero = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::symmetric_zero),
    rnd_conv_even = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::conv_even),
    rnd_conv_odd = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::conv_odd),
#if LANEWISE_ROUNDING_MODES == 10
    rnd_sym_floor = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::symmetric_floor),
    rnd_sym_ceil = lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::rounding::symmetric_ceil),
#endif
};

inline void set_rnd(int number) {
    LANEWISE_AIE_TELL(number);
    if (!lanewise::aie::decode(LANEWISE_ROUNDING_MODES, number, lanewise::aie::core().modes.rounding))
        throw lanewise::aie::fault("set_rnd(" + std::to_string(number) +
                                   "): no rounding mode of this family has that number");
    lanewise::aie::own_rounding();
}
inline void set_rounding(int number) {
    LANEWISE_AIE_TELL(number);
    set_rnd(number);
}
inline void clr_rnd() {
    LANEWISE_AIE_TELL();
    lanewise::aie::core().modes.rounding = lanewise::aie::rounding::floor;
    lanewise::aie::own_rounding();
}
inline int get_rnd() { return lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::core().modes.rounding); }
inline void set_satmode(int number) {
    LANEWISE_AIE_TELL(number);
    lanewise::aie::core().modes.saturation = lanewise::aie::decode_saturation(number);
    lanewise::aie::own_saturation();
}
inline void set_saturation(int number) {
    LANEWISE_AIE_TELL(number);
    set_satmode(number);
}
inline void set_sat() {
    LANEWISE_AIE_TELL();
    set_satmode(1);
}
inline void set_sat(int number) {
    LANEWISE_AIE_TELL(number);
    set_satmode(number);
}
inline void set_symsat() {
    LANEWISE_AIE_TELL();
    set_satmode(3);
}
inline void clr_sat() {
    LANEWISE_AIE_TELL();
    set_satmode(0);
}
inline int get_satmode() { return lanewise::aie::code(lanewise::aie::core().modes.saturation); }
inline int get_sat() { return get_satmode(); }

namespace aie {

enum class rounding_mode : int {
    floor = rnd_floor,
    ceil = rnd_ceil,
    positive_inf = rnd_pos_inf,
    negative_inf = rnd_neg_inf,
    symmetric_inf = rnd_sym_inf,
    symmetric_zero = rnd_sym_zero,
    conv_even = rnd_conv_even,
    conv_odd = rnd_conv_odd,
#if LANEWISE_ROUNDING_MODES == 10
    symmetric_floor = rnd_sym_floor,
    symmetric_ceil = rnd_sym_ceil,
#endif
};
enum class saturation_mode : int { none = 0, truncate = 1, saturate = 1, symmetric = 3 };

inline void set_rounding(rounding_mode m) {
    LANEWISE_AIE_TELL(m);
    set_rnd(static_cast<int>(m));
}
inline rounding_mode get_rounding() { return static_cast<rounding_mode>(get_rnd()); }
inline rounding_mode swap_rounding(rounding_mode m) {
    LANEWISE_AIE_TELL(m);
    const rounding_mode old = aie::get_rounding();
    aie::set_rounding(m);
    return old;
}
inline void set_saturation(saturation_mode m) {
    LANEWISE_AIE_TELL(m);
    set_satmode(static_cast<int>(m));
}
inline saturation_mode get_saturation() { return static_cast<saturation_mode>(get_satmode()); }
inline saturation_mode swap_saturation(saturation_mode m) {
    LANEWISE_AIE_TELL(m);
    const saturation_mode old = get_saturation();
    set_saturation(m);
    return old;
}

// The core as an object, and a place of the array in graphs.
class tile {
public:
    int column = 0, row = 0;

    tile() = default;
    tile(int c, int r) : column(c), row(r) {}
    static tile current() { return {}; }
    static void set_rounding(rounding_mode m) { aie::set_rounding(m); }
    static rounding_mode get_rounding() { return aie::get_rounding(); }
    static void set_saturation(saturation_mode m) { aie::set_saturation(m); }
    static saturation_mode get_saturation() { return aie::get_saturation(); }
    // Time stands still: cycles are not counted here.
    static unsigned long long cycles() { return 0; }
    static unsigned id() { return 0; }
};

}  // namespace aie
