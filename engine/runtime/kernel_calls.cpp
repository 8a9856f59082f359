// What the code of a kernel calls: for each instruction, for each step that is told, and for its arrays in UB.
#include <algorithm>

#include "lanes/saturation.hpp"
#include "machine/fault.hpp"
#include "runtime/block.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"
#include "tables.hpp"

namespace {

constexpr std::int64_t veccalc = 11;  // TPosition: where arrays in UB are

}  // namespace

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" bool lw_in_kernel() { return running() != nullptr; }

extern "C" lw_block* lw_current() {
    Block* block = running();
    if (!block) [[unlikely]] stop(Fault("KERNEL-002", {{"problem", "this call works inside a kernel only; launch one with <<<>>>"}}));
    return &block->face;
}

extern "C" void lw_issue(Record* record, const std::int64_t* payload) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    const void* from = __builtin_return_address(0);
    or_stop([&] {
        if (block->core.listener) [[unlikely]] issue_recorded(*block, *record, payload, from);
        else issue(block->core, *record, payload);
    });
}

extern "C" void lw_tell(Opcode op, const std::int64_t* params, std::uint32_t count) {
    if (Block* block = running(); block && block->core.listener) record_step(*block, op, params, count, __builtin_return_address(0));
}

// What InitSocState and a new TPipe do; CTRL[48] survives.
extern "C" void lw_reset_state() {
    Block* block = running();
    State& state = block->state;
    const Rules& rules = *block->core.rules;
    constexpr std::uint64_t float_saturation = 1ull << float_saturation_bit;
    std::uint64_t kept = state.ctrl & float_saturation;
    if (!state.sequence) kept = rules.float_saturation == float_saturation_saturate ? 0 : float_saturation;
    state.sequence = 1;
    for (auto& word : state.mask) word = ~0ull;
    state.ctrl = rules.ctrl_reset | kept;
    state.deqscale = 0x3C00;
    state.atomic = 0;
    for (auto* loop : {state.loop_in, state.loop_out}) {
        std::fill(loop, loop + 6, 0);
        loop[0] = loop[1] = 1;
    }
}

extern "C" void* lw_ub_array(const void* place, std::size_t bytes, std::size_t align) {
    Block* block = running();
    if (!block) lw_current();
    for (const auto& [known, address] : block->arrays)
        if (known == place) return block->ub + address;
    const std::uint64_t start = (block->face.ub_static + align - 1) / align * align;
    if (start + bytes > block->core.ub_bytes)
        stop(Fault("MEM-003", {{"what", "a __ubuf__ array"}, {"need", bytes}, {"free", block->core.ub_bytes - block->face.ub_static},
                               {"size", block->core.ub_bytes}, {"table", ""}}));
    if (block->core.listener) {
        const std::int64_t life[] = {0, static_cast<std::int64_t>(block->arrays.size()), static_cast<std::int64_t>(start),
                                     static_cast<std::int64_t>(bytes), veccalc};
        record_step(*block, Opcode::ub_array_, life, std::size(life), __builtin_return_address(0));
    }
    block->arrays.emplace_back(place, static_cast<std::uint32_t>(start));
    block->face.ub_static = static_cast<std::uint32_t>((start + bytes + 31) / 32 * 32);
    return block->ub + start;
}
