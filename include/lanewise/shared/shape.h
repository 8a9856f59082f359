// What the types of a call decide, as one number: opcode, flags, overload and the element types of up to four operands, target first.
// The engine compares it with that of the last such call, and looks at nothing of it again while it is the same.
#pragma once

#include "lanewise/generated/layouts.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise {

using Shape = std::uint64_t;

inline constexpr int shape_operands = 4;
inline constexpr int shape_flags_at = 16, shape_overload_at = 30, shape_types_at = 32;

// Programs are compiled soon: without the attribute it would be computed for each call.
template <class... Types>
[[gnu::__always_inline__]] constexpr Shape shape(Opcode op, Overload how, std::uint32_t flags, Types... types) {
    static_assert(sizeof...(Types) <= shape_operands);
    Shape made = static_cast<Shape>(op) | Shape{flags} << shape_flags_at | static_cast<Shape>(how) << shape_overload_at;
    int at = shape_types_at;
    ((made |= static_cast<Shape>(types) << at, at += 8), ...);
    return made;
}

constexpr std::uint16_t opcode_of(Shape shape) { return static_cast<std::uint16_t>(shape); }
constexpr std::uint32_t flags_in(Shape shape) { return static_cast<std::uint32_t>(shape >> shape_flags_at) & 0x3FFFu; }
constexpr Overload overload_in(Shape shape) { return static_cast<Overload>(shape >> shape_overload_at & 3); }
constexpr std::uint8_t type_in(Shape shape, int operand) { return static_cast<std::uint8_t>(shape >> (shape_types_at + 8 * operand)); }

// Blocks from a repeat of an operand to its next one where repeats follow each other without a gap: each has as many elements as there are of
// the widest type.
constexpr std::int32_t whole_repeat(Shape shape, int operand, int operands) {
    int widest = 0;
    for (int i = 0; i < operands; ++i)
        if (const int bits = dtype_bits[type_in(shape, i)]; bits > widest) widest = bits;
    return widest ? 8 * dtype_bits[type_in(shape, operand)] / widest : 0;
}

// What a call under a mask says of its repeats, in one number: how many, whether there is a parameter in place of the scalar, and whether
// a mask of bits has four words.
using Repeats = std::uint64_t;

constexpr Repeats repeats(std::uint32_t times, bool parameter, bool four_words) {
    return times | Repeats{parameter} << 32 | Repeats{four_words} << 33;
}
constexpr std::uint32_t times_of(Repeats told) { return static_cast<std::uint32_t>(told); }
constexpr bool has_parameter(Repeats told) { return told >> 32 & 1; }
constexpr bool has_four_words(Repeats told) { return told >> 33 & 1; }

// What a call under a mask says where its repeats do not follow each other without a gap: operands as an address in UB and, above 32 bits of
// that, bytes; strides in blocks.
struct Repeated {
    std::uint64_t at[shape_operands];
    struct {
        std::int32_t block, repeat;
    } strides[shape_operands];
    std::uint64_t scalar, mask;  // a number of lanes, or where its words are
    Repeats repeats;
};

}  // namespace lanewise
