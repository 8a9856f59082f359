// One lane everywhere, and ramps.
#pragma once

#include "lanes/integers.hpp"
#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline void reg_duplicate_lane(RegisterWalk& w) {
    with_width(w.size(0), [&]<class T>(T) {
        const auto on = w.taking_part(2, 0);
        Lanes<T> x(w, 1, [&](int i) {  // the first lane, if there is one to take it
            bool any = false;
            for (int k = 0; i == 0 && k < w.count(0) && !any; ++k) any = on(k);
            return any;
        });
        for (int i = 1; i < x.count; ++i) x[i] = x[0];
        w.fits(2, w.pitch(0));
        w.put_masked(0, x.at, 2);
    });
}

// half: ties go up where the chip does so.
template <class T>
inline T counted(const RegisterWalk& w, double x) {
    if constexpr (std::is_same_v<T, half>) {
        if (w.core.rules->register_ramp == register_ramp_ties_up && std::isfinite(x)) {
            int exponent;
            std::frexp(x, &exponent);
            const double quantum = std::ldexp(1.0, (exponent - 1 < -14 ? -14 : exponent - 1) - 10);
            x = std::floor(x / quantum + 0.5) * quantum;
        }
    }
    return finish<T, false>(x);
}

// params: 1 to count down to the scalar, which the library forgets for 64-bit elements in one register.
inline void reg_arange(RegisterWalk& w) {
    with_number(w.type(0), [&]<class T>(T) {
        const T first = scalar_of_call<T>(w);
        Lanes<T> x(w.count(0));
        const bool down = w.params[0] && !(sizeof(T) == 8 && !w.twice(0));
        for (int i = 0; i < x.count; ++i) {
            const int step = down ? x.count - 1 - i : i;
            if constexpr (is_number<T>) x[i] = integer_add<false>(first, static_cast<T>(step));
            else x[i] = counted<T>(w, static_cast<double>(widen(first)) + step);
        }
        w.put(0, x.at);
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
