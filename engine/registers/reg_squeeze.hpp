// Compaction and its counter AR.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

// Bytes that were kept.
template <class Lane>
inline std::size_t compact(const RegisterWalk& walk, std::uint8_t* out) {
    const ActiveLanes active(walk, 2, sizeof(Lane));
    const std::uint8_t* from = walk.lanes_in_place(1, nullptr, active);
    std::size_t kept = 0;
    active.each([&](int i) {
        std::memcpy(out + kept, from + i * static_cast<int>(sizeof(Lane)), sizeof(Lane));
        kept += sizeof(Lane);
    });
    return kept;
}

inline void reg_squeeze(RegisterWalk& walk) {
    std::uint8_t out[register_bytes] = {};
    std::size_t kept = 0;
    switch (walk.size(1)) {
        case 1: kept = compact<std::uint8_t>(walk, out); break;
        case 2: kept = compact<std::uint16_t>(walk, out); break;
        default: kept = compact<std::uint32_t>(walk, out);
    }
    if (walk.params[0]) {
        State& state = walk.state;
        if (state.squeezed) throw Fault("REG-002", {{"op", walk.ins.name}, {"case", "squeeze_again"}});
        if (!state.compacting && state.ar) throw Fault("REG-003", {{"op", walk.ins.name}, {"bytes", state.ar}});
        state.compacting = 1;
        state.squeezed = kept + 1;
    }
    walk.put(0, out);
}

template <class Lane>
inline void count_below(const RegisterWalk& walk) {
    Lane out[register_bytes / sizeof(Lane)];
    Lane count = 0;
    const ActiveLanes active(walk, 1, sizeof(Lane));
    for (int i = 0; i < static_cast<int>(std::size(out)); ++i) {
        out[i] = count;
        count = static_cast<Lane>(count + active[i]);
    }
    walk.put(0, out);
}

inline void reg_unsqueeze(RegisterWalk& walk) {
    switch (walk.size(0)) {
        case 1: return count_below<std::uint8_t>(walk);
        case 2: return count_below<std::uint16_t>(walk);
        default: return count_below<std::uint32_t>(walk);
    }
}

inline void reg_clear_ar(RegisterWalk& walk) { walk.state.ar = walk.state.squeezed = walk.state.compacting = 0; }

inline void reg_barrier(RegisterWalk&) {}  // every instruction has ended before the next one starts

}  // namespace lanewise::lanes::inline LANEWISE_EYE
