// One core: its Unified Buffer, its registers and what is needed to run instructions on them.
#pragma once

#include <cstdint>
#include <vector>

#include "isa.hpp"
#include "memory/gm.hpp"
#include "trace/trace.hpp"

namespace lanewise {

class Fault;

struct Core {
    const Rules* rules;
    std::uint16_t chip_bit;
    std::uint8_t* ub;
    std::uint32_t ub_bytes;
    State* state;
    std::uint64_t* issued;  // how often each opcode ran
    Gm* gm;
    bool strict = false;
    std::uint16_t block = 0;
    Trace* trace = nullptr;  // null: tracing is off
    const Level* level;
    // What to do about a broken rule that hardware lets pass; null: it is a fault like any other.
    void (*tolerate)(const Fault& fault) = nullptr;
    std::vector<const RowInfo*> recent;  // the row each opcode used last
};

// The rules of a chip by name; null when there is none.
const Rules* find_chip(const char* name);
std::uint16_t bit_of(const Rules& chip);  // in the masks of the tables

// One instruction. `record` holds the call as the front wrote it: for a mask given by the call, `mask` holds the count, the
// number of elements or the words, by overload. Throws Fault before anything has changed.
void issue(Core& core, Record& record, const std::int64_t* payload);

}  // namespace lanewise
