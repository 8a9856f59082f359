// Unit flags: Mmad and Fixpipe that both use them wait for each other, block by block of L0C, and need no event between them.
#pragma once

#include <cstdint>

#include "isa.hpp"

namespace lanewise {

// What a call asks for: 2 and 3 use the flags, 3 turns them over.
inline std::int64_t unit_flag(const Record& record, const std::int64_t* payload) {
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::mmad_:
        case Opcode::mmad_bias_:
        case Opcode::mmad_mx_:
        case Opcode::mmad_mx_bias_:
        case Opcode::mmad_with_sparse_: return payload[3];
        case Opcode::fixpipe_: return payload[7];
        default: return 0;
    }
}

inline bool uses_unit_flags(const Record& record, const std::int64_t* payload) { return unit_flag(record, payload) >= 2; }

}  // namespace lanewise
