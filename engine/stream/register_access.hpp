// How an instruction of a vector function touches UB: through which register. Loads and stores through different registers may pass each
// other where no LocalMemBar stands between them.
#pragma once

#include "isa.hpp"
#include "lanewise/generated/layouts.hpp"
#include "lanewise/generated/opcodes.hpp"

namespace lanewise {

// MemType of LocalMemBar.
namespace mem_type {
constexpr std::int64_t vec_store = 0, vec_load = 1, vec_all = 4;
constexpr bool is_store(std::int64_t type) { return type == vec_store || type == vec_all; }
constexpr bool is_load(std::int64_t type) { return type == vec_load || type == vec_all; }
}  // namespace mem_type

struct RegisterAccess {
    bool touches = false, stores = false;
    std::uint64_t registers[2] = {};  // that hold the data; 0: none

    // A load sees a store before it through the same register: the policy function_order.
    bool follows(const RegisterAccess& store) const {
        for (const std::uint64_t one : registers)
            if (one && (one == store.registers[0] || one == store.registers[1])) return true;
        return false;
    }
};

inline RegisterAccess register_access(const InstructionInfo& ins, const Record& record) {
    RegisterAccess access;
    int found = 0;
    for (int i = 0; i < ins.operand_count; ++i) {
        const auto space = static_cast<Space>(ins.spaces[i]);
        if (in_memory(space)) {
            access.touches = true;
            access.stores = writes(ins.roles[i]);
        } else if (found < 2 && (space != Space::mask || !found)) {  // a mask is data where nothing else is
            access.registers[found++] = record.operands[i].address;
        }
    }
    switch (static_cast<Opcode>(record.opcode)) {
        // Their addresses are in registers, so that none stands for what they touch.
        case Opcode::reg_gather_memory_:
        case Opcode::reg_gather_blocks_:
        case Opcode::reg_scatter_: access.registers[0] = access.registers[1] = 0; break;
        default: break;
    }
    return access;
}

}  // namespace lanewise
