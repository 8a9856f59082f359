// Event ids of a block: which are free, which are taken.
#pragma once

#include "lanewise/ascend/constants.h"
#include "lanewise/ascend/fault.h"

namespace lanewise {

// The lowest free id of an event, not reserved; -1: all are taken.
inline std::int32_t lowest_event(AscendC::HardEvent event) {
    const lw_block* block = lw_current();
    const std::uint32_t taken = block->event_taken[static_cast<int>(event)];
    for (std::uint32_t id = 0; id < block->events; ++id)
        if (!(taken >> id & 1)) return static_cast<std::int32_t>(id);
    return -1;
}

inline void take_event(AscendC::HardEvent event, std::int32_t id) { lw_current()->event_taken[static_cast<int>(event)] |= 1u << id; }
inline void free_event(AscendC::HardEvent event, std::int32_t id) { lw_current()->event_taken[static_cast<int>(event)] &= ~(1u << id); }

inline std::int32_t fetch_event(AscendC::HardEvent event) {
    const std::int32_t id = lowest_event(event);
    if (id < 0) lw_no_event_left(static_cast<int>(event));
    return id;
}

}  // namespace lanewise
