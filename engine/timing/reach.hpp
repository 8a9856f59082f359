// Where the operands of an instruction lie in UB, to the byte: what advice must not let meet.
#pragma once

#include "timing/vector.hpp"

namespace lanewise::timing {

struct Span {
    std::int64_t first, last;  // the first byte and the one behind the last
};

// The spans of the operands of one instruction, by number, and the end of UB.
struct Room {
    Span spans[max_operands];
    bool there[max_operands] = {};
    std::int64_t end;

    // Whether another operand lies in the same memory: then neither can move alone.
    bool shared(int operand) const;
    // Changes one operand; false where it would meet another one or leave UB then.
    bool move(int operand, std::int64_t by, std::int64_t longer);
};

// Of a record whose operands walk UB by strides.
Room room_of(const Rules& chip, const Record& record);

}  // namespace lanewise::timing
