// Reductions: how two lanes become one. The kernels arrange the lanes in trees.
#pragma once

#include "lanes/arithmetic.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// Max and Min without branches. `picks`: they return one of their sources, so that their order does not matter.
template <bool Largest>
struct extreme {
    static constexpr bool picks = true;
    template <class E, class V>
    static V of(const E&, V a, V b) {
        V picked = (Largest ? a > b : a < b) ? a : b;
        if constexpr (!is_number<V>) {
            const auto x = std::bit_cast<std::uint32_t>(a), y = std::bit_cast<std::uint32_t>(b);
            const V equal = std::bit_cast<V>(Largest ? x & y : x | y);  // +0 above -0
            picked = a == b ? equal : picked;
            picked = ((a != a) | (b != b)) ? quiet_nan : picked;
        }
        return picked;
    }
};

using reduce_sum = add;
using reduce_max = extreme<true>;
using reduce_min = extreme<false>;

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
