// What the functions of moves see.
#pragma once

#include <algorithm>
#include <span>

#include "isa.hpp"
#include "moves/layout.hpp"
#include "numerics/level.hpp"

namespace lanewise {

struct Move {
    int size, source_size;  // bytes of an element of the target and of the source; two of 4 bits are one
    bool pairs;             // whether bytes of the target are two elements of 4 bits
    std::span<const std::int64_t> params;
    std::uint32_t flags;
    Overload overload;
    Space source, target;
    const Rules* rules;            // of the chip: units and layouts differ
    const State* state = nullptr;  // registers of the core, where there is one
    std::uint64_t pad_value = 0, pad_is_set = 0;  // the pad register: 0 never set, 1 by a padded copy, 2 by SetPadValue
    std::int64_t apart = 0;                       // bytes from the memory of one vector core to that of the next, as a cube core sees them
    bool value_alone = false;                     // a value fills the last block, too, where no padding was asked for

    // A move without a source only fills: it leads from where it leads to.
    Move(const Record& record, std::span<const std::int64_t> all, const Rules& chip, int from = 1)
        : size(bytes_of(record.operands[0])), source_size(bytes_of(record.operands[from])), pairs(holds_pairs(record.operands[0])), params(all), flags(record.flags),
          overload(static_cast<Overload>(record.overload)), source(static_cast<Space>(record.operands[from].space)),
          target(static_cast<Space>(record.operands[0].space)), rules(&chip) {}
    bool has(Flag f) const { return flags & f; }

  private:
    static bool holds_pairs(const Operand& o) {
        const auto type = static_cast<DType>(o.dtype);
        return type == DType::int4_ || type == DType::fp4x2_e2m1_ || type == DType::fp4x2_e1m2_;
    }
    static int bytes_of(const Operand& o) { return std::max(1, dtype_bits[o.dtype] / 8); }
};

inline namespace LANEWISE_LEVEL {
namespace lanes {

using moves::Axis, moves::Layout;

constexpr std::int64_t round_up(std::int64_t n, std::int64_t unit = block_bytes) { return (n + unit - 1) / unit * unit; }

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
