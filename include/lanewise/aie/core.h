// The modes of the core this file runs on, by their names and by the family's numbers.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/modes.h"
#include "lanewise/aie/recording.h"

namespace lanewise::aie {

// Where the call that this thread makes went wrong.
[[gnu::visibility("hidden")]] inline constinit thread_local call_stack broken{};

using told_value = std::pair<const char*, std::string>;

// What ended a call, for who made it: a case of AIE-009, and behind it each value that its text names.
inline std::string ended_by(const char* which, std::initializer_list<told_value> values = {}) {
    std::string all = which;
    for (const auto& [name, value] : values) all += std::string("\x1d") + name + "=" + value;
    return all;
}

// A rule of the hardware that the kernel broke: reported by the call that Python made.
struct fault : std::runtime_error {
    explicit fault(const char* which, std::initializer_list<told_value> values = {}) : std::runtime_error(ended_by(which, values)) {
        lw_note_stack(&broken);
    }
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

// The modes as they are: asking for them is no operation.
inline int get_rnd() { return lanewise::aie::code(LANEWISE_ROUNDING_MODES, lanewise::aie::core().modes.rounding); }
inline int get_satmode() { return lanewise::aie::code(lanewise::aie::core().modes.saturation); }
inline int get_sat() { return get_satmode(); }

namespace lanewise_intrinsics {
inline void set_rnd(int number) {
    if (!lanewise::aie::decode(LANEWISE_ROUNDING_MODES, number, lanewise::aie::core().modes.rounding))
        throw lanewise::aie::fault("rounding_mode", {{"number", std::to_string(number)}});
    lanewise::aie::own_rounding();
}
inline void clr_rnd() {
    lanewise::aie::core().modes.rounding = lanewise::aie::rounding::floor;
    lanewise::aie::own_rounding();
}
inline void set_satmode(int number) {
    lanewise::aie::core().modes.saturation = lanewise::aie::decode_saturation(number);
    lanewise::aie::own_saturation();
}
inline void set_sat() {
    set_satmode(1);
}
inline void set_sat(int number) {
    set_satmode(number);
}
inline void set_symsat() {
    set_satmode(3);
}
inline void clr_sat() {
    set_satmode(0);
}
}  // namespace lanewise_intrinsics

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

inline rounding_mode get_rounding() { return static_cast<rounding_mode>(get_rnd()); }
inline saturation_mode get_saturation() { return static_cast<saturation_mode>(get_satmode()); }

}  // namespace aie

namespace aie::lanes {

inline void set_rounding(int number) { lanewise_intrinsics::set_rnd(number); }
inline void set_rounding(rounding_mode m) { lanewise_intrinsics::set_rnd(static_cast<int>(m)); }
inline rounding_mode swap_rounding(rounding_mode m) {
    const rounding_mode old = get_rounding();
    set_rounding(m);
    return old;
}
inline void set_saturation(int number) { lanewise_intrinsics::set_satmode(number); }
inline void set_saturation(saturation_mode m) { lanewise_intrinsics::set_satmode(static_cast<int>(m)); }
inline saturation_mode swap_saturation(saturation_mode m) {
    const saturation_mode old = get_saturation();
    set_saturation(m);
    return old;
}

}  // namespace aie::lanes
