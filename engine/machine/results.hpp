// The state of a core has two owners: most of it the scalar unit sets, the rest is what vector instructions leave there.
#pragma once

#include <cstddef>
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

static_assert(offsetof(State, deqscale) == offsetof(State, cmpmask) + sizeof(State::cmpmask));
static_assert(offsetof(State, rsvd_cnt) == offsetof(State, deqscale) + 4 * sizeof(std::uint64_t));  // acc_val, max_min_cnt and vms4_sr are between
static_assert(offsetof(State, compacting) == offsetof(State, ar) + 2 * sizeof(std::uint64_t));      // squeezed is between

inline bool same_but_for_results(const State& one, const State& other) {
    const auto same = [&](const void* from, const void* to) {
        const auto bytes = [](const void* at) { return static_cast<const char*>(at); };
        return !std::memcmp(from, bytes(&other) + (bytes(from) - bytes(&one)), static_cast<std::size_t>(bytes(to) - bytes(from)));
    };
    return same(&one, &one.cmpmask) && one.deqscale == other.deqscale && same(&one.rsvd_cnt + 1, &one.ar) && same(&one.compacting + 1, &one + 1);
}

inline bool is_result(const State& state, const void* at) {
    const auto in = [at](const auto& first, const auto& last) { return at >= static_cast<const void*>(&first) && at < static_cast<const void*>(&last + 1); };
    return in(state.cmpmask, state.rsvd_cnt) || in(state.ar, state.compacting);
}

}  // namespace lanewise
