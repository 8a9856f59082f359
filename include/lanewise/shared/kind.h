// What the type of an operand says about it, as one word: element type, memory and trait lie side by side in a record, so that
// a front writes them at once and the engine compares them at once.
#pragma once

#include <cstddef>

#include "lanewise/generated/layouts.hpp"

namespace lanewise {

inline constexpr std::size_t kind_at = offsetof(Operand, dtype);
static_assert(offsetof(Operand, space) == kind_at + 1 && offsetof(Operand, role) == kind_at + 2 && offsetof(Operand, trait) == kind_at + 3);

inline constexpr std::uint32_t kind(unsigned dtype, Space space, unsigned trait = 0) {
    return dtype | static_cast<unsigned>(space) << 8 | trait << 24;
}

// Where a tensor on the core lies, in 32 bits: its address, and above those that any memory has, which memory. In the vector unit's
// own it is the address alone.
inline constexpr int place_space_at = 24;
inline constexpr __attribute__((__always_inline__)) std::uint32_t place_in(Space space, std::uint32_t address) {
    return address | static_cast<std::uint32_t>(space) << place_space_at;
}
static_assert(static_cast<int>(Space::vector) == 0);

// The role is left for the instruction to say.
inline __attribute__((__always_inline__)) void set_kind(Operand& o, std::uint32_t kind) {
    __builtin_memcpy(reinterpret_cast<unsigned char*>(&o) + kind_at, &kind, sizeof kind);
}

inline std::uint32_t kind_of(const Operand& o) {
    std::uint32_t kind;
    __builtin_memcpy(&kind, reinterpret_cast<const unsigned char*>(&o) + kind_at, sizeof kind);
    return kind & 0xFF00FFFFu;
}

}  // namespace lanewise
