// What to change about bank conflicts.
#pragma once

#include <string>
#include <vector>

#include "timing/reach.hpp"

namespace lanewise::timing {

// A change of one operand and the cycles it gives back.
struct Change {
    enum What : std::uint8_t { start, bank, stride };
    int operand;
    What what;
    std::int64_t now, then;  // byte addresses, or strides in blocks
    double saved;
};

// The change that saves most, and what helps on top of it; none lets operands meet or leaves UB.
std::vector<Change> cures(const Numbers& numbers, std::vector<Walk> walks, std::uint32_t repeats, double rate, Room room);

// The blocks of the first slow repeat that share a group: "src0 0x0 and src1 0x4000 in bank group 0, repeat 0".
std::string collision(const Numbers& numbers, std::span<const Walk> walks, std::uint32_t repeats, const char* const* names);

struct Advice {
    std::string collides;         // what meets
    std::vector<Change> changes;  // of an instruction with strides
    std::string cure;             // of an access in a vector function
    double saved = 0;             // cycles in a call
};
// `told` is the first parameter of the record.
Advice advise(const Rules& chip, const Record& record, std::int64_t told);

}  // namespace lanewise::timing
