// The move form: pieces between GM and UB, all checked before the first byte moves.
#pragma once

#include <span>

#include "machine/rules.hpp"
#include "stream/window.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// `size` bytes to `dst`, from `src`, or `fill` (bits of one element) repeated where there is no source.
struct Piece {
    std::int64_t dst, src, size;
    std::uint64_t fill = 0;
    bool has_source = true;
};

// What a move's lane function sees.
struct Move {
    int size;  // bytes of an element
    std::span<const std::int64_t> params;
    std::uint32_t flags;
    Overload overload;
    Space source, target;
    std::uint64_t pad_value, pad_is_set;
    Core* core;
    const InstructionInfo* ins;
    const Record* record;

    bool has(Flag f) const { return flags & f; }
    std::uint64_t first_element(std::int64_t offset) const;  // bits of the source element at a byte offset
};

// The memory of an operand, from its address on; bytes first..end-1 are inside.
Window reach(Core& core, const InstructionInfo& ins, const Record& record, int operand, std::int64_t first, std::int64_t end, bool writes);

void run_move(Core& core, const InstructionInfo& ins, const Record& record, std::span<const std::int64_t> params);

}  // namespace LANEWISE_EYE
}  // namespace lanewise
