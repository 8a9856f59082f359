// Built-in variables of a kernel. A source takes them up with a using-declaration, unless it has its own: see sources.py.
#pragma once

#include <cstdint>

#include "lanewise/shared/abi.h"

// -D may have made macros of these names.
#pragma push_macro("block_idx")
#pragma push_macro("block_num")
#undef block_idx
#undef block_num

namespace lanewise::built_in {

// Every block has a thread to itself while it runs. Hidden, because the next library that is loaded has its own.
[[gnu::visibility("hidden")]] inline constinit thread_local std::int64_t block_idx = 0, block_num = 0;

// The workspace of an operator project: the system's part, with the user's behind it.
[[gnu::visibility("hidden")]] inline constinit thread_local std::uint8_t* system_workspace = nullptr;
[[gnu::visibility("hidden")]] inline constinit thread_local bool workspace_is_given = false;

// Blocks that this thread has begun: what belongs to one of them is not that of the next.
[[gnu::visibility("hidden")]] inline constinit thread_local std::uint64_t blocks_begun = 0;

// Which way fractals of a load follow each other.
enum addr_cal_mode_t : std::uint8_t { inc, dec };

inline void begin_block() {
    ++blocks_begun;
    system_workspace = nullptr;
    workspace_is_given = false;
    const lw_block* block = lw_current();
    block_idx = block->index / block->subs;
    block_num = block->count;
}

}  // namespace lanewise::built_in

#pragma pop_macro("block_num")
#pragma pop_macro("block_idx")
