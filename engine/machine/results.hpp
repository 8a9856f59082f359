// The state of a core has two owners: most of it the scalar unit sets, the rest is what vector instructions leave there.
#pragma once

#include <cstring>

#include "lanewise/generated/layouts.hpp"

namespace lanewise {

// What vector instructions leave.
inline void take_results(State& to, const State& from) {
    std::memcpy(to.cmpmask, from.cmpmask, sizeof to.cmpmask);
    std::memcpy(to.vms4_sr, from.vms4_sr, sizeof to.vms4_sr);
    to.acc_val = from.acc_val;
    to.max_min_cnt = from.max_min_cnt;
    to.rsvd_cnt = from.rsvd_cnt;
    to.ar = from.ar;
    to.squeezed = from.squeezed;
    to.compacting = from.compacting;
}

inline bool is_result(const State& state, const void* at) {
    const auto in = [at](const auto& first, const auto& last) { return at >= static_cast<const void*>(&first) && at < static_cast<const void*>(&last + 1); };
    return in(state.cmpmask, state.rsvd_cnt) || in(state.ar, state.compacting);
}

}  // namespace lanewise
