// Steps of order in the instruction stream.
#pragma once

#include "runtime/block.hpp"
#include "runtime/recorder.hpp"

namespace lanewise::runtime {

// `from` is the place of the call in the program.
template <class... P>
void note(Block& block, const void* from, Opcode op, P... params) {
    ++block.ticks;
    if (!block.core.listener) return;
    const std::int64_t values[] = {static_cast<std::int64_t>(params)..., 0};
    record_step(block, op, values, sizeof...(params), from);
}

}  // namespace lanewise::runtime
