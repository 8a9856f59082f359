// The state of a core has two owners: most of it the scalar unit sets, the rest is what vector instructions leave there.
#pragma once

#include <cstring>

#include "lanewise/generated/layouts.hpp"

namespace lanewise {

// What vector instructions leave; it lies together, beside DEQSCALE.
inline void take_results(State& to, const State& from) {
    std::memcpy(to.cmpmask, from.cmpmask, sizeof to.cmpmask);
    std::memcpy(to.vms4_sr, from.vms4_sr, sizeof to.vms4_sr);
    to.acc_val = from.acc_val;
    to.max_min_cnt = from.max_min_cnt;
    to.rsvd_cnt = from.rsvd_cnt;
}

inline bool is_result(const State& state, const void* at) {
    return at >= static_cast<const void*>(&state.cmpmask) && at < static_cast<const void*>(&state.rsvd_cnt + 1);
}

}  // namespace lanewise
