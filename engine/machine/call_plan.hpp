// What a call decides for all that are like it: of the same opcode, with the same flags and element types, while CTRL is the same.
#pragma once

#include "isa.hpp"
#include "lanewise/shared/shape.h"

namespace lanewise {

struct CallPlan {
    Shape shape = 0;           // of those calls; 0: none
    std::uint64_t ctrl = 0;    // it has a say in the kernel
    Kernel kernel = nullptr;
    const RowInfo* row = nullptr;  // UB: that those calls have
    std::uint64_t lows = 0;    // registers: the mask bits that lanes look at, in each word
    std::uint32_t lanes = 0;   // registers: of one; UB: of a repeat
    std::uint8_t count = 0;    // operands; a mask register is none of them
    std::uint8_t first = 0;    // the first of them that is read: 0 where that is the target, which comes before the sources
    std::uint8_t widths[shape_operands] = {};  // bytes of an element
    bool alike = false;        // all of one width
    bool resets = false;       // UB: a count leaves MASK and CTRL as they are at first
    std::uint16_t repeats = 0; // UB: most repeats of a call under a mask that follow each other without a gap
    bool ranged = false;       // UB: not every scalar is legal
    std::uint16_t rounds = 0;  // UB: bit per round mode, which is in the place of the scalar; 0: none is asked for
};

// Where a core keeps the plan of a shape. Kernels use an instruction with two or three types in turn, by a count and under a mask.
inline constexpr std::size_t plans_of_opcode = 4;
constexpr std::size_t place_of(Shape shape) {
    const unsigned which = type_in(shape, 0) + static_cast<unsigned>(overload_in(shape));
    return opcode_of(shape) * plans_of_opcode + which % plans_of_opcode;
}

}  // namespace lanewise
