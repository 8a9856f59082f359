// The layout of a move on a core as it is now: what its parameters and the core's registers make of it.
#pragma once

#include <span>

#include "machine/core.hpp"
#include "moves/move.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

struct Moving {
    // `stacked`: memories of two cores as one, for what a move may reach in either.
    Moving(const Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params, bool stacked = false)
        : move(record, params, *core.rules, ins.operand_count - 1) {
        using moves::Items;
        const State& state = *core.state;
        move.state = &state;
        move.pad_value = state.pad_value;
        move.pad_is_set = state.pad_is_set;
        move.value_alone = core.rules->pad_value_alone == pad_value_alone_value;
        if (core.lends(move.target) && !stacked) move.apart = core.memory(move.target).size;
        const bool in = move.source == Space::gm && move.target == Space::vector, out = move.source == Space::vector && move.target == Space::gm;
        if (ins.loops && (in || out)) {  // registers may wrap a copy in two loops per direction
            const std::uint64_t* loop = in ? state.loop_in : state.loop_out;
            const auto around = [&](std::uint64_t times, std::uint64_t from, std::uint64_t to) {
                if (times != 1) layout.add(static_cast<Items>(times), static_cast<Items>(from), static_cast<Items>(to));
            };
            around(loop[1], loop[4], loop[5]);
            around(loop[0], loop[2], loop[3]);
        }
        lay(move, static_cast<Opcode>(record.opcode), layout);
    }

    // Bytes of an item of the source and of the target: a converting move has two sizes.
    moves::Items size() const { return halves() ? 1 : layout.bits / 8; }
    // Items are halves of bytes, which come together again in the target.
    bool halves() const { return layout.bits == 4; }
    static moves::Bounds bytes_of_halves(const moves::Bounds& b) { return {b.low >> 1, (b.high + 1) >> 1}; }
    moves::Items to_size() const { return layout.by < 0 ? size() : move.size; }

    Move move;
    moves::Layout layout;
};

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
