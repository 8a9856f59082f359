// What a program does that is no instruction, told to whoever listens. Nothing is filled in when nobody does.
#pragma once

#include "lanewise/ascend/qualifiers.h"

namespace lanewise {

// Whether somebody hears what this block runs: where nobody ever did, the block itself is not looked for.
LANEWISE_API bool listened() {
#ifdef LANEWISE_OBSERVED
    return lw_hears();
#else
    return lw_listened && lw_current()->recording;
#endif
}

template <class... P>
LANEWISE_API void tell(Opcode op, const P&... params) {
    if (!listened()) [[likely]] return;
    const std::int64_t values[] = {static_cast<std::int64_t>(params)..., 0};
    lw_tell(op, values, sizeof...(params));
}

// Bytes at a position (TPosition), for who keeps account of their memory.
constexpr std::uint64_t held_at(int position, std::uint32_t address) {
    return static_cast<std::uint64_t>(space_by_position[position]) << 32 | address;
}

// Who holds which bytes of a memory from now on, or not any more: see src/lanewise/isa/ascend/lifetime.py.
template <class Position>
LANEWISE_API void tell_life(Opcode op, std::uint32_t owner, std::uint32_t buffer, std::uint32_t address, std::uint64_t bytes,
                            Position position) {
    if (op != Opcode::tbuf_get_ && op != Opcode::pop_stack_buffer_) lw_hold(op, held_at(static_cast<int>(position), address), bytes);
    tell(op, owner, buffer, address, bytes, position);
}

inline constexpr std::uint32_t dynamic_array = UINT32_MAX;  // in the place of an array's number
inline constexpr int veccalc = 11;                          // TPosition: where arrays in UB are

// A vector function runs, from here to the end of the scope. One that another calls is a part of it.
class InFunction {
  public:
    LANEWISE_API InFunction() : block_(lw_current()) {
        if (!block_->functions++ && block_->recording) [[unlikely]] lw_tell(Opcode::vf_call_, nullptr, 0);
    }
    LANEWISE_API ~InFunction() {
        if (!--block_->functions && block_->recording) [[unlikely]] lw_tell(Opcode::vf_end_, nullptr, 0);
    }
    InFunction(const InFunction&) = delete;

  private:
    lw_block* block_;
};

// A loop runs, from here to the end of the statement.
class Loop {
  public:
    Loop() = default;
    LANEWISE_API ~Loop() {
        const lw_block* block = lw_current();
        if (block->functions && block->recording) [[unlikely]] lw_tell(Opcode::vf_loop_end_, nullptr, 0);
    }
    Loop(const Loop&) = delete;
};

}  // namespace lanewise
