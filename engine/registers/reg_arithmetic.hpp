// Absolute values of wide elements.
#pragma once

#include "lanes/arithmetic.hpp"
#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// Lanes that the mask leaves out are copied, not cleared.
inline void reg_abs_wide(RegisterWalk& w) {
    Lanes<std::int64_t> x(w, 1);
    const ActiveLanes active(w, 2, w.pitch(1));
    for (int i = 0; i < x.count; ++i)
        if (active[i] && x[i] < 0) x[i] = integer_sub<false>(std::int64_t{0}, x[i]);
    w.put(0, x.at);
}

template <class T>
void abs_complex(RegisterWalk& w) {
    const ActiveLanes active(w, 2, w.pitch(1));
    const Lanes<Complex<T>> x(w, 1, active);
    Lanes<T> y(w.count(0));
    const Env<T, false> env{*w.core.rules, w.record.flags};
    active.each([&](int i) { y[i] = abs::of(env, x[i]); });
    w.put(0, y.at);
}

inline void reg_abs_complex(RegisterWalk& w) {
    if (w.type(1) == DType::complex32_) abs_complex<half>(w);
    else abs_complex<float>(w);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
