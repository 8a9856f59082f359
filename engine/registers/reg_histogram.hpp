// Counting bytes into 16-bit bins.
#pragma once

#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// params: which 128 values, 1 to count smaller values too, from 0 on. Counts add on to dst and wrap.
inline void reg_histograms(RegisterWalk& w) {
    std::uint16_t counts[256] = {};
    const ActiveLanes active(w, 2, w.pitch(1));
    const Lanes<std::uint8_t> x(w, 1, active);
    active.each([&](int i) { ++counts[x[i]]; });
    if (w.params[1])
        for (int v = 1; v < 256; ++v) counts[v] = static_cast<std::uint16_t>(counts[v] + counts[v - 1]);
    Lanes<std::uint16_t> bins(w, 0);
    for (int n = 0; n < bins.count; ++n) bins[n] = static_cast<std::uint16_t>(bins[n] + counts[128 * w.params[0] + n]);
    w.put(0, bins.at);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
