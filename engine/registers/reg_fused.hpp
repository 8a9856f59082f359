// Fused steps whose source and result have different widths.
#pragma once

#include "lanes/compound.hpp"
#include "lanes/convert.hpp"
#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// params: layout. half: lane i takes source lane 2i + layout, and its mask bit.
inline void reg_exp_sub(RegisterWalk& w) {
    const Env<float, false> env{*w.core.rules, w.record.flags};
    Lanes<float> out(register_bytes / 4);
    auto each = [&]<class T>(T) {
        const int step = w.count(1) / out.count, first = step > 1 ? static_cast<int>(w.params[0]) : 0;
        const ActiveLanes active(w, 3, w.pitch(1), step, first);
        auto taken = [&](int at) { return at % step == first && active[at / step]; };
        const Lanes<T> a(w, 1, taken), b(w, 2, taken);
        active.each([&](int i) {
            const int at = step * i + first;
            out[i] = finish<float, false>(exp_sub::of(env, value_of(a[at]), value_of(b[at])));
        });
    };
    if (w.type(1) == DType::half_) each(half{});
    else each(float{});
    w.put(0, out.at);
}

// params: layout. The product in float, then to half with ties away from zero, in every second lane of dst.
inline void reg_muls_cast(RegisterWalk& w) {
    const bool clamps = cast_rule(*w.core.rules, w.state.ctrl, RoundMode::round).clamps_float;
    const Narrowing<half> how(RoundMode::round, clamps);
    const float scalar = scalar_of_call<float>(w);
    const ActiveLanes active(w, 2, w.pitch(1));
    const Lanes<float> x(w, 1, active);
    Lanes<half> out(w.count(0));
    const int layout = static_cast<int>(w.params[0]);
    active.each([&](int i) { out[2 * i + layout] = rounded<half>(x[i] * scalar, how); });
    w.put(0, out.at);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
